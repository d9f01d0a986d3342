package io.tidemark.server.cli;

import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.ingest.IngestReport;
import io.tidemark.ingest.Outcome;
import io.tidemark.ingest.watch.WatchListener;
import io.tidemark.server.answer.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.LocalTime;

/** Reports of ingests, for people or as JSON. */
final class ReportOutput implements WatchListener {

    /** A report of a watched delivery. */
    private record Watched(String delivery, IngestReport report) {}

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;
    private final LocalTime publishAt;

    ReportOutput(PrintWriter out, PrintWriter err, boolean json, LocalTime publishAt) {
        this.out = out;
        this.err = err;
        this.json = json;
        this.publishAt = publishAt;
    }

    void print(IngestReport report) {
        print(report, report);
    }

    private void print(IngestReport report, Object document) {
        if (json) {
            out.println(new String(Json.bytes(document), StandardCharsets.UTF_8));
        } else {
            IngestTable.print(report, out);
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
        print(report, new Watched(delivery, report));
    }

    @Override
    public void checked(String delivery, IngestReport report) {
        print(report, new Watched(delivery, report));
        say(delivery + (report.outcome() == Outcome.REJECTED ? " would be rejected; it is tried again with the others at "
                : " is good and waits for ") + publishAt);
    }

    @Override
    public void postponed(String delivery, LakeInUseException reason) {
        say(delivery + " has to wait: " + reason.getMessage());
    }
}
