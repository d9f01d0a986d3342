package io.tidemark.server.cli.console;

import io.tidemark.ingest.IngestEvent;
import io.tidemark.ingest.IngestProgress;
import java.io.PrintWriter;
import java.util.Locale;

/** An ingest's progress for a log: a line for each event. */
public final class ProgressLines implements IngestProgress {

    private final PrintWriter out;
    private final boolean files;
    private boolean saidWaiting;

    /**
     * Prints to {@code out}.
     *
     * @param files whether to print files that were read; where the report is a table, it has them
     */
    public ProgressLines(PrintWriter out, boolean files) {
        this.out = out;
        this.files = files;
    }

    @Override
    public void on(IngestEvent event) {
        switch (event) {
            case IngestEvent.LakeMade made -> say("created a new lake in " + made.root());
            case IngestEvent.Waiting _ -> {
                if (!saidWaiting) {
                    saidWaiting = true;
                    say("waiting: another process is writing to the lake");
                }
            }
            case IngestEvent.Overtaken overtaken -> say("another process published " + overtaken.by() + "; "
                    + switch (overtaken.then()) {
                        case MERGING_WITH_IT -> "merging with it";
                        case KEEPING_BOTH -> "it changed other years, so both changes are kept";
                        case READING_AGAIN -> "ingesting the delivery again on top of it";
                    });
            case IngestEvent.FileStarted _ -> { }
            case IngestEvent.FileRead read -> {
                if (files) {
                    say(read.path() + ": " + (read.failure() != null ? "cannot be ingested"
                            : String.format(Locale.ROOT, "%,d rows in %.1f s", read.rows(), read.seconds())));
                }
            }
            case IngestEvent.StepBegun step -> {
                // the ingest may wait again: before it changes the lake, and before it publishes
                saidWaiting = false;
                say(step.step().words());
            }
        }
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }
}
