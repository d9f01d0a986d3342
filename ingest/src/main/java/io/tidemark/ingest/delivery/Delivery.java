package io.tidemark.ingest.delivery;

import io.tidemark.ingest.delivery.DeliveredFile.Format;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a delivery folder holds, found without opening a file. Names with a leading dot or underscore are passed over, as
 * those that say that an upload is complete.
 *
 * @param tables   files of the canonical tables, reference first, then authority, then farmers, each by path
 * @param others   files of the authority folder that are no canonical table: perhaps a format of the authority's own
 * @param exports  files of farm systems' exports
 * @param ignored  files that no one reads, by relative path
 * @param refused  files that must not be read, with the reason, by relative path
 * @param problem  why there is nothing to take in at all, or null
 */
public record Delivery(List<DeliveredFile> tables, List<DeliveredFile> others, List<SystemExport> exports, List<String> ignored,
        SortedMap<String, String> refused, @Nullable String problem) {

    private static final int USUAL_PACKING = 8;

    /** Looks through a delivery folder; {@code isTable} says which names are tables of which part. */
    public static Delivery discover(Path folder, BiPredicate<Folder, String> isTable) {
        if (!Files.isDirectory(folder)) {
            return empty(Files.exists(folder) ? folder + " is not a folder" : "there is no folder " + folder);
        }
        Finder finder;
        try {
            finder = new Finder(folder.toRealPath(), isTable);
            Files.walkFileTree(finder.root, finder);
        } catch (IOException e) {
            return empty("the delivery " + folder + " cannot be read: " + e.getMessage());
        }
        Comparator<DeliveredFile> order = Comparator.comparing(DeliveredFile::folder)
                .thenComparing(DeliveredFile::relative);
        finder.tables.sort(order);
        finder.others.sort(order);
        finder.exports.sort(Comparator.comparing(e -> e.file().relative()));
        finder.ignored.sort(Comparator.naturalOrder());
        boolean nothing = finder.tables.isEmpty() && finder.others.isEmpty() && finder.exports.isEmpty()
                && finder.refused.isEmpty();
        return new Delivery(finder.tables, finder.others, finder.exports, finder.ignored, finder.refused,
                nothing ? "the delivery " + folder + " holds no file that can be taken in" : null);
    }

    /** About how much text the tables are, unpacked. */
    public long textBytes() {
        return Stream.concat(tables.stream(), exports.stream().map(SystemExport::file)).mapToLong(f -> f.path().toFile().length()
                * (isPacked(f) ? USUAL_PACKING : 1)).sum();
    }

    private static boolean isPacked(DeliveredFile file) {
        return file.packing() == DeliveredFile.Packing.GZIP || file.format() == Format.PARQUET || file.format() == Format.XLSX;
    }

    private static Delivery empty(String problem) {
        return new Delivery(List.of(), List.of(), List.of(), List.of(), new TreeMap<>(), problem);
    }

    private static final class Finder extends SimpleFileVisitor<Path> {
        private final Path root;
        private final BiPredicate<Folder, String> isTable;
        private final List<DeliveredFile> tables = new ArrayList<>();
        private final List<DeliveredFile> others = new ArrayList<>();
        private final List<SystemExport> exports = new ArrayList<>();
        private final List<String> ignored = new ArrayList<>();
        private final TreeMap<String, String> refused = new TreeMap<>();

        private Finder(Path root, BiPredicate<Folder, String> isTable) {
            this.root = root;
            this.isTable = isTable;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            if (!directory.equals(root) && !FileName.isText(directory)) {
                refused.put(relative(directory), FileName.fault());
                return FileVisitResult.SKIP_SUBTREE;
            }
            String name = String.valueOf(directory.getFileName());
            String relative = relative(directory);
            Optional<Folder> folder = folderOf(relative.split("/", -1));
            if (folder.isEmpty() || Format.ofName(name).isEmpty() || !isTable.test(folder.get(), tableOf(name))) {
                return FileVisitResult.CONTINUE;
            }
            refused.put(relative, "is a folder, not a file");
            return FileVisitResult.SKIP_SUBTREE;
        }

        // symbolic links come here too, since they are not followed
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = String.valueOf(file.getFileName());
            if (name.startsWith(".") || name.startsWith("_")) {
                return FileVisitResult.CONTINUE;
            }
            String relative = relative(file);
            if (!FileName.isText(file)) {
                refused.put(relative, FileName.fault());
                return FileVisitResult.CONTINUE;
            }
            if (attributes.isSymbolicLink() && !staysInside(file)) {
                refused.put(relative, "a link that leads out of the delivery, or nowhere");
            } else if (!Files.isRegularFile(file)) {
                refused.put(relative, "not a regular file");
            } else {
                sort(file, relative, name);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException error) {
            refused.put(relative(file), String.valueOf(BadFileException.of(error).getMessage()));
            return FileVisitResult.CONTINUE;
        }

        private boolean staysInside(Path link) {
            try {
                return link.toRealPath().startsWith(root);
            } catch (IOException e) {
                return false;
            }
        }

        private void sort(Path file, String relative, String name) {
            String[] parts = relative.split("/", -1);
            Optional<Folder> folder = folderOf(parts);
            String lower = name.toLowerCase(Locale.ROOT);
            boolean gzip = lower.endsWith(".gz");
            String table = tableOf(name);
            boolean export = isExport(parts, name);
            if ((export || folder.isPresent()) && name.chars().anyMatch(Character::isISOControl)) {
                refused.put(relative, "has a name with control characters");
                return;
            }
            if (export) {
                exports.add(new SystemExport(new DeliveredFile(file, relative, Folder.FARMERS, parts[1], table,
                        gzip ? DeliveredFile.Packing.GZIP : DeliveredFile.Packing.PLAIN), parts[2], parts[3]));
                return;
            }
            if (folder.isEmpty()) {
                ignored.add(relative);
                return;
            }
            DeliveredFile found = new DeliveredFile(file, relative, folder.get(),
                    folder.get() == Folder.FARMERS ? parts[1] : null, table,
                    gzip ? DeliveredFile.Packing.GZIP : DeliveredFile.Packing.PLAIN);
            if (Format.ofName(name).isPresent() && isTable.test(folder.get(), table)) {
                tables.add(found);
            } else if (folder.get() == Folder.AUTHORITY) {
                others.add(found);
            } else {
                ignored.add(relative);
            }
        }

        private static String tableOf(String name) {
            return name.split("[-.]", 2)[0].toLowerCase(Locale.ROOT);
        }

        // farmers/<farmer_id>/<system>/<site_id>/<file>
        private static boolean isExport(String[] parts, String name) {
            return parts.length == 5 && parts[0].equals(Folder.FARMERS.folderName()) && Format.ofName(name).isPresent();
        }

        private static Optional<Folder> folderOf(String[] parts) {
            for (Folder folder : Folder.values()) {
                if (parts[0].equals(folder.folderName()) && parts.length == (folder == Folder.FARMERS ? 3 : 2)) {
                    return Optional.of(folder);
                }
            }
            return Optional.empty();
        }

        private String relative(Path file) {
            if (!FileName.isText(file)) {
                return root.toUri().relativize(file.toUri()).getRawPath();
            }
            return ShownText.of(root.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/"));
        }
    }
}
