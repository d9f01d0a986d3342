package io.tidemark.server.intake;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.server.http.ApiException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The watched folder. A delivery is collected under {@code .intake}, which the watch leaves out, and moved to its place in one step when it is
 * complete. Its own files are at {@code farmers/F07/}; the parts of files that are still arriving are beside them under {@code .parts}.
 *
 * @param root the watched folder
 */
record LandingFolder(Path root) {

    private static final String DRAFTS = ".intake";
    private static final String PARTS = ".parts";
    private static final String MARKER = ".done";
    private static final Duration DAY = Duration.ofDays(1);
    /** A delivery that nobody goes on with is removed after this. */
    private static final Duration FORGOTTEN = Duration.ofDays(7);
    private static final int RETRY_SECONDS = 60;

    /**
     * A file of a delivery.
     *
     * @param path     its path in the company's part
     * @param sha256   its digest, lower-case hex
     * @param bytes    its length
     * @param received the bytes that have arrived
     */
    record Entry(String path, String sha256, long bytes, long received) {
        boolean isWhole() {
            return received == bytes;
        }
    }

    /** Whether a delivery is complete, and so no longer the company's to change. */
    boolean isComplete(DeliveryName delivery) {
        return Files.exists(place(delivery), LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether any file of a delivery has begun to arrive. */
    boolean isBegun(DeliveryName delivery) {
        return Files.isDirectory(draft(delivery));
    }

    /** The place of a complete delivery. */
    Path place(DeliveryName delivery) {
        return root.resolve(delivery.folder());
    }

    private Path draft(DeliveryName delivery) {
        return root.resolve(DRAFTS).resolve(delivery.folder());
    }

    private static Path own(Path delivery, String farmer) {
        return delivery.resolve("farmers").resolve(farmer);
    }

    // the digest is in the name: a file that has changed since begins anew
    private Path parts(DeliveryName delivery, DeliveredPath path) {
        return draft(delivery).resolve(PARTS).resolve(path.text());
    }

    /** Prepares the place where a file is collected; throws 409 if its path crosses another file's. */
    DraftFile draft(DeliveryName delivery, DeliveredPath path, FilePart part) {
        return io(() -> {
            Path folder = parts(delivery, path);
            // one that takes the place of another, or a folder's, would fail only at the end
            Path target = own(draft(delivery), delivery.farmer()).resolve(path.text());
            if (Files.isDirectory(target)) {
                throw new FileAlreadyExistsException(path.text());
            }
            Files.createDirectories(Objects.requireNonNull(target.getParent()));
            Files.createDirectories(folder);
            return new DraftFile(folder.resolve(part.file() + "-" + part.total() + ".part"));
        });
    }

    /** Moves a whole file to its place in the draft, over one of before, and notes its digest. */
    void take(DeliveryName delivery, DeliveredPath path, FilePart part, DraftFile file) {
        io(() -> {
            Files.move(file.file(), own(draft(delivery), delivery.farmer()).resolve(path.text()), StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            Path folder = parts(delivery, path);
            for (Path before : list(folder, name -> name.endsWith(".whole") || name.endsWith(".part"))) {
                Files.delete(before);
            }
            return Files.createFile(folder.resolve(part.file() + "-" + part.total() + ".whole"));
        });
    }

    /** The files of a delivery that is not complete, by path. */
    List<Entry> files(DeliveryName delivery) {
        Path parts = draft(delivery).resolve(PARTS);
        if (!Files.isDirectory(parts)) {
            return List.of();
        }
        return io(() -> {
            try (Stream<Path> all = Files.walk(parts)) {
                List<Entry> entries = new ArrayList<>();
                for (Path file : all.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)).sorted().toList()) {
                    entries.add(entry(parts, file));
                }
                return entries;
            }
        });
    }

    private static Entry entry(Path parts, Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        int dash = name.indexOf('-');
        long total = Long.parseLong(name.substring(dash + 1, name.lastIndexOf('.')));
        return new Entry(parts.relativize(Objects.requireNonNull(file.getParent())).toString(), name.substring(0, dash), total,
                name.endsWith(".whole") ? total : Math.min(Files.size(file), Math.max(0, total - 1)));
    }

    /** Completes a delivery: one step, after which the watch sees it. */
    void complete(DeliveryName delivery) {
        io(() -> {
            Path draft = draft(delivery);
            DurableFiles.deleteTree(draft.resolve(PARTS));
            Files.write(draft.resolve(MARKER), new byte[0]);
            DurableFiles.syncFolders(draft);
            Files.move(draft, place(delivery), StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.syncFolder(root);
            return delivery;
        });
    }

    /** Deletes a delivery that is not complete. */
    void delete(DeliveryName delivery) {
        io(() -> {
            DurableFiles.deleteTree(draft(delivery));
            return delivery;
        });
    }

    /** The names of a company's deliveries, complete or not, in order. */
    TreeSet<String> names(String farmer) {
        return io(() -> {
            TreeSet<String> names = new TreeSet<>();
            String prefix = DeliveryName.prefix(farmer);
            for (Path parent : List.of(root, root.resolve(DRAFTS))) {
                list(parent, name -> name.startsWith(prefix)).forEach(folder ->
                        names.add(String.valueOf(folder.getFileName()).substring(prefix.length())));
            }
            return names;
        });
    }

    /** The number of a company's deliveries that are not complete; removes those that nobody goes on with. */
    int unfinished(String farmer) {
        return io(() -> {
            int count = 0;
            FileTime oldest = FileTime.from(Instant.now().minus(FORGOTTEN));
            for (Path draft : list(root.resolve(DRAFTS), name -> name.startsWith(DeliveryName.prefix(farmer)))) {
                try (Stream<Path> all = Files.walk(draft)) {
                    if (all.map(LandingFolder::changed).allMatch(time -> time.compareTo(oldest) < 0)) {
                        DurableFiles.deleteTree(draft);
                    } else {
                        count++;
                    }
                }
            }
            return count;
        });
    }

    /** The bytes of a company that have arrived within a day. */
    long bytesOfTheDay(String farmer) {
        return io(() -> {
            long bytes = 0;
            FileTime since = FileTime.from(Instant.now().minus(DAY));
            for (Path parent : List.of(root, root.resolve(DRAFTS))) {
                for (Path delivery : list(parent, name -> name.startsWith(DeliveryName.prefix(farmer)))) {
                    try (Stream<Path> all = Files.walk(delivery)) {
                        bytes += all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && changed(file).compareTo(since) > 0)
                                .mapToLong(file -> file.toFile().length()).sum();
                    }
                }
            }
            return bytes;
        });
    }

    private static FileTime changed(Path file) {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            // gone meanwhile
            return FileTime.fromMillis(0);
        }
    }

    private static List<Path> list(Path folder, Predicate<String> wanted) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> wanted.test(String.valueOf(each.getFileName()))).toList();
        }
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    // messages of the file system have paths, which callers must not see
    private static <T> T io(Work<T> work) {
        try {
            return work.run();
        } catch (FileAlreadyExistsException | NotDirectoryException e) {
            throw new ApiException.Conflict("Another file of the delivery has this path, or one that begins with it");
        } catch (IOException e) {
            throw new ApiException.Unavailable("The folder of deliveries cannot be used now", RETRY_SECONDS, e);
        } catch (UncheckedIOException e) {
            throw new ApiException.Unavailable("The folder of deliveries cannot be read now", RETRY_SECONDS, e);
        }
    }
}
