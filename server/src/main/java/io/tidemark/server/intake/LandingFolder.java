package io.tidemark.server.intake;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.server.http.ApiException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The watched folder. A delivery is collected under {@code .intake}, which the watch leaves out, and moved to its place
 * in one step when it is complete. Its own files are at {@code farmers/F07/}; the parts of files that are still
 * arriving are beside them under {@code .parts}.
 *
 * @param root the watched folder
 */
record LandingFolder(Path root) {

    private static final String DRAFTS = ".intake";
    private static final String PARTS = ".parts";
    private static final String MARKER = ".done";
    private static final Duration DAY = Duration.ofDays(1);
    /** Unfinished deliveries are deleted after this long without activity. */
    private static final Duration FORGOTTEN = Duration.ofDays(7);
    private static final int RETRY_SECONDS = 60;

    /**
     * A file of a delivery.
     *
     * @param path     its path in the company's part
     * @param sha256   its digest, lower-case hex
     * @param bytes    its length
     * @param received the bytes that have arrived
     * @param isWhole  whether it is at its place; an empty one has all its bytes before that
     */
    record Entry(String path, String sha256, long bytes, long received, boolean isWhole) {}

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

    /**
     * Prepares a file to be collected, so that it counts from now on; throws 409 if its path crosses another file's.
     */
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
            Path file = folder.resolve(name(part));
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            } else if (part.start() == 0) {
                Files.createFile(file);
            }
            return new DraftFile(file);
        });
    }

    private static String name(FilePart part) {
        return part.file() + "-" + part.total() + ".part";
    }

    /**
     * Keeps of a path's files that are still arriving only the one that this part is of: a changed file takes the place
     * of the one before.
     */
    void keepOnly(DeliveryName delivery, DeliveredPath path, FilePart part) {
        io(() -> {
            for (Path before : list(parts(delivery, path), name -> name.endsWith(".part")
                    && !name.equals(name(part)))) {
                Files.delete(before);
            }
            return path;
        });
    }

    /** Moves a whole file to its place in the draft, over one of before, and notes its digest. */
    void take(DeliveryName delivery, DeliveredPath path, FilePart part, DraftFile file) {
        io(() -> {
            Files.move(file.file(), own(draft(delivery), delivery.farmer()).resolve(path.text()),
                    StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
            List<Entry> entries = new ArrayList<>();
            tree(parts).forEach((file, attributes) -> {
                if (attributes.isRegularFile()) {
                    entries.add(entry(parts, file, attributes.size()));
                }
            });
            return entries;
        });
    }

    private static Entry entry(Path parts, Path file, long size) {
        String name = String.valueOf(file.getFileName());
        long total = total(name);
        boolean whole = name.endsWith(".whole");
        return new Entry(parts.relativize(Objects.requireNonNull(file.getParent())).toString(),
                name.substring(0, name.indexOf('-')), total,
                whole ? total : Math.min(size, Math.max(0, total - 1)), whole);
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

    /** All deliveries of a company, complete or not, the newest first. */
    List<DeliveryName> all(String farmer) {
        return io(() -> Stream.concat(list(root, of(farmer)).stream(), list(root.resolve(DRAFTS), of(farmer)).stream())
                .map(folder -> Map.entry(changed(folder), name(farmer, folder)))
                .sorted(Map.Entry.<FileTime, DeliveryName>comparingByKey().reversed()
                .thenComparing(each -> each.getValue().name()))
                .map(Map.Entry::getValue).distinct().toList());
    }

    /** The complete deliveries of a company. */
    List<DeliveryName> complete(String farmer) {
        return io(() -> list(root, of(farmer)).stream().map(folder -> name(farmer, folder)).toList());
    }

    /** The deliveries of a company that are not complete. */
    List<DeliveryName> unfinished(String farmer) {
        return io(() -> list(root.resolve(DRAFTS), of(farmer)).stream().map(folder -> name(farmer, folder)).toList());
    }

    private static Predicate<String> of(String farmer) {
        return name -> name.startsWith(DeliveryName.prefix(farmer));
    }

    private static DeliveryName name(String farmer, Path folder) {
        return new DeliveryName(farmer,
                String.valueOf(folder.getFileName()).substring(DeliveryName.prefix(farmer).length()));
    }

    /** Whether a delivery has had no activity for a week. */
    boolean isForgotten(DeliveryName delivery) {
        return io(() -> {
            FileTime oldest = FileTime.from(Instant.now().minus(FORGOTTEN));
            return tree(draft(delivery)).values().stream()
                    .allMatch(attributes -> attributes.lastModifiedTime().compareTo(oldest) < 0);
        });
    }

    /**
     * The bytes of a company's other files that have arrived within a day. One that is still arriving counts with the
     * length that it was announced with, as it may go on to that without a further look.
     */
    long bytesOfTheDay(DeliveryName delivery, DeliveredPath path, FilePart part) {
        return io(() -> {
            long bytes = 0;
            FileTime since = FileTime.from(Instant.now().minus(DAY));
            Path itself = parts(delivery, path).resolve(name(part));
            for (Path parent : List.of(root, root.resolve(DRAFTS))) {
                for (Path folder : list(parent, of(delivery.farmer()))) {
                    // a complete delivery got its marker last
                    if (parent.equals(root) && changed(folder).compareTo(since) <= 0) {
                        continue;
                    }
                    Path parts = folder.resolve(PARTS);
                    for (Map.Entry<Path, BasicFileAttributes> each : tree(folder).entrySet()) {
                        boolean counts = each.getValue().isRegularFile() && each.getValue().lastModifiedTime()
                                .compareTo(since) > 0;
                        if (counts && !each.getKey().equals(itself)) {
                            bytes += each.getKey().startsWith(parts) ? announced(each.getKey()) : each.getValue()
                                    .size();
                        }
                    }
                }
            }
            return bytes;
        });
    }

    // a whole file has its bytes at its place
    private static long announced(Path part) {
        String name = String.valueOf(part.getFileName());
        return name.endsWith(".part") ? total(name) : 0;
    }

    private static long total(String name) {
        return Long.parseLong(name.substring(name.indexOf('-') + 1, name.lastIndexOf('.')));
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

    /** A folder and all below it, by path; what goes away meanwhile, since another request works on it, is left out. */
    private static SortedMap<Path, BasicFileAttributes> tree(Path folder) throws IOException {
        SortedMap<Path, BasicFileAttributes> all = new TreeMap<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                all.put(directory, attributes);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                all.put(file, attributes);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
                if (problem instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw problem;
            }
        });
        return all;
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    // messages of the file system have paths, which callers must not see
    private static <T> T io(Work<T> work) {
        try {
            return work.run();
        } catch (FileAlreadyExistsException | NotDirectoryException e) {
            throw new ApiException.Conflict("Another file of the delivery has this path or a path below it");
        } catch (IOException e) {
            throw new ApiException.Unavailable("The folder of deliveries cannot be used now", RETRY_SECONDS, e);
        } catch (UncheckedIOException e) {
            throw new ApiException.Unavailable("The folder of deliveries cannot be read now", RETRY_SECONDS, e);
        }
    }
}
