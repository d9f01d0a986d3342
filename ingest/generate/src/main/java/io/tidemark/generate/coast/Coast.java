package io.tidemark.generate.coast;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;
import java.util.List;

/**
 * The generator's model of the coast, from {@code coast.yaml}, which has the meanings and sources of its numbers.
 *
 * @param areas     the 13 production areas, south to north; area n has index n - 1
 * @param sites     how sites are placed and named
 * @param companies how companies are sized, placed and named
 */
public record Coast(List<Area> areas, Sites sites, Companies companies) {

    private static final Coast ALL = YamlResource.read(Coast.class, "coast.yaml", new TypeReference<>() {});

    /** All areas, south to north; area n has index n - 1. */
    public static final List<Area> AREAS = ALL.areas();
    static final Sites SITES = ALL.sites();
    static final Companies COMPANIES = ALL.companies();

    /** Number of platform areas. */
    static final int PLATFORM_AREAS = 7;

    /** A place at sea. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    public record Place(double latitude, double longitude) {}

    /**
     * A production area.
     *
     * @param id           1 to 13
     * @param platformArea position of its platform area, 0 (south) to 6
     * @param sites        sea sites with salmon in 2019
     * @param waterRegion  letter of the marine type region
     * @param relativeLoss losses relative to an area where it is 1
     * @param places       positions of sites in it
     */
    public record Area(int id, int platformArea, int sites, String waterRegion, double relativeLoss,
            List<Place> places) {}

    /** How sites are placed and named. */
    @SuppressWarnings("ArrayRecordComponent") // read by the draws and written by nobody
    public record Sites(int firstId, double northSpread, double eastSpread, int onLandOneIn, int onLandLeast,
            int onLandFrom, double[] waterTypes, List<String> nameStarts, List<String> nameEnds) {}

    /** How companies are sized, placed and named. */
    @SuppressWarnings("ArrayRecordComponent") // read by the draws and written by nobody
    public record Companies(int sitesEach, int groupsLeast, int groupsMost, double[] largeShares,
            int groupsPerLargeOne, int[] largeCompanies, int groupsForAllCompanies, double firstCompany,
            List<String> groupNames, List<String> nameEnds, List<String> companyPlaces, List<String> systems,
            int standardOneIn, double weighsLosses, double firstHome, double homeStep, double largeReach,
            double smallReach, double sizeSpread, int[] signedBefore, int[] signedLately, int groupsToComeAndGo,
            double[] beginAfter, double stopsAfter, int signedBeforeBeginning) {}

    public static Area area(int id) {
        return AREAS.get(id - 1);
    }

    /**
     * The area of the nearest known place. It is good enough to choose a climate and a lice pressure, but not to place
     * a site.
     */
    public static Area nearest(double latitude, double longitude) {
        Area best = AREAS.getFirst();
        double shortest = Double.MAX_VALUE;
        double east = StrictMath.cos(StrictMath.toRadians(latitude));
        for (Area area : AREAS) {
            for (Place place : area.places()) {
                double north = latitude - place.latitude();
                double along = (longitude - place.longitude()) * east;
                double distance = north * north + along * along;
                if (distance < shortest) {
                    shortest = distance;
                    best = area;
                }
            }
        }
        return best;
    }
}
