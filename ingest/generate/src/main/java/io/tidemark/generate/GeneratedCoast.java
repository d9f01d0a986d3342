package io.tidemark.generate;

import io.tidemark.generate.biology.CoastalAnomaly;
import io.tidemark.generate.biology.DayTable;
import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.biology.FeedTable;
import io.tidemark.generate.coast.Farmer;
import io.tidemark.generate.coast.FarmerInventor;
import io.tidemark.generate.coast.GeneratedSite;
import io.tidemark.generate.coast.SiteAllotment;
import io.tidemark.generate.coast.SiteInventor;
import io.tidemark.generate.farm.AuthorityFigures;
import io.tidemark.generate.farm.LiceReport;
import io.tidemark.generate.farm.SiteRecords;
import io.tidemark.generate.farm.SiteSimulation;
import io.tidemark.generate.farm.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The static data of a run: companies, sites, their owners, the sea and the authority's view. */
final class GeneratedCoast {

    /**
     * Sites of other companies per platform site: a fifth of the authority's figures are from companies outside the
     * platform. Our choice.
     */
    private static final double OUTSIDE_FOR_EACH_SITE = 0.25;
    /** Sites at sea that the story's company whose fish are where most die has at least. */
    private static final int CAREFUL_SITES = 5;
    /** Keys of random streams that belong to no site; keys of sites are positive. */
    private static final long SITES = -1;
    private static final long FARMERS = -2;
    private static final long ALLOTMENT = -3;
    private static final long COAST = -4;
    private static final long AUTHORITY = -5;
    /** Plus a site's number: its lice counts. */
    private static final long LICE = Long.MIN_VALUE;

    private final GeneratorOptions options;
    private final List<GeneratedSite> sites;
    private final List<Farmer> farmers;
    private final int[] owner;
    private final DayTable days;
    private final CoastalAnomaly anomaly;
    private final FeedTable table = new FeedTable();
    private final AuthorityFigures authority;
    private final LiceReport lice = new LiceReport();
    private final @Nullable Story story;

    /**
     * Creates the coast for these options.
     *
     * @throws GeneratorException if the register cannot be used, or if it has fewer sites at sea than groups
     */
    GeneratedCoast(GeneratorOptions options) {
        this.options = options;
        sites = sites(options);
        Integer asked = options.groups();
        int atSea = Math.toIntExact(sites.subList(0, options.sites()).stream().filter(site -> !site.onshore()).count());
        int groups = asked == null ? FarmerInventor.groups(atSea) : asked;
        if (groups > atSea) {
            throw new GeneratorException("--groups is " + groups + ", more than the " + atSea + " sites at sea");
        }
        farmers = FarmerInventor.invent(groups, atSea, options.begin(), options.end(), draws(FARMERS));
        owner = SiteAllotment.allot(sites.subList(0, options.sites()), delivering(), draws(ALLOTMENT));
        days = new DayTable(options.begin(), options.end());
        anomaly = new CoastalAnomaly(days, draws(COAST));
        authority = new AuthorityFigures(days);
        story = options.story() ? new Story(options.end(), whereMostDie()) : null;
    }

    private List<GeneratedSite> sites(GeneratorOptions asked) {
        if (asked.register() != null) {
            return RegisterSites.choose(asked.register(), asked.sites(), draws(SITES));
        }
        SiteInventor inventor = new SiteInventor(draws(SITES));
        List<GeneratedSite> invented = new ArrayList<>(inventor.invent(asked.sites()));
        int outside = (int) Math.round(asked.sites() * OUTSIDE_FOR_EACH_SITE);
        invented.addAll(inventor.outside(outside, invented.size()));
        return invented;
    }

    /** The platform's sites, then the sites of companies outside the platform. */
    List<GeneratedSite> sites() {
        return sites;
    }

    /** All companies of the platform; the last one delivers nothing. */
    List<Farmer> farmers() {
        return farmers;
    }

    /** The companies that deliver. */
    List<Farmer> delivering() {
        return farmers.subList(0, farmers.size() - 1);
    }

    /** The index of the company of each platform site. */
    int[] owner() {
        return owner.clone();
    }

    /** The indexes of each company's sites, in the order of the companies; companies without sites are left out. */
    SortedMap<Integer, List<Integer>> sitesByFarmer() {
        SortedMap<Integer, List<Integer>> byFarmer = new TreeMap<>();
        for (int site = 0; site < owner.length; site++) {
            byFarmer.computeIfAbsent(owner[site], f -> new ArrayList<>()).add(site);
        }
        return byFarmer;
    }

    DayTable days() {
        return days;
    }

    AuthorityFigures authority() {
        return authority;
    }

    /** The weekly lice report of the sites simulated so far. */
    LiceReport lice() {
        return lice;
    }

    /** The random stream of the authority's additional figures. */
    Draws authorityDraws() {
        return draws(AUTHORITY);
    }

    /** A site's simulation from its first day; data that the story withholds at first go to the corrections. */
    SiteSimulation simulation(int position, @Nullable SiteRecords corrections) {
        GeneratedSite site = sites.get(position);
        Farmer farmer = position < owner.length ? farmers.get(owner[position]) : null;
        Story.Part part = story == null ? null : story.of(site, farmer, farmer == null ? 0 : sitesOf(owner[position]),
                corrections);
        return new SiteSimulation(site, options.units(), days, anomaly, table, authority, lice,
                draws(site.key()), draws(LICE + site.key()), part);
    }

    /**
     * The company with enough sites at sea whose sites are where most fish die, not the first company;
     * null if there is none.
     */
    private @Nullable String whereMostDie() {
        String worst = null;
        double most = 0;
        for (Map.Entry<Integer, List<Integer>> each : sitesByFarmer().entrySet()) {
            List<GeneratedSite> atSea = each.getValue().stream().map(sites::get).filter(site -> !site.onshore())
                    .toList();
            double mean = atSea.stream().mapToDouble(site -> site.coast().relativeLoss()).average().orElse(0);
            Farmer farmer = farmers.get(each.getKey());
            boolean suits = atSea.size() >= CAREFUL_SITES && !Story.isFirst(farmer) && farmer.delivers(days.begin())
                    && farmer.delivers(days.end());
            if (suits && mean > most) {
                most = mean;
                worst = farmer.id();
            }
        }
        return worst;
    }

    private int sitesOf(int farmer) {
        int count = 0;
        for (int each : owner) {
            count += each == farmer ? 1 : 0;
        }
        return count;
    }

    /** Whether the delivery has a correction of this company. */
    boolean corrects(Farmer farmer) {
        return story != null && Story.isFirst(farmer);
    }

    /** The events of the story, a line each. */
    List<String> story() {
        return story == null ? List.of() : story.events();
    }

    private Draws draws(long key) {
        return new Draws(options.seed(), key);
    }
}
