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
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes each sub-folder of a folder as a delivery once it is complete, in order of name: at once where its sender says so by
 * a marker file, otherwise when it has not changed for a while. What was taken is remembered; a delivery that looks
 * different later is taken again.
 *
 * <p>With a time of publishing, deliveries are tried as they land, so that their senders hear of mistakes, and taken together at that
 * time, into one snapshot: two snapshots can be subtracted, and then tell the figures of those few who delivered in between.
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
    private final @Nullable PublishTime publishTime;
    private final Map<String, Seen> seen = new HashMap<>();
    private long begun;
    /** What a delivery looked like when it was tried. */
    private final Map<String, String> tried = new HashMap<>();

    /**
     * A watch that has not begun.
     *
     * @param folder  the folder whose sub-folders are deliveries
     * @param settle  how long an unmarked delivery must not have changed
     * @param options how to ingest a delivery
     * @param publishTime when deliveries are published together; null to publish each as it is complete
     */
    public DeliveryWatch(Path folder, Lake lake, Duration settle, Function<Path, IngestOptions> options,
            IngestConduct conduct, WatchListener listener, @Nullable PublishTime publishTime) {
        this.folder = folder;
        this.lake = lake;
        this.settle = settle;
        this.options = options;
        this.conduct = conduct;
        this.listener = listener;
        this.publishTime = publishTime;
    }

    /**
     * Watches until it is asked to stop.
     *
     * @throws LakeException when the lake is damaged or cannot be written
     * @throws IngestStoppedException when it was asked to stop in the middle of a delivery
     */
    public void run() throws InterruptedException {
        begun = System.nanoTime();
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
        tried.keySet().retainAll(names);
        boolean due = publishTime == null || state.isDue(publishTime);
        SortedMap<String, DeliveryPrint> together = new TreeMap<>();
        boolean allSettled = true;
        for (String name : names) {
            if (conduct.stop().isRequested()) {
                return;
            }
            try {
                DeliveryPrint print = DeliveryPrint.of(folder.resolve(name));
                if (state.has(name, print)) {
                    continue;
                }
                if (!isComplete(name, print)) {
                    allSettled = false;
                } else if (publishTime == null) {
                    take(new TreeMap<>(Map.of(name, print)), state);
                } else if (due) {
                    together.put(name, print);
                } else if (!print.text().equals(tried.get(name))) {
                    check(name, print);
                }
            } catch (IOException e) {
                // it changes under our eyes: it is not complete
                seen.remove(name);
            }
        }
        // a watch that catches up gives what lies there the time to prove that it is complete
        boolean begins = !allSettled && System.nanoTime() - begun < settle.toNanos();
        if (publishTime != null && due && !begins && (together.isEmpty() || take(together, state))) {
            state.published(publishTime);
        }
    }

    /** Takes some deliveries into one snapshot; whether their turn has come. */
    private boolean take(SortedMap<String, DeliveryPrint> together, WatchState state) {
        List<String> names = List.copyOf(together.keySet());
        try {
            List<IngestReport> reports = Ingest.run(lake, names.stream().map(name -> options.apply(folder.resolve(name))).toList(),
                    conduct, delivery -> listener.taking(String.valueOf(delivery.getFileName())));
            for (int i = 0; i < names.size(); i++) {
                IngestReport report = reports.get(i);
                SnapshotId snapshot = report.snapshot();
                // what changed meanwhile looks different from what is noted, and is taken again
                state.put(names.get(i), new WatchState.Taken(Objects.requireNonNull(together.get(names.get(i))).text(), report.outcome(),
                        snapshot == null ? null : snapshot.text()));
                listener.taken(names.get(i), report);
            }
            return true;
        } catch (LakeInUseException e) {
            listener.postponed(String.join(", ", names), e);
            return false;
        }
    }

    // what is wrong now may be right at the time of publishing, after those before it: nothing is noted
    private void check(String name, DeliveryPrint print) {
        listener.taking(name);
        try {
            listener.checked(name, Ingest.run(options.apply(folder.resolve(name)).trial(), conduct));
            tried.put(name, print.text());
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
