package io.tidemark.data.verify;

import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.table.Column;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A rule that the rows of a snapshot must follow.
 * @param kind   how bad a violation is
 * @param table  the table whose rows are wrong
 * @param needs  the tables that the query reads
 * @param wrong  the fault of the rows that the query finds
 * @param query  a query for the wrong rows, each as one text
 * @param byYear whether it can be checked a year at a time
 */
record RowRule(Finding.Kind kind, String table, List<String> needs, String wrong, String query, boolean byYear) {

    private static final String UNIT_DAY = "concat_ws(' ', date, site_id, unit_id)";

    /** All rules. */
    static List<RowRule> all() {
        List<RowRule> rules = new ArrayList<>();
        LakeTables.delivered().forEach(table -> rules.add(keyIsUnique(table)));
        LakeTables.delivered().forEach(table -> table.columns().forEach(column -> {
            Column.Reference known = column.known();
            if (known != null) {
                rules.add(known(table.name(), column.name(), known));
            }
        }));
        // an ingest accepts such rows with a warning: the list may change, and the codes are FAO's
        rules.add(known("stock_day", "species_code", new Column.Reference("species", "code", false)));
        // snapshots older than this rule have such sites
        rules.add(new RowRule(Finding.Kind.WARNING, "site", List.of("site"),
                "has a production area on land, where there are none",
                "SELECT site_id FROM site WHERE placement = 'onshore' AND production_area_id IS NOT NULL", false));
        rules.add(fault("platform_area", List.of("platform_area", "production_area"),
                "names a production area that is not there",
                "SELECT m.area_id || ' ' || m.id FROM (SELECT area_id, unnest(production_area_ids) AS id FROM "
                        + "platform_area) AS m WHERE m.id NOT IN (SELECT area_id FROM production_area)", false));
        rules.add(fault("production_area", List.of("platform_area", "production_area"),
                "is not in exactly one platform area",
                "SELECT p.area_id FROM production_area AS p LEFT JOIN (SELECT unnest(production_area_ids) AS id "
                        + "FROM platform_area) AS m ON m.id = p.area_id GROUP BY p.area_id HAVING count(m.id) <> 1",
                        false));
        rules.addAll(ofStock());
        LakeTables.delivered().forEach(table -> table.columns().stream().filter(column -> !column.allowed().isEmpty())
                .forEach(column -> rules.add(values(table.name(), column))));
        return rules;
    }

    private static List<RowRule> ofStock() {
        List<String> both = List.of("stock_day", "loss_day");
        return List.of(
                fault("stock_day", List.of("stock_day"), "has a count or a weight below zero, or more losses than fish",
                        "SELECT " + UNIT_DAY + " FROM stock_day WHERE fish_count < 0 OR avg_weight_gram < 0 OR feed_g "
                                + "< 0 OR mortality_count + culling_count > fish_count", true),
                fault("stock_day", List.of("stock_day"), "has a delivered_count and no fish_count that losses raised",
                        "SELECT " + UNIT_DAY
                        + " FROM stock_day WHERE (delivered_count IS NULL) <> (delivered_weight_gram IS NULL) OR "
                        + "delivered_count < 0 "
                        + "OR delivered_count >= fish_count OR delivered_count IS NOT NULL AND fish_count <> "
                        + "mortality_count + culling_count", true),
                fault("stock_day", List.of("stock_day"), "has a biomass_g that is not fish_count x avg_weight_gram",
                        "SELECT "
                        + UNIT_DAY + " FROM stock_day WHERE biomass_g <> round(CAST(fish_count AS BIGINT) * "
                        + "avg_weight_gram, 0)", true),
                fault("loss_day", List.of("loss_day"), "has a count or a weight below zero",
                        "SELECT " + UNIT_DAY + " FROM loss_day WHERE loss_count < 0 OR loss_biomass_g < 0", true),
                fault("loss_day", both, "has losses of a unit without stock of the same farmer that day", "SELECT "
                        + UNIT_DAY
                        + " FROM loss_day ANTI JOIN stock_day USING (date, site_id, unit_id, farmer_id)", true),
                fault("stock_day", both, "has loss columns that are not the sums of loss_day",
                        "SELECT " + UNIT_DAY + """
                         FROM stock_day AS s LEFT JOIN (
                            SELECT date, site_id, unit_id,
                                sum(loss_count) FILTER (loss_type = 'mortality') AS dead,
                                sum(loss_biomass_g) FILTER (loss_type = 'mortality') AS dead_g,
                                sum(loss_count) FILTER (loss_type = 'culling') AS culled,
                                sum(loss_biomass_g) FILTER (loss_type = 'culling') AS culled_g
                            FROM loss_day GROUP BY date, site_id, unit_id) AS l USING (date, site_id, unit_id)
                        WHERE mortality_count <> coalesce(dead, 0) OR mortality_biomass_g <> coalesce(dead_g, 0)
                           OR culling_count <> coalesce(culled, 0)
                           OR culling_biomass_g <> coalesce(culled_g, 0)""", true));
    }

    private static RowRule keyIsUnique(TableContract table) {
        String key = String.join(", ", table.key());
        return fault(table.name(), List.of(table.name()), "has several rows of one key (" + key + ")",
                "SELECT concat_ws(' ', " + key + ") FROM " + table.name() + " GROUP BY " + key + " HAVING count(*) > 1",
                table.isPartitioned() && table.key().contains(table.yearPartition()));
    }

    private static RowRule known(String table, String column, Column.Reference known) {
        // in an empty list nothing is found, not even null, so that NOT IN holds for it
        return new RowRule(known.isStrict() ? Finding.Kind.FAULT : Finding.Kind.WARNING, table,
                List.of(table, known.table()), "has a " + column + " that table " + known.table() + " does not have",
                "SELECT DISTINCT CAST(" + column + " AS VARCHAR) FROM " + table + " WHERE " + column
                        + " IS NOT NULL AND " + column + " NOT IN (SELECT " + known.column() + " FROM " + known.table()
                        + ")", false);
    }

    private static RowRule values(String table, Column column) {
        return fault(table, List.of(table), "has a " + column.name() + " that is none of "
                + String.join(", ", column.allowed()),
                "SELECT DISTINCT " + column.name() + " FROM " + table + " WHERE " + column.name() + " NOT IN ("
                        + column.allowed().stream().map(SqlLiteral::of).collect(Collectors.joining(", ")) + ")", false);
    }

    private static RowRule fault(String table, List<String> needs, String wrong, String query, boolean byYear) {
        return new RowRule(Finding.Kind.FAULT, table, needs, wrong, query, byYear);
    }

    /** A query for the number of wrong rows and some examples. */
    String sql() {
        return "SELECT count(*), array_to_string(min(CAST(example AS VARCHAR), 3), '; ') FROM (" + query
                + ") AS w(example)";
    }
}
