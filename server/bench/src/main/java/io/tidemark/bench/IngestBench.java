package io.tidemark.bench;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures an ingest of a whole delivery into an empty lake against a bare COPY of the same CSV files to Parquet with
 * the lake's settings; then an ingest of one farmer's last 30 days into that lake. Ingest runs in a separate process,
 * so that its peak memory can be read.
 */
@Command(name = "bench ingest", mixinStandardHelpOptions = true,
        description = "Measures ingest against a bare COPY of the same files.")
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class IngestBench implements Callable<Integer> {

    private static final String PARQUET = " (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2, ROW_GROUP_SIZE "
            + "122880)";
    private static final Map<String, String> COLUMNS = new TreeMap<>(Map.of(
            "stock", "'date': 'DATE', 'site_id': 'VARCHAR', 'unit_id': 'VARCHAR', 'cohort_id': 'VARCHAR', "
                    + "'species_code': 'VARCHAR', 'fish_count': 'INTEGER', 'avg_weight_gram': 'DECIMAL(9,2)', "
                    + "'generation': 'VARCHAR', 'sea_transfer_date': 'DATE'",
            "losses", "'date': 'DATE', 'site_id': 'VARCHAR', 'unit_id': 'VARCHAR', 'loss_type': 'VARCHAR', "
                    + "'category_code': 'VARCHAR', 'loss_count': 'INTEGER', 'avg_weight_gram': 'DECIMAL(9,2)'",
            "feeding", "'date': 'DATE', 'site_id': 'VARCHAR', 'unit_id': 'VARCHAR', 'feed_kg': 'DECIMAL(12,3)'",
            "temperatures", "'date': 'DATE', 'site_id': 'VARCHAR', 'temperature': 'DECIMAL(5,2)', 'depth_m': "
                    + "'DECIMAL(5,1)', 'measurement_count': 'INTEGER'"));

    @Option(names = "--delivery", required = true, description = "A generated delivery.")
    Path delivery;

    @Option(names = "--work", required = true, description = "A folder for what is made, cleared first.")
    Path work;

    @Option(names = "--today", required = true, description = "The day after the delivery's last.")
    LocalDate today;

    /** Runs the measurements. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new IngestBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        DurableFiles.deleteTree(work);
        Files.createDirectories(work);
        double first = bareCopy();
        TimedIngest ingest = new TimedIngest(work.resolve("lake"), today, work.resolve("ingest.log"));
        TimedIngest.Ran whole = ingest.run(delivery);
        double bare = Math.min(first, bareCopy());
        Lake lake = Lake.at(work.resolve("lake"));
        Snapshot before = lake.current().orElseThrow();
        long stock = rows(before, "stock_day");
        System.out.printf(Locale.ROOT, "%,d stock rows, %,d losses, %d CPUs%n"
                + "bare COPY %.1f s, ingest %.1f s, ratio %.1f, peak memory %,d MB%n", stock, rows(before, "loss_day"),
                Runtime.getRuntime().availableProcessors(), bare, whole.seconds(),
                whole.seconds() / bare, whole.peakMb());
        TimedIngest.Ran correction = ingest.run(OneFarmersMonth.write(delivery, work.resolve("daily"), today));
        Set<String> old = hashes(before);
        long written = hashes(lake.current().orElseThrow()).stream().filter(h -> !old.contains(h)).count();
        System.out.printf(Locale.ROOT, "30 days of one farmer into it: %.1f s, %d of %d files written, peak memory "
                + "%,d MB%n", correction.seconds(), written, old.size(), correction.peakMb());
        return 0;
    }

    private static long rows(Snapshot snapshot, String table) {
        return snapshot.entries(LakeTables.all().stream().filter(t -> t.name().equals(table)).findFirst().orElseThrow())
                .stream().mapToLong(Manifest.FileEntry::rows).sum();
    }

    private static Set<String> hashes(Snapshot snapshot) {
        Set<String> hashes = new HashSet<>();
        LakeTables.all().forEach(t -> snapshot.entries(t).forEach(e -> hashes.add(e.path() + " " + e.sha256())));
        return hashes;
    }

    private double bareCopy() {
        try (DuckSession session = DuckSession.open(new EngineSettings(Runtime.getRuntime().availableProcessors(),
                4096, work))) {
            long start = System.nanoTime();
            COLUMNS.forEach((table, columns) -> session.run("COPY (SELECT * FROM read_csv("
                    + SqlLiteral.of(delivery.resolve(
                    "farmers/*/" + table + ".csv")) + ", auto_detect = false, header = true, delim = ',', quote = "
                    + "'\"', "
                    + "columns = {" + columns + "})) TO " + SqlLiteral.of(work.resolve(table + ".parquet")) + PARQUET));
            return (System.nanoTime() - start) / 1e9;
        }
    }
}
