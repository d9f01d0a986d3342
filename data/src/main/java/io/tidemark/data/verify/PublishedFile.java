package io.tidemark.data.verify;

import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.LakeLock;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A file of a lake, with the digest that it was published with. Snapshots share unchanged files by hard links,
 * which are one file here.
 *
 * @param path   the path in a snapshot's folder, or in the ledger's behind {@code ledger/}
 * @param sha256 the digest by the manifest or the ledger's log, lower-case hex; empty for a record without one
 * @param bytes  the size by the same
 * @param owners the snapshots that have the file, or the ledger
 * @param links  its places on disk
 */
public record PublishedFile(String path, String sha256, long bytes, List<String> owners, List<Path> links) {

    /** Copies the lists. */
    public PublishedFile {
        owners = List.copyOf(owners);
        links = List.copyOf(links);
    }

    /** The snapshots that have it, or the ledger, for people. */
    public String place() {
        String names = String.join(", ", owners);
        return owners.isEmpty() ? "the lake" : path.startsWith(LakeRecords.LEDGER) || path.startsWith(LakeScrub.COPY)
                ? names : (owners.size() > 1 ? "snapshots " : "snapshot ") + names;
    }

    /**
     * Reads the file and compares it with its digest; empty if it is sound.
     *
     * @param pace called before each 64 KiB; may sleep, or throw to stop
     */
    Optional<DamagedFile> damage(Runnable pace) {
        try {
            Path file = links.getFirst();
            String now = Sha256.hex(file, pace);
            return now.equals(sha256) ? Optional.empty()
                    : Optional.of(new DamagedFile(this, "has SHA-256 " + now + ", published was " + sha256));
        } catch (NoSuchFileException e) {
            return Optional.of(new DamagedFile(this, "is missing"));
        } catch (IOException e) {
            // a disk that cannot read a block says so
            return Optional.of(new DamagedFile(this, "cannot be read: " + LakeLock.reason(e)));
        }
    }
}
