package io.tidemark.server.cli.ingest;

import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.generate.GeneratorSummary;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.Today;
import io.tidemark.server.http.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark generate}: writes a synthetic delivery. */
@Command(name = "generate", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class GenerateCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

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

    @Option(names = "--json")
    boolean json;

    @Option(names = {"-h", "--help"}, usageHelp = true)
    boolean help;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        LocalDate last = end == null ? Today.inNorway().minusDays(1) : end;
        GeneratorOptions options = new GeneratorOptions(sites, units, years, seed, last, register, groups, story);
        GeneratorSummary summary = new DeliveryGenerator(options).write(dir, progress -> {
                    err.println(progress);
                    err.flush();
                });
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(new String(Json.bytes(fields(summary)), StandardCharsets.UTF_8));
        } else {
            summary.tables().forEach(t -> out.printf("%-24s %,12d rows %,15d bytes%n", t.table(), t.rows(), t.bytes()));
            summary.notes().forEach(err::println);
            out.println("wrote " + dir + ": " + summary.sites() + " sites, " + summary.farmers() + " farmers, "
                    + summary.begin() + " to " + summary.end());
        }
        out.flush();
        return FailureReport.DONE;
    }

    private static Map<String, Object> fields(GeneratorSummary summary) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("dir", summary.dir().toString());
        fields.put("begin", summary.begin().toString());
        fields.put("end", summary.end().toString());
        fields.put("sites", summary.sites());
        fields.put("farmers", summary.farmers());
        fields.put("tables", summary.tables());
        fields.put("notes", summary.notes());
        return fields;
    }
}
