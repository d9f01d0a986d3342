package io.tidemark.data.snapshot;

import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a lake's {@code snapshots/} at one moment.
 *
 * @param entries newest first; folders without a manifest last
 */
public record SnapshotHistory(List<Entry> entries) {

    private static final String NO_MANIFEST = "no manifest yet";

    /**
     * A folder under {@code snapshots/}.
     *
     * @param name      its name
     * @param manifest  its manifest; null if missing or unreadable
     * @param problem   why it is unusable, or null
     * @param published whether CURRENT names it
     * @param open      whether a server has it open, or an ingest builds on it
     */
    public record Entry(String name, @Nullable Manifest manifest, @Nullable String problem, boolean published,
            boolean open) {

        /** Whether it is a folder for a snapshot that has no manifest, as people drop them. */
        public boolean isWithoutManifest() {
            return NO_MANIFEST.equals(problem);
        }

        private Instant createdAt() {
            return manifest == null ? Instant.MIN : manifest.createdAt();
        }
    }

    /** Copies the list. */
    public SnapshotHistory {
        entries = List.copyOf(entries);
    }

    /** Reads the snapshots of a lake. Needs no lock and no write access. */
    public static SnapshotHistory of(Lake lake) {
        String published = published(lake);
        Set<SnapshotId> open = lake.leases().open();
        List<Entry> entries = new ArrayList<>();
        for (String name : folders(lake)) {
            boolean isOpen = open.stream().anyMatch(id -> id.text().equals(name));
            if (!SnapshotId.isOne(name)) {
                entries.add(new Entry(name, null, "its name is no snapshot id", false, isOpen));
                continue;
            }
            SnapshotId id = new SnapshotId(name);
            try {
                boolean has = lake.hasManifest(id);
                entries.add(new Entry(name, has ? lake.open(id).manifest() : null, has ? null : NO_MANIFEST,
                        name.equals(published), isOpen));
            } catch (LakeException e) {
                entries.add(new Entry(name, null, e.getMessage(), name.equals(published), isOpen));
            }
        }
        entries.sort(Comparator.comparing(Entry::createdAt).thenComparing(Entry::name).reversed());
        return new SnapshotHistory(entries);
    }

    // an invalid CURRENT counts as missing: snapshot commands must work then too
    private static @Nullable String published(Lake lake) {
        try {
            return lake.currentId().map(SnapshotId::text).orElse(null);
        } catch (LakeException e) {
            return null;
        }
    }

    private static List<String> folders(Lake lake) {
        return Lake.names(lake.snapshots()).stream()
                .filter(name -> Files.isDirectory(lake.snapshots().resolve(name))).toList();
    }

    /** Finds an entry by name. */
    public Optional<Entry> named(String name) {
        return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /** Returns an entry by name; throws {@link NoSuchSnapshotException} if it does not exist. */
    public Entry get(String name, Lake lake) {
        return named(name).orElseThrow(() -> new NoSuchSnapshotException("there is no snapshot " + name + " in "
                + lake.root() + "; tidemark snapshot list shows those that there are"));
    }

    /** The usable snapshots, newest first. */
    public List<Entry> usable() {
        return entries.stream().filter(entry -> entry.problem() == null).toList();
    }

    /**
     * The target of a rollback: the parent of the published snapshot; if that is gone, the newest older one.
     */
    public Optional<SnapshotId> beforePublished() {
        Entry now = entries.stream().filter(Entry::published).findFirst().orElse(null);
        List<Entry> usable = usable();
        if (now == null || now.manifest() == null) {
            // CURRENT names no usable snapshot: use the newest usable one
            return usable.stream().findFirst().map(entry -> new SnapshotId(entry.name()));
        }
        String base = now.manifest().parent();
        return usable.stream().filter(entry -> entry.name().equals(base)).findFirst()
                .or(() -> usable.stream().filter(entry -> entry.createdAt().isBefore(now.createdAt())).findFirst())
                .map(entry -> new SnapshotId(entry.name()));
    }
}
