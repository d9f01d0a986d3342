package io.tidemark.generate.coast;

import java.util.List;

/**
 * The generator's model of the coast: the 13 production areas from south to north with a few places in each.
 *
 * <p>Sources. Number of sites: sea sites with salmon per production area, from the Directorate of Fisheries'
 * aquaculture register of 2019-11-11 and its production-area polygons; this sets each area's share of the invented
 * sites. Places: positions spread over the same sites, two decimals. Water region: the region letter of Vann-nett's
 * national water types that covers most of the area, our reading of the map. Relative loss: our choice, to give the
 * dead of the biomass statistics by county; areas 1 and 2 the loss of 2023 by the Fish Health Report (7.7 and 22.4 %),
 * 13 lower and 3 higher than their counties as in it (5.3, 25.5 %).
 */
public final class Coast {

    /** A place at sea. */
    record Place(double latitude, double longitude) {}

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

    /** All areas, south to north; area n has index n - 1. */
    public static final List<Area> AREAS = List.of(
            area(1, 0, 11, "S", 1.22, 58.06, 7.07, 58.14, 8.26, 58.21, 6.64, 58.22, 6.68, 58.24, 6.60),
            area(2, 0, 62, "N", 2.70, 58.97, 5.94, 59.15, 5.86, 59.25, 5.39, 59.30, 6.32, 59.41, 5.86),
            area(3, 1, 153, "N", 2.08, 59.66, 5.53, 59.85, 5.26, 60.06, 5.45, 60.16, 5.21, 60.26, 6.21),
            area(4, 1, 143, "M", 1.58, 60.57, 4.88, 60.86, 4.96, 61.10, 5.83, 61.37, 5.02, 61.82, 5.25),
            area(5, 2, 44, "H", 1.16, 62.17, 5.60, 62.31, 6.09, 62.55, 6.14, 62.65, 6.73, 62.78, 6.93),
            area(6, 3, 150, "H", 0.99, 63.06, 7.59, 63.45, 8.17, 63.65, 8.88, 63.80, 9.61, 64.09, 9.88),
            area(7, 3, 75, "H", 1.36, 64.54, 10.88, 64.76, 11.54, 64.89, 11.76, 65.00, 11.06, 65.19, 12.67),
            area(8, 4, 96, "G", 0.96, 65.68, 12.34, 66.08, 12.20, 66.40, 12.42, 66.71, 13.56, 67.14, 13.98),
            area(9, 4, 116, "G", 1.07, 67.61, 15.37, 68.03, 16.25, 68.34, 15.38, 68.58, 14.71, 68.84, 14.85),
            area(10, 5, 76, "G", 1.26, 68.72, 17.14, 68.86, 16.40, 69.00, 17.44, 69.19, 17.04, 69.49, 17.67),
            area(11, 5, 48, "B", 1.42, 69.71, 18.36, 69.85, 21.83, 69.91, 21.83, 69.97, 20.62, 70.07, 19.34),
            area(12, 6, 70, "B", 1.45, 70.14, 22.25, 70.26, 23.30, 70.51, 23.75, 70.67, 23.16, 70.89, 25.50),
            area(13, 6, 10, "B", 0.80, 69.73, 30.11, 69.91, 29.68, 69.92, 29.59, 70.02, 29.29, 70.54, 30.14));

    /** Number of platform areas. */
    static final int PLATFORM_AREAS = 7;

    private Coast() {}

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

    private static Area area(int id, int platformArea, int sites, String region, double relativeLoss,
            double... degrees) {
        Place[] places = new Place[degrees.length / 2];
        for (int i = 0; i < places.length; i++) {
            places[i] = new Place(degrees[2 * i], degrees[2 * i + 1]);
        }
        return new Area(id, platformArea, sites, region, relativeLoss, List.of(places));
    }
}
