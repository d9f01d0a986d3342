package io.tidemark.server.cli;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestReport;
import io.tidemark.ingest.Outcome;
import io.tidemark.server.answer.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark ingest}: a delivery becomes a published snapshot, or is rejected as a whole. */
@Command(name = "ingest", sortOptions = false,
        description = {"Check a delivery and publish it as a new snapshot.", "",
            "A delivery holds any of reference/, authority/ and farmers/<farmer_id>/. Bad rows go to LAKE/rejects with file, "
                + "line, column, value and reason; a file with too many of them rejects its delivery, and nothing of it is "
                + "published.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:published, or nothing new, or a good dry run", "2:wrong usage", "3:the delivery was rejected",
            "4:another ingest is writing to the lake", "5:the lake cannot be used"},
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark ingest delivery --lake lake", "  tidemark ingest delivery --dry-run --json"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class IngestCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The delivery's folder.")
    Path dir;

    @Option(names = "--lake", paramLabel = "LAKE", defaultValue = "lake",
            description = "Folder of the lake; made when absent (default: ${DEFAULT-VALUE}).")
    Path lake;

    @Option(names = "--dry-run", description = "Do everything but publish.")
    boolean dryRun;

    @Option(names = "--max-reject-rate", paramLabel = "R", defaultValue = "" + IngestOptions.DEFAULT_MAX_REJECT_RATE,
            description = "Share of bad rows above which a file rejects its delivery (default: ${DEFAULT-VALUE}).")
    double maxRejectRate;

    @Option(names = "--today", paramLabel = "DATE", description = "The last day that data may have (default: today in Norway).")
    @Nullable LocalDate today;

    @Option(names = "--json", description = "Print the report as one JSON document on standard output.")
    boolean json;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    boolean help;

    @Override
    public Integer call() {
        if (!(maxRejectRate >= 0 && maxRejectRate <= 1)) {
            throw new ParameterException(spec.commandLine(), "--max-reject-rate is a share from 0 to 1, not " + maxRejectRate);
        }
        PrintWriter err = spec.commandLine().getErr();
        IngestReport report = Ingest.run(
                new IngestOptions(dir, Lake.at(lake), today == null ? Today.inNorway() : today, dryRun, maxRejectRate), line -> {
                    err.println(line);
                    err.flush();
                });
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(new String(Json.bytes(report), StandardCharsets.UTF_8));
        } else {
            IngestTable.print(report, out);
        }
        out.flush();
        return report.outcome() == Outcome.REJECTED ? FailureReport.REJECTED : FailureReport.DONE;
    }
}
