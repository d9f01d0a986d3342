package io.tidemark.server.audit;

import io.tidemark.data.file.FileOwnership;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.LockedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;

/**
 * An append-only log that only its owner can read. Server and commands may write at the same time: each line is written
 * as a whole under a lock on a separate file, and the log is reopened for each line, so that logrotate may rename it
 * between two lines. Above a size limit, it is rotated to {@code .1}, that file to {@code .2} and so on.
 */
public final class AuditFile {
    private static final byte LINE_END = '\n';
    static final Set<StandardOpenOption> APPEND = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);

    private final Path file;
    private final Path lock;
    private final long largest;
    private final int keep;

    /**
     * Opens a log in an existing folder.
     * @param largest size limit in bytes; 0 for none
     * @param keep    number of rotated files to keep
     */
    public AuditFile(Path file, long largest, int keep) {
        this.file = file.toAbsolutePath();
        this.lock = this.file.resolveSibling(file.getFileName() + ".lock");
        this.largest = largest;
        this.keep = keep;
    }

    /** The path of the log. */
    public Path path() {
        return file;
    }

    /** Creates the log if it is missing; otherwise makes it private. */
    public void prepare() throws IOException {
        exclusively(() -> FileChannel.open(file, APPEND, FilePermissions.PRIVATE).close());
        if (!Files.getPosixFilePermissions(file).equals(FilePermissions.PRIVATE.value())) {
            Files.setPosixFilePermissions(file, FilePermissions.PRIVATE.value());
        }
    }

    /** Appends a line, given without a line end. If it cannot be written as a whole, no part of it stays. */
    public void append(byte[] line) throws IOException {
        byte[] ended = Arrays.copyOf(line, line.length + 1);
        ended[line.length] = LINE_END;
        exclusively(() -> {
            if (largest > 0 && Files.exists(file) && Files.size(file) > 0 && Files.size(file)
                    + ended.length > largest) {
                rotate();
            }
            boolean halfLine = endsInHalfLine(file);
            try (FileChannel channel = FileChannel.open(file, APPEND, FilePermissions.PRIVATE)) {
                long before = channel.size();
                try {
                    if (halfLine) {
                        write(channel, new byte[] {LINE_END});
                    }
                    write(channel, ended);
                } catch (IOException e) {
                    channel.truncate(before);
                    throw e;
                }
            }
        });
    }

    private static void write(FileChannel channel, byte[] content) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Whether a crash has cut the last line of a log: the next line would become part of it. */
    static boolean endsInHalfLine(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            channel.read(last, channel.size() - 1);
            return last.get(0) != LINE_END;
        }
    }

    private void rotate() throws IOException {
        for (int i = keep - 1; i >= 1; i--) {
            if (Files.exists(old(i))) {
                Files.move(old(i), old(i + 1), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        Files.move(file, old(1), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private Path old(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private void exclusively(Work work) throws IOException {
        LockedFile.exclusively(lock, FilePermissions.PRIVATE, () -> {
            work.run();
            // root runs commands too, and the server must be able to open the files that they create
            FileOwnership.giveToFolderOwner(lock);
            FileOwnership.giveToFolderOwner(file);
            return true;
        });
    }
}
