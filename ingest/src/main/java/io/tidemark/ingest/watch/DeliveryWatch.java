package io.tidemark.ingest.watch;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestConduct;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestReport;
import io.tidemark.ingest.IngestStoppedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Takes each sub-folder of a folder as a delivery once it is complete, in order of name: at once where its sender says so by
 * a marker file, otherwise when it has not changed for a while. What was taken is remembered; a delivery that looks
 * different later is taken again.
 */
public final class DeliveryWatch {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private record Seen(String print, long sinceNanos) {}

    private final Path folder;
    private final Lake lake;
    private final Duration settle;
    private final Function<Path, IngestOptions> options;
    private final IngestConduct conduct;
    private final WatchListener listener;
    private final Map<String, Seen> seen = new HashMap<>();

    /**
     * A watch that has not begun.
     *
     * @param folder  the folder whose sub-folders are deliveries
     * @param settle  how long an unmarked delivery must not have changed
     * @param options how to ingest a delivery
     */
    public DeliveryWatch(Path folder, Lake lake, Duration settle, Function<Path, IngestOptions> options,
            IngestConduct conduct, WatchListener listener) {
        this.folder = folder;
        this.lake = lake;
        this.settle = settle;
        this.options = options;
        this.conduct = conduct;
        this.listener = listener;
    }

    /**
     * Watches until it is asked to stop.
     *
     * @throws LakeException when the lake is damaged or cannot be written
     * @throws IngestStoppedException when it was asked to stop in the middle of a delivery
     */
    public void run() throws InterruptedException {
        try (WatchState state = WatchState.open(lake, folder)) {
            do {
                look(state);
            } while (!conduct.stop().await(LOOK_EVERY));
        }
    }

    private void look(WatchState state) {
        List<String> names = deliveries();
        state.keepOnly(names);
        seen.keySet().retainAll(names);
        for (String name : names) {
            if (conduct.stop().isRequested()) {
                return;
            }
            try {
                DeliveryPrint print = DeliveryPrint.of(folder.resolve(name));
                if (!state.has(name, print) && isComplete(name, print)) {
                    take(name, print, state);
                }
            } catch (IOException e) {
                // it changes under our eyes: it is not complete
                seen.remove(name);
            }
        }
    }

    private void take(String name, DeliveryPrint print, WatchState state) {
        listener.taking(name);
        try {
            IngestReport report = Ingest.run(options.apply(folder.resolve(name)), conduct);
            SnapshotId snapshot = report.snapshot();
            // what changed meanwhile looks different from what is noted, and is taken again
            state.put(name, new WatchState.Taken(print.text(), report.outcome(), snapshot == null ? null : snapshot.text()));
            listener.taken(name, report);
        } catch (LakeInUseException e) {
            listener.postponed(name, e);
        }
    }

    private boolean isComplete(String name, DeliveryPrint print) {
        if (print.files() == 0) {
            return false;
        }
        long now = System.nanoTime();
        Seen before = seen.get(name);
        if (before == null || !before.print().equals(print.text())) {
            before = new Seen(print.text(), now);
            seen.put(name, before);
        }
        return print.complete() || now - before.sinceNanos() >= settle.toNanos();
    }

    private List<String> deliveries() {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(Files::isDirectory).map(entry -> String.valueOf(entry.getFileName()))
                    .filter(name -> !name.startsWith(".") && !name.startsWith("_")).sorted().toList();
        } catch (IOException e) {
            throw new LakeException("cannot look into " + folder + ": " + e.getMessage(), e);
        }
    }
}
