package io.tidemark.server.cli.ingest;

import io.tidemark.data.history.JobRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.ingest.IngestOutcome;
import io.tidemark.ingest.IngestReport;
import io.tidemark.ingest.watch.WatchListener;
import io.tidemark.server.cli.console.Today;
import io.tidemark.server.http.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** Prints reports of ingests, for people or as JSON. */
record ReportOutput(PrintWriter out, PrintWriter err, boolean json, boolean quiet,
        LocalTime publishAt, Lake lake) implements WatchListener {

    /** A report of a watched delivery, and its time. */
    private record Watched(String at, String delivery, IngestReport report) {}

    void print(IngestReport report) {
        print(report, report);
    }

    private void print(IngestReport report, Object document) {
        if (json) {
            out.println(new String(Json.bytes(document), StandardCharsets.UTF_8));
        } else {
            IngestTable.print(report, out, quiet);
        }
        out.flush();
    }

    void say(String line) {
        err.println(line);
        err.flush();
    }

    @Override
    public void taking(String delivery) {
        say("taking " + delivery);
    }

    @Override
    public void taken(String delivery, IngestReport report) {
        name(delivery);
        print(report, watched(delivery, report));
        if (report.outcome() != IngestOutcome.REJECTED) {
            JobRecord.write(lake, "ingest", Duration.ZERO);
        }
    }

    // several deliveries are published together, and their files have the same names
    private void name(String delivery) {
        if (!json) {
            out.println("delivery " + delivery);
        }
    }

    private static Watched watched(String delivery, IngestReport report) {
        return new Watched(ZonedDateTime.now(Today.NORWAY).truncatedTo(ChronoUnit.SECONDS).toOffsetDateTime()
                .toString(), delivery, report);
    }

    @Override
    public void failed(String delivery, String reason, Duration wait) {
        say(delivery + " could not be ingested: " + reason + "; it is tried again in " + wait.toSeconds() + " seconds");
    }

    @Override
    public void setAside(String delivery, String reason) {
        say(delivery + " is SET ASIDE, it could not be ingested: " + reason
                + "; it is tried again when it changes or the watch is restarted");
    }

    @Override
    public void rolledBack(String delivery, String snapshot) {
        say(delivery + " was rolled back with snapshot " + snapshot
                + "; to take it in again deliver it again, or touch a file of it");
    }

    @Override
    public void stray(String message) {
        say(message);
    }

    @Override
    public void pruned(Pruning pruning) {
        pruning.removed().forEach(id -> say("removed snapshot " + id));
        JobRecord.write(lake, "prune", Duration.ZERO);
    }

    @Override
    public void checked(String delivery, IngestReport report) {
        name(delivery);
        print(report, watched(delivery, report));
        say(delivery + (report.outcome() == IngestOutcome.REJECTED
                ? " would be rejected; it is checked again with the others "
                        + "at " : " has no errors and waits for ") + publishAt);
    }

    @Override
    public void postponed(String delivery, LakeInUseException reason) {
        say(delivery + " has to wait: " + reason.getMessage());
    }
}
