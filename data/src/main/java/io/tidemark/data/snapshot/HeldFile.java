package io.tidemark.data.snapshot;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A file locked by the operating system for one holder at a time; the lock ends with the process, even by {@code kill -9}. */
public final class HeldFile implements AutoCloseable {

    // when a process closes any channel to a file, the system releases all its locks on the file: so a file that this
    // process holds is recorded here and never opened a second time
    private static final Set<Path> HELD = new HashSet<>();

    private final Path file;
    private final FileChannel channel;

    private HeldFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Locks a file, and creates it if missing; empty if somebody else has locked it. Its folder must exist. */
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

    /** Whether the file is locked. Needs no write access. */
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
