package io.tidemark.server.cli.serve;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestEvent;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestOutcome;
import io.tidemark.ingest.IngestReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.function.Consumer;

/**
 * Makes the demo's lake: a coast of national size with two units per site, large enough that filters return figures
 * under the confidentiality rule, and with a story. It has two deliveries: the whole data,
 * then a correction of one company.
 */
final class DemoLake {

    /** Default number of sites. */
    static final int SITES = 1_000;

    private static final int UNITS = 2;
    private static final int GROUPS = 40;
    private static final int SITES_FOR_GROUPS = 400;

    private final Path delivery;
    private final Path lake;
    private final LocalDate today;
    private final Consumer<String> progress;

    /** Prepares a lake in a subfolder; the delivery ends on the day before today. */
    DemoLake(Path dir, LocalDate today, Consumer<String> progress) {
        this.delivery = dir.resolve("delivery");
        this.lake = dir.resolve("lake");
        this.today = today;
        this.progress = progress;
    }

    /** Generates and ingests the deliveries; returns the last report, or the report of a rejected delivery. */
    IngestReport make(int sites) {
        GeneratorOptions options = new GeneratorOptions(sites, UNITS, GeneratorOptions.DEFAULT_YEARS,
                GeneratorOptions.DEFAULT_SEED,
                today.minusDays(1), null, sites >= SITES_FOR_GROUPS ? GROUPS : null, true);
        progress.accept("generating " + options.sites() + " sites, " + options.begin() + " to " + options.end()
                + " ...");
        new DeliveryGenerator(options).write(delivery, _ -> { });
        progress.accept("ingesting it, as tidemark ingest does ...");
        IngestReport report = ingest(delivery);
        Path correction = delivery.resolve(DeliveryGenerator.CORRECTION);
        if (report.outcome() != IngestOutcome.PUBLISHED || !Files.isDirectory(correction)) {
            return report;
        }
        progress.accept("ingesting a correction of one company ...");
        return ingest(correction);
    }

    private IngestReport ingest(Path folder) {
        return Ingest.run(new IngestOptions(folder, Lake.at(lake), today, false,
                IngestOptions.DEFAULT_MAX_REJECT_RATE), event -> {
            if (event instanceof IngestEvent.StepBegun begun) {
                progress.accept("  " + begun.step().words());
            }
        });
    }
}
