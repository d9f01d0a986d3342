package io.tidemark.generate.coast;

import static io.tidemark.generate.coast.Coast.SITES;
import static io.tidemark.generate.biology.BiologyParameters.STOCKING;

import io.tidemark.generate.biology.Draws;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Invents sites along the coast: each production area has its share of the real number, and at least one. */
public final class SiteInventor {

    private static final double DEGREES = 1e4;

    private final Draws draws;
    private final Set<String> names = new LinkedHashSet<>();

    public SiteInventor(Draws draws) {
        this.draws = draws;
    }

    /** Invents the sites, numbered from south to north, sites on land last. */
    public List<GeneratedSite> invent(int count) {
        int onLand = count < SITES.onLandFrom() ? 0 : Math.max(SITES.onLandLeast(), count / SITES.onLandOneIn());
        List<GeneratedSite> sites = atSea(count - onLand, SITES.firstId());
        for (int i = 0; i < onLand; i++) {
            sites.add(onLand(i, onLand, SITES.firstId() + sites.size()));
        }
        return sites;
    }

    /** Invents sites at sea of companies outside the platform, numbered after those inside. */
    public List<GeneratedSite> outside(int count, int inside) {
        return atSea(count, SITES.firstId() + inside);
    }

    private List<GeneratedSite> atSea(int count, int firstId) {
        int[] shares = shares(count);
        List<GeneratedSite> sites = new ArrayList<>(count);
        for (Coast.Area area : Coast.AREAS) {
            for (int i = 0; i < shares[area.id() - 1]; i++) {
                sites.add(atSea(area, i, firstId + sites.size()));
            }
        }
        return sites;
    }

    /** Distributes sites over the areas by largest remainders, at first one for each area as far as they suffice. */
    private static int[] shares(int count) {
        int areas = Coast.AREAS.size();
        int[] shares = new int[areas];
        int total = Coast.AREAS.stream().mapToInt(Coast.Area::sites).sum();
        for (int given = 0; given < count; given++) {
            int next = 0;
            double furthest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < areas; i++) {
                double behind = shares[i] == 0 ? count : (double) count * Coast.AREAS.get(i)
                        .sites() / total - shares[i];
                if (behind > furthest) {
                    furthest = behind;
                    next = i;
                }
            }
            shares[next]++;
        }
        return shares;
    }

    private GeneratedSite atSea(Coast.Area area, int number, int id) {
        Coast.Place place = area.places().get(number % area.places().size());
        boolean mayBeTrout = area.id() >= STOCKING.troutFirstArea() && area.id() <= STOCKING.troutLastArea();
        boolean trout = mayBeTrout && draws.chance(STOCKING.troutShare());
        return new GeneratedSite(Integer.toString(id), name(),
                near(place.latitude(), SITES.northSpread()), near(place.longitude(), SITES.eastSpread()),
                false, area.id(), area, trout ? GeneratedSite.TROUT : GeneratedSite.SALMON,
                Integer.toString(draws.weighted(SITES.waterTypes()) + 1));
    }

    /**
     * Invents sites on land, spread from south to north, without a production area, since these are defined for farming
     * at sea.
     */
    private GeneratedSite onLand(int number, int of, int id) {
        Coast.Area area = Coast.AREAS.get((2 * number + 1) * Coast.AREAS.size() / (2 * of));
        Coast.Place place = area.places().get(number % area.places().size());
        return new GeneratedSite(
                Integer.toString(id), name() + " settefisk",
                near(place.latitude(), SITES.northSpread()), near(place.longitude(), SITES.eastSpread()),
                true, null, area, GeneratedSite.SALMON, null);
    }

    private double near(double degrees, double spread) {
        return Math.round((degrees + draws.uniform(-spread, spread)) * DEGREES) / DEGREES;
    }

    private String name() {
        String name = SITES.nameStarts().get(draws.between(0, SITES.nameStarts().size() - 1))
                + SITES.nameEnds().get(draws.between(0, SITES.nameEnds().size() - 1));
        int next = 2;
        String unique = name;
        while (!names.add(unique)) {
            unique = name + " " + next++;
        }
        return unique;
    }
}
