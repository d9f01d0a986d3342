package io.tidemark.server.live;

import java.util.List;

/** What {@link ConfidentialityTest} does about each route there is: counted, or why nothing of it has to be hidden. */
final class RouteCover {

    private static final String COUNTED = "counted";

    // definitions: what is hidden are benchmark values in mortality, feeding and the platform's biomass; not temperatures,
    // treatments, labels, the authority's figures, nor anything of the caller's own
    private static final List<String> TABLE = """
            /v2/feeding/sfr-by-country-and-temperature              | counted
            /v2/feeding/sfr-by-region-and-temperature               | counted
            /v2/mortality/categories/changelog                      | changes of the code list
            /v2/mortality/categories/codelist                       | the code list
            /v2/mortality/categories/level-1                        | the code list
            /v2/mortality/categories/level-2                        | the code list
            /v2/mortality/categories/top-by-country                 | counted
            /v2/mortality/categories/top-by-region                  | counted
            /v2/mortality/mortality-rate-by-country                 | counted
            /v2/mortality/mortality-rate-by-region                  | counted
            /v3/common/farm-and-site-stats                          | how many companies and sites there are
            /v3/common/farmer/me                                    | the caller itself
            /v3/common/farmers-in-platform                          | who takes part, and where
            /v3/common/farmers-per-po                               | how many groups there are in an area
            /v3/common/generations                                  | labels
            /v3/common/marine-typology-regions                      | labels
            /v3/common/marine-typology-types                        | labels
            /v3/common/platform-areas                               | labels
            /v3/common/production-area                              | labels
            /v3/common/site                                         | the authority's register
            /v3/common/site/{site_id}                               | the authority's register
            /v3/environment/sea-temperature-analysis                | temperatures
            /v3/environment/temperature-by-production-area-and-week | temperatures
            /v3/environment/temperature-by-week-and-region          | temperatures
            /v3/environment/temperature-depths-by-region            | temperatures
            /v3/environment/temperature-trends-by-region            | temperatures
            /v3/feeding/sfr-by-weeknumber-and-year                  | counted
            /v3/feeding/sfr-days-per-temperature                    | counted
            /v3/feeding/sfr_temperature_by_region_and_week          | counted
            /v3/inventory/platform-authority-biomass-by-month       | counted
            /v3/mortality/areas/month                               | counted
            /v3/mortality/areas/week                                | counted
            /v3/mortality/categories/distribution                   | counted
            /v3/mortality/categories/rank                           | counted
            /v3/mortality/categories/rank/week                      | counted
            /v3/mortality/categories/rate                           | counted
            /v3/mortality/generations/rate                          | counted
            /v3/mortality/region/rolling-12-month                   | counted
            /v3/mortality/size                                      | counted
            /v3/mortality/size/categories                           | counted
            /v3/mortality/size/month                                | counted
            /v3/treatment/by-generation                             | treatments
            /v3/treatment/by-site                                   | treatments; who sees whose is the access matrix
            /v3/treatment/by-size                                   | treatments
            /v3/treatment/detail-by-category-and-week               | treatments
            /v3/treatment/summary-by-area-and-week                  | treatments
            """.lines().toList();

    private RouteCover() {}

    /** Paths of all routes. */
    static List<String> routes() {
        return TABLE.stream().map(line -> cell(line, 0)).toList();
    }

    /** Paths of the routes whose cells are counted. */
    static List<String> counted() {
        return TABLE.stream().filter(line -> cell(line, 1).equals(COUNTED)).map(line -> cell(line, 0)).toList();
    }

    private static String cell(String line, int column) {
        return line.split("\\|", 2)[column].strip();
    }
}
