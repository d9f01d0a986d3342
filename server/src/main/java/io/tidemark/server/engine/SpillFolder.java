package io.tidemark.server.engine;

import io.tidemark.data.file.DurableFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * A separate spill folder for each engine. A DuckDB instance clears its whole folder when it ends, including files of
 * other instances.
 */
public final class SpillFolder implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(SpillFolder.class.getName());
    private static final String NAME = "engine-";
    /** Tolerance: the start time of a process is less exact than that of a file. */
    private static final Duration CLOCKS = Duration.ofSeconds(2);

    private final Path path;

    private SpillFolder(Path path) {
        this.path = path;
    }

    /** Creates a folder inside another one, readable only by its owner. */
    public static SpillFolder make(Path below) {
        try {
            Files.createDirectories(below);
            return new SpillFolder(Files.createTempDirectory(below, NAME + ProcessHandle.current().pid() + "-"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder in " + below, e);
        }
    }

    /** Deletes the folders of killed servers. */
    public static void clearDead(Path below) {
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
                && ProcessHandle.of(Long.parseLong(parts[1])).filter(ProcessHandle::isAlive)
                        .filter(process -> isOf(process, folder)).isEmpty();
    }

    // process ids are reused, in a container at every start: a process that started later did not create the folder
    private static boolean isOf(ProcessHandle process, Path folder) {
        try {
            Instant changed = Files.getLastModifiedTime(folder).toInstant();
            return process.info().startInstant().filter(start -> start.isAfter(changed.plus(CLOCKS))).isEmpty();
        } catch (IOException e) {
            return true;
        }
    }

    /** The path of the folder. */
    public Path path() {
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
