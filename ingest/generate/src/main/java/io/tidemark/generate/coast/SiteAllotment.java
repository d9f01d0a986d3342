package io.tidemark.generate.coast;

import io.tidemark.generate.biology.Draws;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Gives each site to a company: large companies get more sites, mostly near their home. Every company gets a site, and
 * every platform area with enough sites has companies of at least {@link #GROUPS_WANTED} groups, so that its benchmarks
 * can be shown.
 */
public final class SiteAllotment {

    /** Groups in an area: one's own and three others, which the default confidentiality rule requires. */
    private static final int GROUPS_WANTED = 4;

    private final List<GeneratedSite> sites;
    private final List<Farmer> farmers;
    private final int[] owner;

    private SiteAllotment(List<GeneratedSite> sites, List<Farmer> farmers) {
        this.sites = sites;
        this.farmers = farmers;
        this.owner = new int[sites.size()];
    }

    /** The index of each site's company among the delivering ones. */
    public static int[] allot(List<GeneratedSite> sites, List<Farmer> delivering, Draws draws) {
        SiteAllotment allotment = new SiteAllotment(sites, delivering);
        allotment.draw(draws);
        allotment.giveEveryoneASite();
        for (int area = 0; area < Coast.PLATFORM_AREAS; area++) {
            allotment.mixGroups(area);
        }
        return allotment.owner;
    }

    /**
     * Draws companies; each company's weights over the coast add up to its size, so that groups get about their shares
     * of the sites.
     */
    private void draw(Draws draws) {
        double[] sizes = new double[farmers.size()];
        for (int f = 0; f < sizes.length; f++) {
            double coast = 0;
            for (int site = 0; site < owner.length; site++) {
                coast += nearness(f, site);
            }
            sizes[f] = coast > 0 ? farmers.get(f).size() / coast : 0;
        }
        double[] weights = new double[farmers.size()];
        for (int site = 0; site < owner.length; site++) {
            for (int f = 0; f < weights.length; f++) {
                weights[f] = sizes[f] * nearness(f, site);
            }
            owner[site] = draws.weighted(weights);
        }
    }

    private double nearness(int farmer, int site) {
        double position = (sites.get(site).coast().id() - 1.0) / (Coast.AREAS.size() - 1);
        double away = (position - farmers.get(farmer).home()) / farmers.get(farmer).reach();
        return StrictMath.exp(-away * away / 2);
    }

    /** Gives each company without a site at sea the nearest site of a company with several. */
    private void giveEveryoneASite() {
        for (int farmer = 0; farmer < farmers.size(); farmer++) {
            if (sitesOf(farmer) > 0) {
                continue;
            }
            int taken = -1;
            for (int site = 0; site < owner.length; site++) {
                boolean spare = !sites.get(site).onshore() && sitesOf(owner[site]) > 1;
                if (spare && (taken < 0 || nearness(farmer, site) > nearness(farmer, taken))) {
                    taken = site;
                }
            }
            if (taken >= 0) {
                owner[taken] = farmer;
            }
        }
    }

    private void mixGroups(int area) {
        Set<String> present = groupsIn(area);
        for (int site = 0; site < owner.length && present.size() < GROUPS_WANTED; site++) {
            if (!in(area, site) || !spare(area, site)) {
                continue;
            }
            int newcomer = -1;
            for (int f = 0; f < farmers.size(); f++) {
                boolean missing = !present.contains(farmers.get(f).groupKey());
                if (missing && (newcomer < 0 || nearness(f, site) > nearness(newcomer, site))) {
                    newcomer = f;
                }
            }
            if (newcomer < 0) {
                return;
            }
            owner[site] = newcomer;
            present = groupsIn(area);
        }
    }

    /**
     * Whether a site can change hands: its group keeps another one in the area, and its company another one anywhere.
     */
    private boolean spare(int area, int site) {
        String group = farmers.get(owner[site]).groupKey();
        int ofGroup = 0;
        for (int other = 0; other < owner.length; other++) {
            if (in(area, other) && farmers.get(owner[other]).groupKey().equals(group)) {
                ofGroup++;
            }
        }
        return ofGroup > 1 && sitesOf(owner[site]) > 1;
    }

    private Set<String> groupsIn(int area) {
        Set<String> groups = new LinkedHashSet<>();
        for (int site = 0; site < owner.length; site++) {
            if (in(area, site)) {
                groups.add(farmers.get(owner[site]).groupKey());
            }
        }
        return groups;
    }

    private boolean in(int area, int site) {
        return !sites.get(site).onshore() && sites.get(site).coast().platformArea() == area;
    }

    private int sitesOf(int farmer) {
        int count = 0;
        for (int site = 0; site < owner.length; site++) {
            if (owner[site] == farmer && !sites.get(site).onshore()) {
                count++;
            }
        }
        return count;
    }
}
