package io.tidemark.data.ledger;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The note {@code ledger/served}: a server has served the lake. From then on somebody may have kept answers, and new
 * atoms would reveal what those answers hide.
 *
 * @param at      the time when a server first served the lake
 * @param program the server's version
 */
public record ServedMark(Instant at, String program) {

    private static Path file(Lake lake) {
        return lake.ledger().resolve("served");
    }

    /** Reads the mark of a lake; empty if no server has served it. */
    public static Optional<ServedMark> of(Lake lake) {
        try {
            return DurableFiles.isThere(file(lake)) ? Optional.of(Lake.read(file(lake), ServedMark.class))
                    : Optional.empty();
        } catch (IOException e) {
            throw new LakeException("cannot read " + file(lake) + ": " + LakeLock.reason(e), e);
        }
    }

    /** Writes the mark unless it exists; throws {@link LakeException} if the lake cannot be written. */
    public void leave(Lake lake) {
        if (Files.exists(file(lake))) {
            return;
        }
        LakeException.run("cannot write " + file(lake), () -> {
            FilePermissions.makeFolder(lake.ledger());
            DurableFiles.replace(file(lake), Lake.JSON.writeValueAsBytes(this), FilePermissions.FILE);
        });
    }
}
