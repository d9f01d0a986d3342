package io.tidemark.server.cli.setup;

import io.tidemark.server.backup.BackupException;
import io.tidemark.server.backup.BackupSummary;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.http.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The base of {@code backup} and {@code restore}: the lake, and how results are printed. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
abstract class DataCommand extends PrintingCommand {

    @Option(names = "--lake", order = 90, paramLabel = "LAKE", defaultValue = "${env:TIDEMARK_LAKE:-lake}")
    Path lake;

    void mustExist(Path backup) {
        if (!Files.exists(backup)) {
            throw wrong("there is no file " + backup);
        }
    }

    int failed(BackupException problem) {
        say(spec.qualifiedName(" ") + ": " + problem.getMessage());
        return FailureReport.DAMAGED;
    }

    void print(BackupSummary summary, String words) {
        summary.warnings().forEach(warning -> say("warning: " + warning));
        if (json) {
            printJson(Json.object("made_at", summary.madeAt(), "program", summary.program(),
                    "current", summary.current(), "snapshots", summary.snapshots(), "files", summary.files(),
                    "bytes", summary.bytes(), "warnings", summary.warnings()));
        } else {
            out().println(String.format(Locale.ROOT,
                    "%s: made %s by %s, %d files, %d snapshots, published %s, %,d bytes", words, summary.madeAt(),
                    summary.program(), summary.files(), summary.snapshots().size(), summary.current() == null
                    ? "none" : summary.current(), summary.bytes()));
        }
        out().flush();
    }
}
