package io.tidemark.ingest;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A temporary lake for a dry run into a lake that does not exist. It is a separate folder on the same disk and is
 * removed with its content; another process may create the real lake meanwhile.
 */
record DryRunLake(Path folder) implements AutoCloseable {

    /** Whether the lake has no content yet: no folder, or an empty one. */
    static boolean isNeeded(Lake lake) {
        if (!Files.exists(lake.root())) {
            return true;
        }
        try (Stream<Path> content = Files.list(lake.root())) {
            return content.findAny().isEmpty();
        } catch (IOException e) {
            // the ingest reports the fault of the folder
            return false;
        }
    }

    /** Creates one in the parent folder of the lake. */
    static DryRunLake of(Lake lake) {
        Path existing = lake.root();
        while (!Files.exists(existing)) {
            existing = Objects.requireNonNull(existing.getParent());
        }
        try {
            return new DryRunLake(Files.createTempDirectory(existing, ".tidemark-dry-run-"));
        } catch (IOException e) {
            throw new LakeException("a dry run cannot write its work files to " + existing + ": " + LakeLock.reason(e),
                    e);
        }
    }

    /** The temporary lake. */
    Lake lake() {
        return Lake.at(folder);
    }

    @Override
    public void close() {
        try {
            DurableFiles.deleteTree(folder);
        } catch (IOException e) {
            throw new LakeException("the work files of the dry run cannot be removed: " + LakeLock.reason(e), e);
        }
    }
}
