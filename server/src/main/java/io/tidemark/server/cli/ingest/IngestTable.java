package io.tidemark.server.cli.ingest;

import io.tidemark.ingest.FileReport;
import io.tidemark.ingest.IngestReport;
import io.tidemark.ingest.ReasonCount;
import io.tidemark.server.cli.console.TerminalTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints an ingest's report for people: a line per file, the most frequent reasons, and the outcome. */
public final class IngestTable {

    private static final int REASONS_SHOWN = 10;
    private static final int PATHS_SHOWN = 6;

    private IngestTable() {}

    /** Prints a report. */
    public static void print(IngestReport report, PrintWriter out) {
        print(report, out, false);
    }

    /** Prints a report, or only its warnings and errors, and the outcome. */
    static void print(IngestReport report, PrintWriter out, boolean quiet) {
        if (!quiet) {
            TerminalTable.print(files(report), out);
        }
        report.files().forEach(file -> file.notes().forEach(note -> out.println(file.path() + ": " + note)));
        report.warnings().forEach(warning -> out.println("warning: " + warning));
        if (report.noBenchmark() != null) {
            out.println("warning: " + report.noBenchmark());
        }
        failures(report).forEach((failure, paths) -> out.println(paths.getFirst() + (paths.size() == 1 ? "" : " and "
                + (paths.size() - 1) + " more (" + String.join(", ",
                paths.subList(1, Math.min(paths.size(), PATHS_SHOWN)))
                + (paths.size() > PATHS_SHOWN ? ", ..." : "") + ")") + ": " + failure));
        for (ReasonCount reason : report.reasons().stream().limit(REASONS_SHOWN).toList()) {
            out.printf(Locale.ROOT, "%,d rows of %s%s: %s (%s)%n", reason.count(), reason.table(),
                    reason.column().isEmpty() ? "" : "." + reason.column(), reason.reason(), reason.example());
        }
        if (report.rejects() != null) {
            out.println("rejected rows: " + report.rejects());
        }
        out.println(switch (report.outcome()) {
            case PUBLISHED -> "published snapshot " + report.snapshot();
            case NOTHING_NEW -> "nothing new: the delivery changes nothing, the published snapshot is unchanged";
            case DRY_RUN -> "the delivery has no errors; nothing was published (dry run)";
            case REJECTED -> "REJECTED: nothing of this delivery is published";
        });
    }

    // prints a message common to many files once
    private static Map<String, List<String>> failures(IngestReport report) {
        Map<String, List<String>> failures = new LinkedHashMap<>();
        for (FileReport file : report.files()) {
            if (file.failure() != null) {
                failures.computeIfAbsent(file.failure(), failure -> new ArrayList<>()).add(file.path());
            }
        }
        return failures;
    }

    private static List<List<String>> files(IngestReport report) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("file", "rows", "accepted", "rejected", "seconds"));
        for (FileReport file : report.files()) {
            rows.add(List.of(file.path(), count(file.read()), count(file.accepted()), count(file.rejected()),
                    String.format(Locale.ROOT, "%.1f", file.seconds())));
        }
        return rows;
    }

    private static String count(long rows) {
        return String.format(Locale.ROOT, "%,d", rows);
    }
}
