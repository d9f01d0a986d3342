package io.tidemark.server.cli.ingest;

import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.generate.GeneratorSummary;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.cli.console.Today;
import io.tidemark.server.http.Json;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark generate}: writes a synthetic delivery. */
@Command(name = "generate", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class GenerateCommand extends PrintingCommand {

    @Parameters(paramLabel = "DIR")
    Path dir;

    @Option(names = "--sites", paramLabel = "N", defaultValue = "" + GeneratorOptions.DEFAULT_SITES)
    int sites;

    @Option(names = "--units", paramLabel = "N", defaultValue = "" + GeneratorOptions.DEFAULT_UNITS)
    int units;

    @Option(names = "--years", paramLabel = "N", defaultValue = "" + GeneratorOptions.DEFAULT_YEARS)
    int years;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "" + GeneratorOptions.DEFAULT_SEED)
    long seed;

    @Option(names = "--end", paramLabel = "DATE")
    @Nullable LocalDate end;

    @Option(names = "--groups", paramLabel = "N")
    @Nullable Integer groups;

    @Option(names = "--register", paramLabel = "FILE")
    @Nullable Path register;

    @Option(names = "--story")
    boolean story;

    @Override
    public Integer call() {
        LocalDate last = end == null ? Today.inNorway().minusDays(1) : end;
        GeneratorOptions options = new GeneratorOptions(sites, units, years, seed, last, register, groups, story);
        GeneratorSummary summary = new DeliveryGenerator(options).write(dir, progress -> say(progress.toString()));
        if (json) {
            printJson(fields(summary));
        } else {
            summary.tables().forEach(table -> out().printf("%-24s %,12d rows %,15d bytes%n", table.table(),
                    table.rows(), table.bytes()));
            summary.notes().forEach(this::say);
            out().println("wrote " + dir + ": " + summary.sites() + " sites, " + summary.farmers() + " farmers, "
                    + summary.begin() + " to " + summary.end());
        }
        out().flush();
        return FailureReport.DONE;
    }

    private static Map<String, Object> fields(GeneratorSummary summary) {
        return Json.object("dir", summary.dir().toString(), "begin", summary.begin().toString(),
                "end", summary.end().toString(), "sites", summary.sites(), "farmers", summary.farmers(),
                "tables", summary.tables(), "notes", summary.notes());
    }
}
