package io.tidemark.data.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A file locked by the operating system for one holder at a time; the lock ends with the process, even by {@code kill
 * -9}.
 */
public final class LockedFile implements AutoCloseable {

    // when a process closes any channel to a file, the system releases all its locks on the file: so a file that this
    // process holds is recorded here and never opened a second time
    private static final Set<Path> HELD = new HashSet<>();
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);
    /** Threads of this process hold a lock for bounded work, such as making keys, however busy the machine is. */
    private static final Duration MAX_TURN = Duration.ofSeconds(60);
    private static final Duration LOOK_AGAIN_AFTER = Duration.ofMillis(2);

    private final Path file;
    private final FileChannel channel;

    private LockedFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Locks between threads, for {@link #exclusively}: a system lock belongs to the whole process. */
    private static final Map<Path, ReentrantLock> TURNS = new ConcurrentHashMap<>();

    /** Work under an exclusive lock; may throw E. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        /** Runs the work. */
        T run() throws E;
    }

    /**
     * Runs work exclusively among all threads and processes that lock this file; waits five seconds for another
     * process.
     *
     * @param lock       a separate lock file, created if missing; its folder must exist
     * @param attributes attributes of a new lock file, such as its permissions
     * @throws IOException if another process keeps the lock, for example a suspended one
     */
    public static <T, E extends Exception> T exclusively(Path lock, FileAttribute<?> attributes, Work<T, E> work)
            throws IOException, E {
        ReentrantLock turn = TURNS.computeIfAbsent(real(lock), file -> new ReentrantLock());
        take(turn, lock);
        long end = System.nanoTime() + MAX_WAIT.toNanos();
        try (FileChannel channel = FileChannel.open(lock, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                attributes)) {
            // closing the channel releases the lock
            take(channel, lock, end);
            return work.run();
        } finally {
            turn.unlock();
        }
    }

    private static void take(ReentrantLock turn, Path lock) throws IOException {
        try {
            if (!turn.tryLock(MAX_TURN.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException("other work here holds " + lock + "; try again");
            }
        } catch (InterruptedException e) {
            throw interrupted(lock, e);
        }
    }

    // the system's own wait for a lock has no timeout
    private static void take(FileChannel channel, Path lock, long end) throws IOException {
        try {
            while (channel.tryLock() == null) {
                if (System.nanoTime() - end > 0) {
                    throw new IOException("another process holds " + lock + "; try again, or end that process");
                }
                Thread.sleep(LOOK_AGAIN_AFTER);
            }
        } catch (InterruptedException e) {
            throw interrupted(lock, e);
        }
    }

    private static IOException interrupted(Path lock, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new IOException("interrupted while waiting for " + lock, cause);
    }

    /** Locks a file, and creates it if missing; empty if another process has locked it. Its folder must exist. */
    public static Optional<LockedFile> tryHold(Path path) throws IOException {
        synchronized (HELD) {
            Path file = real(path);
            if (HELD.contains(file)) {
                return Optional.empty();
            }
            FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    FilePermissions.LOCK);
            boolean held = false;
            try {
                FileOwnership.giveToFolderOwner(file);
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
            return Optional.of(new LockedFile(file, channel));
        }
    }

    /** Whether a process has locked the file. Needs no write access. */
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

    /** The locked file. */
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
