package io.tidemark.ingest;

import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.check.FileResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Warns of farmers' tables that lost more rows than the delivery contained. A file replaces all days of a site from its
 * first to its last, so one mistyped year can delete a site's history.
 */
final class ShrunkTables {

    private static final Map<String, String> DELIVERED_AS = new TreeMap<>(Map.of(LakeTables.STOCK_DAY.name(), "stock",
            LakeTables.LOSS_DAY.name(), "losses",
            LakeTables.TEMPERATURE_DAY.name(), "temperatures", LakeTables.TREATMENT.name(), "treatments"));

    private ShrunkTables() {}

    /**
     * A warning for each such table.
     * @param changed the change in row count of each table
     * @param files   the delivery's files
     */
    static List<String> warnings(SortedMap<String, Long> changed, List<FileResult> files) {
        List<String> warnings = new ArrayList<>();
        DELIVERED_AS.forEach((table, source) -> {
            long brought = files.stream().filter(file -> file.table().equals(source))
                    .mapToLong(file -> file.read() - file.rejected()).sum();
            long lost = -changed.getOrDefault(table, 0L);
            if (brought > 0 && lost > brought) {
                warnings.add(table + " has " + lost + " rows less than before, and the delivery has " + brought
                        + ": a file replaces all days of a site from its first to its last, so look for a mistyped "
                        + "date");
            }
        });
        return warnings;
    }
}
