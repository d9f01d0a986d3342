package io.tidemark.bench;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;

/**
 * The last 30 days of the first farmer of a delivery, as a correction: with twice the feed, since a delivery that
 * changes nothing writes nothing.
 */
final class OneFarmersMonth {

    private static final List<String> TABLES = List.of("feeding", "losses", "stock", "temperatures");
    private static final int DAYS = 30;
    private static final int MEMORY_MB = 1024;

    private OneFarmersMonth() {}

    /** Writes the correction into a folder; returns the folder. */
    static Path write(Path delivery, Path folder, LocalDate today) throws IOException {
        Path farmer;
        try (Stream<Path> all = Files.list(delivery.resolve("farmers"))) {
            farmer = all.sorted().findFirst().orElseThrow();
        }
        Path to = Files.createDirectories(folder.resolve("farmers").resolve(farmer.getFileName()));
        try (DuckSession session = DuckSession.open(new EngineSettings(2, MEMORY_MB, folder))) {
            for (String table : TABLES) {
                String changed = table.equals("feeding") ? " REPLACE (CAST(feed_kg AS DECIMAL(12,3)) * 2 AS feed_kg)"
                        : "";
                session.run("COPY (SELECT *" + changed + " FROM read_csv("
                        + SqlLiteral.of(farmer.resolve(table + ".csv"))
                        + ", header = true, all_varchar = true) WHERE CAST(date AS DATE) >= CAST('"
                        + today.minusDays(DAYS)
                        + "' AS DATE)) TO " + SqlLiteral.of(to.resolve(table + ".csv")) + " (HEADER)");
            }
        }
        return folder;
    }
}
