package io.tidemark.data.snapshot;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The note {@code ledger/pending} that an entry of the ledger was made for a snapshot that is not yet published. If the process dies before
 * it is, the next one that takes the lake's lock removes the entry: nobody has seen it.
 *
 * @param entry    the entry's file in the ledger
 * @param snapshot the snapshot's id
 */
public record PendingLedger(@JsonProperty("entry") String entry, @JsonProperty("snapshot") String snapshot) {

    private static Path file(Lake lake) {
        return lake.ledger().resolve("pending");
    }

    /** The note of a lake, if a run is about to publish, or has died there. */
    public static Optional<PendingLedger> of(Lake lake) {
        try {
            return Optional.of(Lake.JSON.readValue(file(lake).toFile(), PendingLedger.class));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new LakeException("cannot read " + file(lake) + ": " + e.getMessage(), e);
        }
    }

    /** Writes the note. Call with the lake's lock held. */
    public void write(Lake lake) throws IOException {
        DurableFiles.replace(file(lake), Lake.JSON.writeValueAsBytes(this), FilePermissions.FILE);
    }

    /** Removes the note, and the entry if its snapshot was not published. Call with the lake's lock held. */
    public static void settle(Lake lake) throws IOException {
        if (!Files.exists(file(lake))) {
            return;
        }
        PendingLedger pending = Lake.JSON.readValue(file(lake).toFile(), PendingLedger.class);
        Path entry = lake.ledger().resolve(pending.entry).normalize();
        if (!lake.currentId().map(SnapshotId::text).equals(Optional.of(pending.snapshot)) && entry.startsWith(lake.ledger())) {
            Files.deleteIfExists(entry);
            unmark(lake, pending.snapshot);
        }
        DurableFiles.syncFolder(lake.ledger());
        Files.delete(file(lake));
    }

    // a dropped folder stays, and can be published later: by then there may be another entry of that number
    private static void unmark(Lake lake, String snapshot) throws IOException {
        if (!SnapshotId.isOne(snapshot) || !lake.isReadable(new SnapshotId(snapshot))) {
            return;
        }
        Snapshot stays;
        try {
            stays = lake.open(new SnapshotId(snapshot));
        } catch (LakeException e) {
            // without a readable manifest it is no snapshot, and names no entry
            return;
        }
        stays.manifest().with(null).write(stays.folder());
    }
}
