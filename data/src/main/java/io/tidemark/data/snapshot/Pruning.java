package io.tidemark.data.snapshot;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.SnapshotHistory.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The snapshots that a prune removes and keeps. Shared files stay in the remaining snapshots.
 *
 * @param removed the removed snapshots, oldest first
 * @param kept    the remaining ones, newest first
 * @param spared  the kept ones that stay only because they are open: a server serves them, or an ingest builds on them
 * @param rejects removed folders of rejected rows: those of removed snapshots, and of deliveries before the oldest kept
 */
public record Pruning(List<SnapshotId> removed, List<SnapshotId> kept, List<SnapshotId> spared, List<String> rejects) {

    /** The default number of snapshots to keep: a week of nightly deliveries. */
    public static final int DEFAULT_KEEP = 7;

    /** Copies the lists. */
    public Pruning {
        removed = List.copyOf(removed);
        kept = List.copyOf(kept);
        spared = List.copyOf(spared);
        rejects = List.copyOf(rejects);
    }

    /**
     * Plans a prune.
     * @param keep number of newest snapshots to keep, 1 or more; published and open ones, and folders without a
     *             readable manifest, always stay
     */
    public static Pruning plan(Lake lake, int keep) {
        if (keep < 1) {
            throw new IllegalArgumentException("at least one snapshot is kept, not " + keep);
        }
        List<SnapshotId> removed = new ArrayList<>();
        List<SnapshotId> kept = new ArrayList<>();
        List<SnapshotId> spared = new ArrayList<>();
        List<Entry> newestFirst = SnapshotHistory.of(lake).usable();
        for (int i = 0; i < newestFirst.size(); i++) {
            Entry entry = newestFirst.get(i);
            SnapshotId id = new SnapshotId(entry.name());
            boolean wanted = i < keep || entry.published();
            if (wanted || entry.open()) {
                kept.add(id);
                if (!wanted) {
                    spared.add(id);
                }
            } else {
                removed.addFirst(id);
            }
        }
        return new Pruning(removed, kept, spared, oldRejects(lake, removed, kept));
    }

    /** Carries out the plan and returns the result. Call with the lake's lock held. */
    public Pruning carryOut(Lake lake) {
        List<SnapshotId> gone = new ArrayList<>();
        List<SnapshotId> stay = new ArrayList<>(kept);
        List<SnapshotId> opened = new ArrayList<>(spared);
        LakeRecovery recovery = new LakeRecovery(lake);
        LakeException.run("cannot prune " + lake.root(), () -> {
            for (SnapshotId id : removed) {
                Path aside = recovery.setAside(id);
                // a lease is taken before the snapshot is opened: either this check sees the lease, or its taker finds
                // no snapshot
                if (lake.leases().open().contains(id)) {
                    Files.move(aside, lake.folder(id), StandardCopyOption.ATOMIC_MOVE);
                    opened.add(id);
                    stay.add(id);
                } else {
                    DurableFiles.deleteTree(aside);
                    gone.add(id);
                }
            }
            for (String name : rejects) {
                DurableFiles.deleteTree(lake.rejectsFolder().resolve(name));
            }
            lake.owners().clear();
        });
        return new Pruning(gone, stay, opened, rejects);
    }

    // names are instants, so they sort by age
    private static List<String> oldRejects(Lake lake, List<SnapshotId> removed, List<SnapshotId> kept) {
        String oldest = kept.stream().filter(SnapshotId::isInstant).map(SnapshotId::text).min(String::compareTo)
                .orElse("");
        return Lake.names(lake.rejectsFolder()).stream()
                .filter(SnapshotId::isOne).filter(name -> removed.contains(new SnapshotId(name))
                        || (new SnapshotId(name).isInstant() && name.compareTo(oldest) < 0)).toList();
    }
}
