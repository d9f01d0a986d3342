package io.tidemark.server.cli.console;

import io.tidemark.ingest.IngestEvent;
import io.tidemark.ingest.IngestProgress;
import java.io.Console;
import java.io.PrintStream;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** An ingest's progress on a terminal: a bar for each file, with rows per second. */
public final class ProgressBars implements IngestProgress {

    private static final int REDRAW_MILLIS = 200;
    private static final int MEGABYTE = 1024 * 1024;
    private static final DecimalFormat PER_SECOND = new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));

    private final PrintStream terminal;
    private final ProgressLines lines;
    private @Nullable ProgressBar bar;
    private boolean countsRows;

    /**
     * Draws bars on a terminal.
     *
     * @param lines prints events without a bar
     */
    public ProgressBars(PrintStream terminal, ProgressLines lines) {
        this.terminal = terminal;
        this.lines = lines;
    }

    /** Whether standard input and output are a terminal. */
    public static boolean areWanted() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }

    @Override
    public void on(IngestEvent event) {
        switch (event) {
            case IngestEvent.FileStarted file -> start(file);
            case IngestEvent.FileAdvanced file -> {
                if (bar != null) {
                    bar.stepTo((long) (bar.getMax() * file.share()));
                }
            }
            case IngestEvent.FileRead file -> {
                if (!end(file)) {
                    lines.on(event);
                }
            }
            case IngestEvent.LakeMade _, IngestEvent.Waiting _, IngestEvent.Overtaken _, IngestEvent.StepBegun _ -> lines.on(event);
        }
    }

    private void start(IngestEvent.FileStarted file) {
        countsRows = file.aboutRows() > 0;
        bar = new ProgressBarBuilder().setTaskName(file.path()).setStyle(ProgressBarStyle.ASCII)
                .setInitialMax(countsRows ? file.aboutRows() : file.bytes())
                .setUnit(countsRows ? " rows" : " MB", countsRows ? 1 : MEGABYTE).showSpeed(PER_SECOND)
                .hideEta().setUpdateIntervalMillis(REDRAW_MILLIS).setConsumer(new ConsoleProgressBarConsumer(terminal)).build();
    }

    // returns whether a bar already shows everything
    private boolean end(IngestEvent.FileRead file) {
        ProgressBar drawn = bar;
        if (drawn == null) {
            return false;
        }
        bar = null;
        if (file.failure() == null && countsRows) {
            drawn.maxHint(file.rows());
            drawn.stepTo(file.rows());
        } else if (file.failure() == null) {
            drawn.stepTo(drawn.getMax());
        }
        drawn.close();
        return file.failure() == null;
    }
}
