package io.tidemark.generate.coast;

import io.tidemark.generate.biology.BiologyParameters.Stocking;
import io.tidemark.generate.biology.Draws;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Invents sites along the coast: each production area has its share of the real number, and at least one. */
public final class SiteInventor {

    /** The lowest invented site number; real ones stay well below. */
    public static final int FIRST_ID = 70_001;
    private static final double NORTH_SPREAD = 0.04;
    private static final double EAST_SPREAD = 0.10;
    /**
     * One site in this many is on land, with a minimum of {@link #ON_LAND_LEAST} in a delivery of at least this many.
     */
    private static final int ON_LAND_ONE_IN = 30;
    private static final int ON_LAND_LEAST = 2;
    private static final int ON_LAND_FROM = 20;
    private static final double DEGREES = 1e4;
    /** Weights of the marine types 1 to 5: most farms lie on moderately exposed and sheltered coast. Our choice. */
    private static final double[] WATER_TYPES = {0.08, 0.38, 0.42, 0.10, 0.02};

    private static final String[] NAME_STARTS = {"Stor", "Lille", "Kvit", "Svart", "Grå", "Raud", "Lang", "Brei",
            "Høg", "Flat",
        "Ytre ", "Indre ", "Nord", "Sør", "Øst", "Vest", "Skarv", "Måse", "Oter", "Sel", "Tare", "Torske", "Sild",
        "Krabbe", "Ørne", "Ravn", "Gjøk", "Lyng", "Bjørke", "Furu"};
    private static final String[] NAME_ENDS = {"holmen", "neset", "vika", "skjæret", "sundet", "bukta", "øya",
            "grunnen",
        "flua", "leia", "hamna", "odden", "taren", "båen", "straumen", "kleiva", "vågen", "tangen", "hella", "eidet"};

    private final Draws draws;
    private final Set<String> names = new LinkedHashSet<>();

    public SiteInventor(Draws draws) {
        this.draws = draws;
    }

    /** Invents the sites, numbered from south to north, sites on land last. */
    public List<GeneratedSite> invent(int count) {
        int onLand = count < ON_LAND_FROM ? 0 : Math.max(ON_LAND_LEAST, count / ON_LAND_ONE_IN);
        int[] shares = shares(count - onLand);
        List<GeneratedSite> sites = new ArrayList<>(count);
        for (Coast.Area area : Coast.AREAS) {
            for (int i = 0; i < shares[area.id() - 1]; i++) {
                sites.add(atSea(area, i, FIRST_ID + sites.size()));
            }
        }
        for (int i = 0; i < onLand; i++) {
            sites.add(onLand(i, onLand, FIRST_ID + sites.size()));
        }
        return sites;
    }

    /** Invents sites at sea of companies outside the platform, with the following numbers. */
    public List<GeneratedSite> outside(int count, int firstId) {
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
        boolean mayBeTrout = area.id() >= Stocking.TROUT_FIRST_AREA && area.id() <= Stocking.TROUT_LAST_AREA;
        boolean trout = mayBeTrout && draws.chance(Stocking.TROUT_SHARE);
        return new GeneratedSite(Integer.toString(id), name(),
                near(place.latitude(), NORTH_SPREAD), near(place.longitude(), EAST_SPREAD),
                false, area.id(), area, trout ? GeneratedSite.TROUT : GeneratedSite.SALMON,
                Integer.toString(draws.weighted(WATER_TYPES) + 1));
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
                near(place.latitude(), NORTH_SPREAD), near(place.longitude(), EAST_SPREAD),
                true, null, area, GeneratedSite.SALMON, null);
    }

    private double near(double degrees, double spread) {
        return Math.round((degrees + draws.uniform(-spread, spread)) * DEGREES) / DEGREES;
    }

    private String name() {
        String name = NAME_STARTS[draws.between(0, NAME_STARTS.length - 1)]
                + NAME_ENDS[draws.between(0, NAME_ENDS.length - 1)];
        int next = 2;
        String unique = name;
        while (!names.add(unique)) {
            unique = name + " " + next++;
        }
        return unique;
    }
}
