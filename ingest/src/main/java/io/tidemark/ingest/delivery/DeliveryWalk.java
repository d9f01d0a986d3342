package io.tidemark.ingest.delivery;

import io.tidemark.ingest.delivery.DeliveredFile.Format;
import io.tidemark.ingest.delivery.DeliveredFile.Packing;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Walks a delivery folder and classifies its files. It opens no file and follows no link. */
final class DeliveryWalk extends SimpleFileVisitor<Path> {

    private final Path root;
    private final DeliveryScope scope;
    private final boolean ignoreUnknown;
    private final NameFault faults;
    final List<DeliveredFile> tables = new ArrayList<>();
    final List<DeliveredFile> others = new ArrayList<>();
    final List<SystemExport> exports = new ArrayList<>();
    final TreeMap<String, String> ignored = new TreeMap<>();
    final TreeMap<String, String> refused = new TreeMap<>();
    final TreeSet<String> leftOut = new TreeSet<>();
    final List<String> meant = new ArrayList<>();
    /** Folders of tables in which no file has been found yet. */
    private final TreeSet<String> tableFolders = new TreeSet<>();
    /** The names of each file, by its file key (inode). */
    private final Map<Object, TreeSet<String>> found = new HashMap<>();

    /**
     * Prepares a walk.
     *
     * @param root          the delivery's folder, without links in its path
     * @param ignoreUnknown whether unknown names are only reported
     */
    DeliveryWalk(Path root, KnownNames names, DeliveryScope scope, boolean ignoreUnknown) {
        this.root = root;
        this.scope = scope;
        this.ignoreUnknown = ignoreUnknown;
        faults = new NameFault(names);
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
        if (!directory.equals(root) && !FileName.isText(directory)) {
            refused.put(relative(directory), FileName.fault());
            return FileVisitResult.SKIP_SUBTREE;
        }
        String relative = relative(directory);
        String[] parts = relative.split("/", -1);
        Optional<String> log = NameFault.ofTableLog(parts[parts.length - 1]);
        if (log.isPresent() && scope.holds(relative)
                && Arrays.stream(parts).limit(parts.length - 1).noneMatch(FileName::isHidden)) {
            refused.put(relative, log.get());
        } else if (!directory.equals(root) && !isPassedOver(relative, parts)
                && (scope.holds(relative) || parts.length == 1)) {
            folderFault(parts, String.valueOf(directory.getFileName())).ifPresent(fault -> unknown(relative, fault));
        }
        return FileVisitResult.CONTINUE;
    }

    private Optional<String> folderFault(String[] parts, String name) {
        Optional<DeliveryPart> folder = folderOf(parts[0]);
        if (folder.isEmpty()) {
            return parts.length == 1 ? NameFault.ofPart(name) : Optional.empty();
        }
        int depth = folder.get() == DeliveryPart.FARMERS ? 3 : 2;
        if (faults.isTableFolder(folder.get(), parts)) {
            if (parts.length == depth) {
                tableFolders.add(String.join("/", parts));
            }
            return parts.length > depth ? NameFault.ofPartition(Arrays.asList(parts).subList(depth, parts.length - 1),
                    name) : Optional.empty();
        }
        if (parts.length == depth && Format.ofName(name).isPresent()) {
            return Optional.of("is a folder, not a file");
        }
        return switch (folder.get()) {
            case REFERENCE -> parts.length == depth
                    ? Optional.of("is a folder; reference/ holds files alone") : Optional.empty();
            case FARMERS -> parts.length == depth ? faults.ofSystem(name)
                    : parts.length == 5 ? Optional.of("is a folder; the files of an export lie in their site's folder "
                    + "itself")
                    : Optional.empty();
            case AUTHORITY -> Optional.empty();
        };
    }

    // includes symbolic links, which are not followed
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        String relative = relative(file);
        String[] parts = relative.split("/", -1);
        if (attributes.isSymbolicLink()) {
            refused.put(relative, "is a link; links are not followed, deliver the file itself");
        } else if (isPassedOver(relative, parts)) {
            return FileVisitResult.CONTINUE;
        } else if (FileName.isLeftBehind(parts[parts.length - 1])) {
            ignored.put(relative, "is left by Excel or Windows, and passed over");
        } else if (!scope.holds(relative)) {
            leftOut.add(scope.leftOut(relative));
        } else if (!FileName.isText(file)) {
            refused.put(relative, FileName.fault());
        } else if (!attributes.isRegularFile()) {
            refused.put(relative, "not a regular file");
        } else if (parts[parts.length - 1].equals("REPLACE") && parts.length <= (parts[0].equals("farmers") ? 3 : 2)) {
            meant.add(relative.substring(0, relative.length() - "REPLACE".length()));
        } else {
            sort(file, relative, parts, attributes);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException error) {
        refused.put(relative(file), String.valueOf(BadFileException.of(error).getMessage()));
        return FileVisitResult.CONTINUE;
    }

    private void sort(Path file, String relative, String[] parts, BasicFileAttributes attributes) {
        String name = String.valueOf(file.getFileName());
        Optional<DeliveryPart> folder = folderOf(parts[0]);
        if (folder.isPresent() && name.chars().anyMatch(Character::isISOControl)) {
            refused.put(relative, "has a name with control characters");
            return;
        }
        Optional<String> fault = folder.flatMap(part -> faults.isTableFolder(part, parts)
                ? faults.ofPart(part, parts, name) : fileFault(part, parts, name));
        if (fault.isPresent()) {
            unknown(relative, fault.get());
        } else if (folder.isEmpty()) {
            ignored.put(relative, "is not a format that this version reads");
        } else if (folder.get() == DeliveryPart.AUTHORITY && parts.length != 2) {
            unknown(relative, "lies in a folder within authority/; only files of authority/ itself are read");
        } else {
            if (attributes.fileKey() != null) {
                found.computeIfAbsent(attributes.fileKey(), key -> new TreeSet<>()).add(relative);
            }
            take(file, relative, folder.get(), parts, name);
        }
    }

    private Optional<String> fileFault(DeliveryPart folder, String[] parts, String name) {
        return switch (folder) {
            case AUTHORITY -> Optional.empty();
            case REFERENCE -> faults.ofTable(folder, name, tableOf(folder, name));
            case FARMERS -> switch (parts.length) {
                case 2 -> Optional.of("lies in no farmer's folder: farmers/<farmer_id>/");
                case 3 -> faults.ofTable(folder, name, tableOf(folder, name));
                case 4 -> Optional.of("lies in no site's folder: " + parts[0] + "/" + parts[1] + "/" + parts[2]
                        + "/<site_id>/");
                default -> faults.ofFormat(name);
            };
        };
    }

    /** Ends the walk. Refuses files with two paths: they would be ingested twice, perhaps for two farmers. */
    void finish() {
        // a folder in which a fault was found has its reason there
        tableFolders.removeIf(path -> Stream.of(refused, ignored).map(paths -> paths.ceilingKey(path + "/"))
                .anyMatch(next -> next != null && next.startsWith(path + "/")));
        tableFolders.forEach(path -> unknown(path, Format.ofName(path).isPresent() ? "is a folder, not a file"
                : "is a table's folder without a file"));
        found.values().forEach(names -> names.tailSet(names.first(), false).forEach(name ->
                refused.put(name, "is the same file as " + names.first() + ", by a hard link; deliver a copy")));
        tables.removeIf(file -> refused.containsKey(file.relative()));
        others.removeIf(file -> refused.containsKey(file.relative()));
        exports.removeIf(export -> refused.containsKey(export.file().relative()));
    }

    private void take(Path file, String relative, DeliveryPart folder, String[] parts, String name) {
        int at = folder == DeliveryPart.FARMERS ? 2 : 1;
        boolean inFolder = faults.isTableFolder(folder, parts);
        if (inFolder) {
            tableFolders.remove(String.join("/", Arrays.copyOf(parts, at + 1)));
        }
        String table = tableOf(folder, inFolder ? parts[at] : name).toLowerCase(Locale.ROOT);
        DeliveredFile taken = new DeliveredFile(file, relative, folder, folder == DeliveryPart.FARMERS
                ? parts[1] : null, table, name.toLowerCase(Locale.ROOT).endsWith(".gz") ? Packing.GZIP : Packing.PLAIN);
        if (folder == DeliveryPart.FARMERS && parts.length == 5 && !inFolder) {
            exports.add(new SystemExport(taken, parts[2], parts[3]));
        } else if (inFolder || faults.ofTable(folder, name, table).isEmpty()) {
            tables.add(taken);
        } else {
            others.add(taken);
        }
    }

    private void unknown(String relative, String fault) {
        (ignoreUnknown ? ignored : refused).put(relative, fault);
    }

    // hidden, or in a folder that is already reported
    private boolean isPassedOver(String relative, String[] parts) {
        boolean hidden = Arrays.stream(parts).anyMatch(FileName::isHidden);
        for (int slash = relative.indexOf('/'); slash >= 0 && !hidden; slash = relative.indexOf('/', slash + 1)) {
            String folder = relative.substring(0, slash);
            hidden = refused.containsKey(folder) || ignored.containsKey(folder);
        }
        return hidden;
    }

    private String tableOf(DeliveryPart folder, String name) {
        return faults.tableOf(folder, name);
    }

    private static Optional<DeliveryPart> folderOf(String name) {
        return Arrays.stream(DeliveryPart.values()).filter(folder -> folder.folderName().equals(name)).findFirst();
    }

    private String relative(Path file) {
        if (!FileName.isText(file)) {
            return root.toUri().relativize(file.toUri()).getRawPath();
        }
        return DisplayText.of(root.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/"));
    }
}
