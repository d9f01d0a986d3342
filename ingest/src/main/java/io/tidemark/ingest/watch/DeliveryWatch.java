package io.tidemark.ingest.watch;

import io.tidemark.data.ledger.LedgerPruning;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestControl;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestOutcome;
import io.tidemark.ingest.IngestReport;
import io.tidemark.ingest.IngestStoppedException;
import io.tidemark.ingest.system.SystemFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Ingests each sub-folder of a watched folder as a delivery, in order of name, when it is complete: it has a marker
 * file, or it has not changed for a while. The watch records processed deliveries;
 * one that changes later is processed again.
 *
 * <p>A delivery that fails without a fault of its own is retried and then set aside, so that others are not blocked.
 *
 * <p>With a publishing time, the watch checks deliveries as they arrive, so that their senders learn of mistakes, and
 * ingests them together at that time into one snapshot. Otherwise subtracting two snapshots could reveal the figures of
 * the few companies that delivered in between.
 */
public final class DeliveryWatch {

    private record Seen(String print, long sinceNanos) {}

    private final Path folder;
    private final Lake lake;
    private final WatchOptions options;
    private final IngestControl conduct;
    private final WatchListener listener;
    private final PublishedChain chain;
    private final Retries retries;
    private final Map<String, Seen> seen = new HashMap<>();
    /** Deliveries that could not be read at the last look, and since when, in nanoseconds. */
    private final Map<String, Long> unread = new HashMap<>();
    private final Set<String> said = new HashSet<>();
    /** When the first look ended; it sees all existing deliveries. */
    private @Nullable Long firstLookEnd;
    /** The fingerprint of each delivery at its last try. */
    private final Map<String, String> tried = new HashMap<>();
    /** The current delivery. */
    private String present = "";

    /**
     * Prepares a watch.
     * @param folder the folder whose sub-folders are deliveries
     */
    public DeliveryWatch(Path folder, Lake lake, WatchOptions options, IngestControl conduct, WatchListener listener) {
        this.folder = folder;
        this.lake = lake;
        this.options = options;
        this.conduct = conduct;
        this.listener = listener;
        chain = new PublishedChain(lake);
        retries = new Retries(options.waits());
    }

    /**
     * Watches until a stop is requested.
     *
     * @throws LakeException if the lake is damaged
     * @throws IngestStoppedException if a stop was requested in the middle of a delivery
     */
    public void run() throws InterruptedException {
        try (WatchState state = WatchState.open(lake, folder)) {
            look(state);
            firstLookEnd = System.nanoTime();
            while (!conduct.stop().await(options.lookEvery())) {
                look(state);
            }
        }
    }

    private void look(WatchState state) {
        long now = System.nanoTime();
        WatchedFolder landing = WatchedFolder.of(folder);
        landing.strays().stream().filter(said::add).forEach(listener::stray);
        // forget deliveries that are gone
        List<String> names = landing.deliveries();
        state.keepOnly(names);
        retries.keepOnly(names);
        seen.keySet().retainAll(names);
        unread.keySet().retainAll(names);
        tried.keySet().retainAll(names);
        // take or check each complete one; with a time to publish, gather them until it comes
        PublishTime publishTime = options.publishTime();
        boolean due = publishTime == null || state.isDue(publishTime);
        SortedMap<String, DeliveryPrint> together = new TreeMap<>();
        boolean allSettled = true;
        for (String name : names) {
            if (conduct.stop().isRequested()) {
                return;
            }
            try {
                DeliveryPrint print = DeliveryPrint.of(folder.resolve(name));
                unread.remove(name);
                if (isTaken(name, print, state) || retries.isSetAside(name, print)) {
                    continue;
                }
                if (!isComplete(name, print, now) || retries.hasToWait(name, print)) {
                    allSettled = false;
                } else if (publishTime == null) {
                    take(new TreeMap<>(Map.of(name, print)), state);
                } else if (due) {
                    together.put(name, print);
                } else if (!print.text().equals(tried.get(name))) {
                    check(name, print, state);
                }
            } catch (IOException e) {
                // it is still changing, so it is not complete
                seen.remove(name);
                allSettled = false;
                sayUnread(name, e, now);
            }
        }
        // a watch that starts with a backlog first waits until it knows which of the existing deliveries are complete
        boolean isStarting = !allSettled && (firstLookEnd == null || now - firstLookEnd < options.settle().toNanos());
        if (publishTime != null && due && !isStarting && !isAnyWaiting(names)
                && (together.isEmpty() || take(together, state))) {
            state.published(publishTime);
        }
    }

    // an entry vanished during the look, or this user may not read the delivery; the latter does not end by itself
    private void sayUnread(String name, IOException reason, long now) {
        boolean lasts = now - unread.computeIfAbsent(name, n -> now) >= options.settle().toNanos();
        if (lasts && said.add("unread " + name)) {
            listener.stray(name + " is not taken: it cannot be read (" + reason.getClass().getSimpleName() + ": "
                    + reason.getMessage() + ")");
        }
    }

    private boolean isAnyWaiting(List<String> names) {
        return names.stream().anyMatch(retries::hasToWait);
    }

    private boolean isTaken(String name, DeliveryPrint print, WatchState state) {
        WatchState.Taken before = state.find(name, print).orElse(null);
        String snapshot = before == null ? null : before.snapshot();
        if (before == null || snapshot == null || !chain.isRolledBack(snapshot)) {
            return before != null;
        }
        boolean again = before.arrival() != null && !before.arrival().equals(print.arrival());
        if (!again && said.add(name + " " + snapshot)) {
            listener.rolledBack(name, snapshot);
        }
        return !again;
    }

    /** Ingests deliveries into one snapshot; returns whether they are done. */
    private boolean take(SortedMap<String, DeliveryPrint> together, WatchState state) {
        List<String> names = List.copyOf(together.keySet());
        present = names.getFirst();
        boolean published;
        try {
            List<IngestReport> reports = Ingest.run(lake, names.stream().map(this::ingest).toList(), conduct,
                    delivery -> {
                present = String.valueOf(delivery.getFileName());
                listener.taking(present);
            });
            for (int i = 0; i < names.size(); i++) {
                IngestReport report = reports.get(i);
                SnapshotId snapshot = report.snapshot();
                DeliveryPrint print = Objects.requireNonNull(together.get(names.get(i)));
                // a delivery that changed meanwhile differs from its record and is processed again
                state.put(names.get(i), new WatchState.Taken(print.text(), report.outcome(), snapshot == null
                        ? null : snapshot.text(), print.arrival()));
                retries.done(names.get(i));
                listener.taken(names.get(i), report);
            }
            published = reports.stream().anyMatch(report -> report.outcome() == IngestOutcome.PUBLISHED);
        } catch (LakeInUseException e) {
            listener.postponed(String.join(", ", names), e);
            return false;
        } catch (IngestStoppedException e) {
            throw e;
        } catch (RuntimeException | OutOfMemoryError e) {
            fail(present, Objects.requireNonNull(together.get(present)), e, state);
            return false;
        }
        if (published) {
            prune();
        }
        return true;
    }

    private IngestOptions ingest(String name) {
        return options.ingest().apply(folder.resolve(name));
    }

    private void prune() {
        if (options.keep().isPresent()) {
            try (LakeLock _ = lake.lock()) {
                listener.pruned(LedgerPruning.carryOut(Pruning.plan(lake, options.keep().getAsInt()), lake));
            } catch (LakeInUseException e) {
                // the next publication prunes for this one too
                return;
            } catch (LakeException e) {
                // the deliveries are published in any case
                listener.stray("old snapshots could not be removed: " + e.getMessage());
            }
        }
    }

    // record nothing: a delivery that fails now may succeed at the publishing time, after the ones before it
    private void check(String name, DeliveryPrint print, WatchState state) {
        listener.taking(name);
        try {
            listener.checked(name, Ingest.run(ingest(name).trial(), conduct));
            tried.put(name, print.text());
            retries.done(name);
            state.works(name);
        } catch (LakeInUseException e) {
            listener.postponed(name, e);
        } catch (IngestStoppedException e) {
            throw e;
        } catch (RuntimeException | OutOfMemoryError e) {
            fail(name, print, e, state);
        }
    }

    // one delivery must not block the others; an unreadable lake ends the watch
    private void fail(String name, DeliveryPrint print, Throwable problem, WatchState state) {
        lake.current();
        String reason = problem.getMessage() == null
                || !(problem instanceof LakeException || problem instanceof SystemFileException)
                ? problem.getClass().getSimpleName() + ": " + problem.getMessage() : problem.getMessage();
        state.failed(name, reason);
        retries.failed(name, print).ifPresentOrElse(wait -> listener.failed(name, reason, wait),
                () -> listener.setAside(name, reason));
    }

    /** Whether the delivery has a marker, or had not changed for long enough when this look began. */
    private boolean isComplete(String name, DeliveryPrint print, long now) {
        if (print.files() == 0) {
            return false;
        }
        Seen before = seen.get(name);
        if (before == null || !before.print().equals(print.text())) {
            before = new Seen(print.text(), System.nanoTime());
            seen.put(name, before);
        }
        return print.complete() || now - before.sinceNanos() >= options.settle().toNanos();
    }
}
