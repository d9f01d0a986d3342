package io.tidemark.data.verify;

import io.tidemark.data.file.Sha256;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerCopy;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotId;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The records of a lake, which say what was published: {@code CURRENT}, the manifests and the ledger's log. A record
 * that cannot be read is damage: what it names could not be looked at.
 */
final class LakeRecords {

    static final String LEDGER = "ledger/";
    private static final String MANIFEST = "manifest.json";
    private static final String THE_LEDGER = "the ledger";

    private final Lake lake;
    private final Ledger ledger;
    private final @Nullable LedgerCopy copy;
    private final Map<String, Manifest> manifests = new LinkedHashMap<>();
    private final SortedMap<Integer, LedgerEntry> entries = new TreeMap<>();
    private final List<DamagedFile> damaged = new ArrayList<>();

    private LakeRecords(Lake lake) {
        this.lake = lake;
        this.copy = LedgerCopy.of(lake).orElse(null);
        this.ledger = Ledger.of(lake);
    }

    /** Reads the records of a lake. Needs no lock; what cannot be read is in {@link #damaged}. */
    static LakeRecords of(Lake lake) {
        LakeRecords records = new LakeRecords(lake);
        Set<String> named = new HashSet<>(records.current().stream().toList());
        List<String> without = records.readManifests();
        records.readLog();
        // a folder that people dropped has no manifest yet, and nothing names it
        records.manifests.values().stream().map(Manifest::parent).forEach(named::add);
        records.entries.values().stream().map(LedgerEntry::snapshot).forEach(named::add);
        without.stream().filter(name -> named.contains(name) || !records.copied(name).isEmpty())
                .forEach(name -> records.lost(name, "is missing"));
        return records;
    }

    /** The manifests that can be read, by snapshot, newest first. */
    Map<String, Manifest> manifests() {
        return manifests;
    }

    /** The entries of the ledger that can be read, by number. */
    SortedMap<Integer, LedgerEntry> entries() {
        return entries;
    }

    /** The records that are not what was published. */
    List<DamagedFile> damaged() {
        return damaged;
    }

    /** The number of records. */
    int count() {
        return manifests.size() + entries.size() + damaged.size();
    }

    private Optional<String> current() {
        try {
            lake.checkCurrent();
            Optional<SnapshotId> id = lake.currentId();
            id.filter(published -> !Lake.names(Objects.requireNonNull(lake.folder(published).getParent()))
                            .contains(published.text()))
                    .ifPresent(published -> lost(published.text(), "is missing, and CURRENT names the snapshot"));
            return id.map(SnapshotId::text);
        } catch (LakeException e) {
            damaged.add(new DamagedFile(new PublishedFile(LakeScrub.CURRENT, "", 0, List.of(),
                    List.of(lake.root().resolve(LakeScrub.CURRENT))), String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }

    // the digest of a snapshot's manifest in the copy; empty if unknown
    private String copied(String snapshot) {
        return copied(lake.manifest(new SnapshotId(snapshot)));
    }

    private String copied(Path record) {
        return copy == null ? "" : copy.digest(lake.root().relativize(record).toString()).orElse("");
    }

    private boolean isAsCopied(String snapshot) {
        String sha256 = copied(snapshot);
        return sha256.isEmpty() || sha256.equals(LakeException.get("cannot read the manifest of " + snapshot, () ->
                Sha256.hex(lake.manifest(new SnapshotId(snapshot)))));
    }

    private void lost(String snapshot, String problem) {
        damaged.add(new DamagedFile(new PublishedFile(MANIFEST, copied(snapshot), 0, List.of(snapshot),
                List.of(lake.manifest(new SnapshotId(snapshot)))), problem));
    }

    /** Returns the folders without a manifest. */
    private List<String> readManifests() {
        List<String> without = new ArrayList<>();
        try {
            for (SnapshotHistory.Entry entry : SnapshotHistory.of(lake).entries()) {
                Manifest manifest = entry.manifest();
                if (manifest != null && manifest.id().equals(entry.name()) && isAsCopied(entry.name())) {
                    manifests.put(entry.name(), manifest);
                } else if (manifest != null && manifest.id().equals(entry.name())) {
                    lost(entry.name(), "is not the manifest that was published, by its copy");
                } else if (manifest != null) {
                    lost(entry.name(), "is that of snapshot " + manifest.id());
                } else if (entry.isWithoutManifest()) {
                    without.add(entry.name());
                } else if (SnapshotId.isOne(entry.name())) {
                    lost(entry.name(), "cannot be read: " + entry.problem());
                }
            }
        } catch (LakeException e) {
            damaged.add(new DamagedFile(new PublishedFile("snapshots", "", 0, List.of(), List.of(lake.root())),
                    String.valueOf(e.getMessage())));
        }
        return without;
    }

    // from the last entry on: each has the digest of the one before
    private void readLog() {
        Map<Integer, String> published = new HashMap<>();
        manifests.values().stream().map(Manifest::ledger).filter(mark -> mark != null && mark.length() > 0)
                .forEach(mark -> published.putIfAbsent(mark.length(), mark.sha256()));
        try {
            int length = Math.max(published.keySet().stream().reduce(ledger.length(), Math::max),
                    copy == null ? 0 : copy.length());
            String next = null;
            for (int number = length; number > 0; number--) {
                LedgerEntry entry = readEntry(number, next, published.get(number));
                next = entry == null ? null : entry.previous();
            }
        } catch (LakeException e) {
            damaged.add(new DamagedFile(new PublishedFile(LEDGER, "", 0, List.of(THE_LEDGER), List.of(ledger.folder())),
                    String.valueOf(e.getMessage())));
        }
    }

    private @Nullable LedgerEntry readEntry(int number, @Nullable String next, @Nullable String published) {
        Path file = ledger.folder().resolve(ledger.logName(number));
        String kept = copy == null ? "" : copied(file);
        String expected = published != null ? published : next != null ? next : kept.isEmpty() ? null : kept;
        String problem;
        try {
            String seen = Sha256.hex(file);
            problem = published != null && !seen.equals(published)
                    ? "is not the entry that the snapshot was published with"
                    : next != null && !seen.equals(next) ? "is not the entry that entry " + (number + 1) + " follows"
                    : expected != null && !seen.equals(expected) ? "is not the entry that its copy has" : "";
            if (problem.isEmpty()) {
                LedgerEntry entry = ledger.entry(number);
                if (entry.number() == number) {
                    entries.put(number, entry);
                    return entry;
                }
                problem = "is entry " + entry.number();
            }
        } catch (LakeException e) {
            problem = String.valueOf(e.getMessage());
        } catch (NoSuchFileException e) {
            problem = "is missing";
        } catch (IOException e) {
            problem = "cannot be read: " + LakeLock.reason(e);
        }
        damaged.add(new DamagedFile(new PublishedFile(LEDGER + ledger.logName(number), expected == null ? "" : expected,
                0, List.of(THE_LEDGER), List.of(file)), problem));
        return null;
    }
}
