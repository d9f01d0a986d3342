package io.tidemark.server.cli.serve;

import io.tidemark.generate.GeneratorOptions;
import io.tidemark.generate.GeneratorProgress;
import io.tidemark.ingest.IngestEvent;
import io.tidemark.ingest.IngestProgress;
import java.util.function.Consumer;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows the progress of the demo's lake: one bar with the time on a terminal, otherwise a line for each part. */
final class DemoProgress implements IngestProgress, AutoCloseable {

    /** The approximate share of each part, in percent. */
    private static final int GENERATED = 20;
    private static final int READ = 60;
    private static final int WHOLE = 100;
    /** The share of each step after reading the files, for one of the two deliveries. */
    private static final int STEP = 3;
    private static final int REDRAW_MILLIS = 200;

    private final Consumer<String> lines;
    private final @Nullable ProgressBar bar;
    private long bytes;
    private long bytesRead;
    private long bytesOfFile;

    /** Draws on the terminal, or prints lines without one. */
    DemoProgress(boolean onTerminal, Consumer<String> lines) {
        this.lines = lines;
        this.bar = !onTerminal ? null : new ProgressBarBuilder().setTaskName("demo").setInitialMax(WHOLE)
                .setStyle(ProgressBarStyle.ASCII).setUnit(" %", 1).hideEta().setUpdateIntervalMillis(REDRAW_MILLIS)
                .setConsumer(new ConsoleProgressBarConsumer(System.err)).build();
    }

    void generating(GeneratorOptions options) {
        begin("generating", "generating " + options.sites() + " sites, " + options.begin() + " to " + options.end() + " ...");
    }

    void generated(GeneratorProgress progress) {
        stepTo((long) GENERATED * progress.done() / progress.of());
    }

    /** Starts the next ingest, with the size of its files in bytes. */
    void ingesting(long ofBytes) {
        bytes = Math.max(1, ofBytes);
        begin("ingesting", "ingesting ...");
    }

    private void begin(String part, String line) {
        if (bar == null) {
            lines.accept(line);
        } else {
            bar.setExtraMessage(part);
        }
    }

    @Override
    public void on(IngestEvent event) {
        switch (event) {
            case IngestEvent.FileStarted file -> bytesOfFile = file.bytes();
            case IngestEvent.FileRead _ -> {
                bytesRead += bytesOfFile;
                stepTo(GENERATED + (READ - GENERATED) * Math.min(bytesRead, bytes) / bytes);
            }
            case IngestEvent.StepBegun _ -> stepTo(bar == null ? 0 : Math.min(WHOLE, bar.getCurrent() + STEP));
            case IngestEvent.FileAdvanced _, IngestEvent.Waiting _, IngestEvent.Overtaken _, IngestEvent.LakeMade _ -> { }
        }
    }

    private void stepTo(long percent) {
        if (bar != null && percent > bar.getCurrent()) {
            bar.stepTo(percent);
        }
    }

    /** Ends the bar, even if the lake is not finished. */
    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
