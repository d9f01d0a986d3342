package io.tidemark.data.snapshot;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** A file that one holder has at a time, by a lock of the operating system: it ends with the process, however that ends. */
public final class HeldFile implements AutoCloseable {

    // when a process closes any of its channels to a file, the system releases all its locks on that file: what this process holds
    // is known here and not opened a second time
    private static final Set<Path> HELD = new HashSet<>();

    private final Path file;
    private final FileChannel channel;

    private HeldFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Of {@link #exclusively}: the threads of this process take turns, since a lock of the system belongs to all of it. */
    private static final Map<Path, ReentrantLock> TURNS = new ConcurrentHashMap<>();

    /** Work that needs a file for itself; may throw E. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        /** Does it. */
        T run() throws E;
    }

    /**
     * Runs alone, among all threads and processes that do so with this file: waits until nobody has it.
     *
     * @param lock       a file of its own, which is made when it is not there; its folder must exist
     * @param attributes what it is made with, such as its permissions
     */
    public static <T, E extends Exception> T exclusively(Path lock, FileAttribute<?> attributes, Work<T, E> work)
            throws IOException, E {
        ReentrantLock turn = TURNS.computeIfAbsent(real(lock), file -> new ReentrantLock());
        turn.lock();
        try (FileChannel channel = FileChannel.open(lock, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), attributes);
                FileLock held = channel.lock()) {
            if (!held.isValid()) {
                throw new IOException(lock + " cannot be locked");
            }
            return work.run();
        } finally {
            turn.unlock();
        }
    }

    /** Takes a file, which is made when it is not there; empty when somebody has it. Its folder must exist. */
    public static Optional<HeldFile> tryHold(Path path) throws IOException {
        synchronized (HELD) {
            Path file = real(path);
            if (HELD.contains(file)) {
                return Optional.empty();
            }
            FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    LakeAccess.LOCK);
            boolean held = false;
            try {
                held = channel.tryLock() != null;
            } finally {
                if (!held) {
                    channel.close();
                }
            }
            if (!held) {
                return Optional.empty();
            }
            HELD.add(file);
            return Optional.of(new HeldFile(file, channel));
        }
    }

    /** Whether somebody has the file. Needs no right to write. */
    public static boolean isHeld(Path path) throws IOException {
        synchronized (HELD) {
            if (!Files.exists(path)) {
                return false;
            }
            Path file = real(path);
            if (HELD.contains(file)) {
                return true;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                return channel.tryLock(0, Long.MAX_VALUE, true) == null;
            }
        }
    }

    private static Path real(Path path) throws IOException {
        return Objects.requireNonNull(path.toAbsolutePath().getParent()).toRealPath()
                .resolve(Objects.requireNonNull(path.getFileName()));
    }

    /** The file. */
    public Path file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            channel.close();
            HELD.remove(file);
        }
    }
}
