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
 * A lake for a dry run into one that does not exist. It lies on the same disk, in a folder of its own, and is removed with all that is in
 * it: others may make the real one meanwhile.
 */
final class DryRunLake implements AutoCloseable {

    private final Path folder;

    private DryRunLake(Path folder) {
        this.folder = folder;
    }

    /** Whether there is nothing of a lake yet: no folder, or an empty one. */
    static boolean isNeeded(Lake lake) {
        if (!Files.exists(lake.root())) {
            return true;
        }
        try (Stream<Path> content = Files.list(lake.root())) {
            return content.findAny().isEmpty();
        } catch (IOException e) {
            // the ingest itself says what is wrong with it
            return false;
        }
    }

    /** Makes one in the folder that the lake would be made in. */
    static DryRunLake of(Lake lake) {
        Path existing = lake.root();
        while (!Files.exists(existing)) {
            existing = Objects.requireNonNull(existing.getParent());
        }
        try {
            return new DryRunLake(Files.createTempDirectory(existing, ".tidemark-dry-run-"));
        } catch (IOException e) {
            throw new LakeException("a dry run cannot write its work files to " + existing + ": " + LakeLock.reason(e), e);
        }
    }

    /** The lake. */
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
