package io.tidemark.server.query;

import io.tidemark.data.snapshot.DurableFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A folder for what an engine cannot hold in memory, of its own: DuckDB clears its whole folder when an instance ends, also of what
 * another one has there.
 */
final class SpillFolder implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(SpillFolder.class.getName());
    private static final String NAME = "engine-";

    private final Path path;

    private SpillFolder(Path path) {
        this.path = path;
    }

    /** Makes one below a folder, which only its owner may read. */
    static SpillFolder make(Path below) {
        try {
            Files.createDirectories(below);
            return new SpillFolder(Files.createTempDirectory(below, NAME + ProcessHandle.current().pid() + "-"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder in " + below, e);
        }
    }

    /** Clears what servers left there that were killed. */
    static void clearDead(Path below) {
        try (Stream<Path> folders = Files.isDirectory(below) ? Files.list(below) : Stream.empty()) {
            for (Path folder : folders.filter(SpillFolder::isDead).toList()) {
                DurableFiles.deleteTree(folder);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot clear " + below + ": " + e.getMessage());
        }
    }

    private static boolean isDead(Path folder) {
        String[] parts = String.valueOf(folder.getFileName()).split("-", -1);
        return parts.length == 3 && parts[0].equals("engine") && parts[1].matches("[0-9]{1,18}")
                && ProcessHandle.of(Long.parseLong(parts[1])).filter(ProcessHandle::isAlive).isEmpty();
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        try {
            DurableFiles.deleteTree(path);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot clear " + path + ": " + e.getMessage());
        }
    }
}
