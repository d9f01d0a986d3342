package io.tidemark.data.verify;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerCopy;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.release.RestatedSnapshot;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Goes on without the entries of a ledger that are lost for good. The entries before the first lost one stay, if their
 * files are whole; all later periods are released again from the published snapshot. Earlier answers can be subtracted
 * from later ones.
 */
public final class LedgerRecovery {

    /**
     * What is left of a ledger.
     *
     * @param kept      the number of entries that stay
     * @param lost      the number of entries after them, readable or not
     * @param snapshots the snapshots that were published with one of those, which they name no more
     */
    public record Loss(int kept, int lost, List<String> snapshots) {

        /** Copies the list. */
        public Loss {
            snapshots = List.copyOf(snapshots);
        }
    }

    private LedgerRecovery() {}

    /**
     * Looks what is lost. Call with the lake's lock held.
     *
     * @throws LakeException if something is only out of reach, or the published snapshot itself is damaged
     */
    public static Loss look(Lake lake) {
        List<DamagedFile> damaged = LakeScrub.of(lake, () -> { }).damaged();
        damaged.stream().filter(one -> one.isDenied() || (!one.file().path().startsWith(LakeRecords.LEDGER)
                && !one.file().path().startsWith(LakeScrub.COPY))).findFirst().ifPresent(one -> {
            throw new LakeException(one.words() + "; only a ledger can be recovered, and only when all else is whole: "
                    + "tidemark snapshot repair");
        });
        LakeRecords records = LakeRecords.of(lake);
        Map<Integer, LedgerEntry> entries = records.entries();
        int length = Math.max(Ledger.of(lake).length(), records.manifests().values().stream().map(Manifest::ledger)
                .mapToInt(mark -> mark == null ? 0 : mark.length()).max().orElse(0));
        int kept = 0;
        while (entries.containsKey(kept + 1)) {
            kept++;
        }
        boolean isLost = kept < length || damaged.stream()
                .anyMatch(one -> one.file().path().startsWith(LakeRecords.LEDGER));
        while (isLost && kept > 0 && !isWhole(lake, Objects.requireNonNull(entries.get(kept)))) {
            kept--;
        }
        int last = kept;
        return new Loss(kept, isLost ? length - kept : 0, records.manifests().entrySet().stream()
                .filter(one -> one.getValue().ledger() != null && one.getValue().ledger().length() > last)
                .map(Map.Entry::getKey).toList());
    }

    private static boolean isWhole(Lake lake, LedgerEntry entry) {
        return entry.tables().values().stream().flatMap(table -> table.files().stream()).allMatch(file -> {
            try {
                return Sha256.hex(lake.ledger().resolve(file.path())).equals(file.sha256());
            } catch (IOException e) {
                return false;
            }
        });
    }

    /**
     * Carries it out, and publishes a new snapshot with the rows of the published one. Call with the lake's lock held.
     *
     * @param instance any session of the engine to use
     * @param stop     called from time to time; throws to stop
     */
    public static SnapshotRelease.Outcome carryOut(Lake lake, Loss loss, DuckSession instance, Runnable stop) {
        Snapshot before = lake.published();
        Ledger ledger = Ledger.of(lake);
        LakeException.run("cannot recover the ledger " + ledger.folder(), () -> {
            for (String name : loss.snapshots()) {
                Snapshot snapshot = lake.open(new SnapshotId(name));
                snapshot.manifest().with(null).write(snapshot.folder());
            }
            for (int number = ledger.length(); number > loss.kept(); number--) {
                Files.deleteIfExists(ledger.folder().resolve(ledger.logName(number)));
            }
        });
        LedgerCopy.of(lake).ifPresent(copy -> copy.forget(loss.kept(), loss.snapshots()));
        return RestatedSnapshot.again(lake, before, made -> new SnapshotRelease(lake, instance, stop).recover(made));
    }
}
