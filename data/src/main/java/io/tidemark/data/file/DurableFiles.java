package io.tidemark.data.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** File operations that return only when the change is on disk. */
public final class DurableFiles {

    private DurableFiles() {}

    /**
     * Replaces a file's content in one step: readers see the old bytes or the new ones.
     *
     * @param attributes attributes of the new file, such as its permissions
     */
    public static void replace(Path file, byte[] content, FileAttribute<?>... attributes) throws IOException {
        Path draft = draftOf(file);
        Files.deleteIfExists(draft);
        try {
            try (FileChannel channel = FileChannel.open(draft,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)) {
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
        syncFolder(Objects.requireNonNull(file.toAbsolutePath().getParent()));
    }

    /** The temporary file of {@link #replace}. A crashed process may leave it behind. */
    public static Path draftOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".tmp");
    }

    /** Forces a written file to the disk. */
    public static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Forces a written file of a lake to the disk and closes it, see {@link FilePermissions#close}. */
    public static void syncReadOnly(Path file) throws IOException {
        if (Files.isWritable(file)) {
            sync(file);
        }
        FilePermissions.close(file);
    }

    /** Forces a folder's entries to the disk. */
    public static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Forces every folder of a tree to the disk, innermost first. */
    public static void syncFolders(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                syncFolder(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Whether something is at a path; throws where this cannot be seen, such as for lack of permission. */
    public static boolean isThere(Path path) throws IOException {
        try {
            Files.readAttributes(path, BasicFileAttributes.class);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** The names in a folder, sorted; none if it does not exist. */
    public static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /** Deletes a folder and everything in it, if it exists. Removes links without following them. */
    public static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
