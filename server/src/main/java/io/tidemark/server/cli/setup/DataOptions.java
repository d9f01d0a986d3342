package io.tidemark.server.cli.setup;

import io.tidemark.server.backup.BackupException;
import io.tidemark.server.backup.BackupSummary;
import io.tidemark.server.http.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The common options of {@code backup} and {@code restore}: the lake, and how results are printed. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class DataOptions {

    static final int DONE = 0;
    private static final int UNUSABLE = 5;

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Option(names = "--lake", order = 90, paramLabel = "LAKE", defaultValue = "${env:TIDEMARK_LAKE:-lake}")
    Path lake;

    @Option(names = "--json", order = 92)
    boolean json;

    @Option(names = {"-h", "--help"}, order = 93, usageHelp = true)
    boolean help;

    ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    void mustExist(Path backup) {
        if (!Files.exists(backup)) {
            throw wrong("there is no file " + backup);
        }
    }

    int failed(BackupException problem) {
        say(spec.qualifiedName(" ") + ": " + problem.getMessage());
        return UNUSABLE;
    }

    void print(BackupSummary summary, String words) {
        summary.warnings().forEach(warning -> say("warning: " + warning));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("made_at", summary.madeAt());
            fields.put("program", summary.program());
            fields.put("current", summary.current());
            fields.put("snapshots", summary.snapshots());
            fields.put("files", summary.files());
            fields.put("bytes", summary.bytes());
            fields.put("warnings", summary.warnings());
            out.println(new String(Json.bytes(fields), StandardCharsets.UTF_8));
        } else {
            out.println(String.format(Locale.ROOT,
                    "%s: made %s by %s, %d files, %d snapshots, published %s, %,d bytes", words, summary.madeAt(),
                    summary.program(), summary.files(), summary.snapshots().size(), summary.current() == null
                    ? "none" : summary.current(), summary.bytes()));
        }
        out.flush();
    }

    private void say(String message) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(message);
        err.flush();
    }
}
