package io.tidemark.data.snapshot;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The note {@code ledger/pending}: the ledger has an entry for a snapshot that is not yet published. If the process
 * dies before it publishes the snapshot, the next holder of the lake's lock removes the entry, which nobody has seen.
 *
 * @param entry    the entry's file in the ledger
 * @param snapshot the snapshot's id
 */
public record PendingLedger(@JsonProperty("entry") String entry, @JsonProperty("snapshot") String snapshot) {

    private static Path file(Lake lake) {
        return lake.ledger().resolve("pending");
    }

    /** Reads the note of a lake; present while a run publishes, or after it died there. */
    public static Optional<PendingLedger> of(Lake lake) {
        try {
            return Optional.of(Lake.read(file(lake), PendingLedger.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new LakeException("cannot read " + file(lake) + ": " + LakeLock.reason(e), e);
        }
    }

    /** Writes the note. Call with the lake's lock held. */
    public void write(Lake lake) throws IOException {
        DurableFiles.replace(file(lake), Lake.JSON.writeValueAsBytes(this), FilePermissions.FILE);
    }

    /** Removes the note, and the entry if its snapshot was not published. Call with the lake's lock held. */
    public static void settle(Lake lake) throws IOException {
        if (!DurableFiles.isThere(file(lake))) {
            return;
        }
        PendingLedger pending = Lake.read(file(lake), PendingLedger.class);
        Path entry = lake.ledger().resolve(pending.entry).normalize();
        if (!lake.currentId().map(SnapshotId::text).equals(Optional.of(pending.snapshot))
                && entry.startsWith(lake.ledger())) {
            Files.deleteIfExists(entry);
            unmark(lake, pending.snapshot);
        }
        DurableFiles.syncFolder(lake.ledger());
        Files.delete(file(lake));
    }

    // a discarded folder stays and can be published later; by then the ledger may have another entry of that number
    private static void unmark(Lake lake, String snapshot) throws IOException {
        if (!SnapshotId.isOne(snapshot) || !lake.isReadable(new SnapshotId(snapshot))) {
            return;
        }
        Snapshot stays;
        try {
            stays = lake.open(new SnapshotId(snapshot));
        } catch (LakeException e) {
            // without a readable manifest the folder is no snapshot and names no entry
            return;
        }
        stays.manifest().with(null).write(stays.folder());
    }
}
