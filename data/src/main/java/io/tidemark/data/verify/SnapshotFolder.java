package io.tidemark.data.verify;

import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files in a snapshot's folder.
 *
 * @param files    Parquet files of the layout, by path
 * @param findings a finding for every other file
 */
record SnapshotFolder(List<FoundFile> files, List<Finding> findings) {

    private static final Pattern PLACE = Pattern.compile("([a-z_]+)(?:/year=(\\d{4}))?/[^/]+\\.parquet");
    // DuckDB reads a path with these characters as a pattern, which may match other files too
    private static final Pattern PATTERN = Pattern.compile(".*[*?\\[\\]].*");
    private static final List<String> OURS = List.of("manifest.json", "manifest.json.tmp");

    /**
     * Reads a folder; hidden files (with a leading dot) are ignored.
     * @param tables the tables whose files are wanted; files of other tables are ignored
     */
    static SnapshotFolder read(Path root, List<TableContract> tables) throws IOException {
        List<FoundFile> files = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            // includes links, which are not followed
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String path = root.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
                if (OURS.contains(path) || String.valueOf(file.getFileName()).startsWith(".")) {
                    return FileVisitResult.CONTINUE;
                }
                if (!attributes.isRegularFile()) {
                    findings.add(Finding.fault(path, "is not a regular file; links are not followed"));
                    return FileVisitResult.CONTINUE;
                }
                if (PATTERN.matcher(path).matches()) {
                    findings.add(Finding.fault(path, "has *, ?, [ or ] in its name; give it another"));
                    return FileVisitResult.CONTINUE;
                }
                Matcher place = PLACE.matcher(path);
                Optional<TableContract> table = place.matches() ? LakeTables.find(place.group(1)) : Optional.empty();
                if (table.isEmpty() || table.get().isPartitioned() != (place.group(2) != null)) {
                    findings.add(Finding.fault(path, misplaced(path)));
                } else if (tables.contains(table.get())) {
                    files.add(new FoundFile(table.get(), place.group(2) == null
                            ? null : Integer.valueOf(place.group(2)), path,
                            file, attributes.size(), attributes.lastModifiedTime()));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        files.sort(Comparator.comparing(FoundFile::path));
        findings.sort(Comparator.comparing(Finding::subject));
        return new SnapshotFolder(files, findings);
    }

    private static String misplaced(String path) {
        String top = path.substring(0, Math.max(0, path.indexOf('/')));
        return LakeTables.find(top).map(table -> "is not where a file of " + top + " is: "
                + (table.isPartitioned() ? top + "/year=2026/NAME.parquet" : top + "/NAME.parquet"))
                .orElse("is in the folder of no table; there are " + String.join(", ",
                        LakeTables.all().stream().map(TableContract::name).toList()));
    }

    /** The files that changed since they were listed. */
    List<Finding> changes() {
        List<Finding> changes = new ArrayList<>();
        for (FoundFile found : files) {
            try {
                if (Files.size(found.file()) != found.bytes()
                        || !Files.getLastModifiedTime(found.file()).equals(found.modified())) {
                    changes.add(Finding.fault(found.path(), "was written to while it was looked at"));
                }
            } catch (IOException e) {
                changes.add(Finding.fault(found.path(), "went away while it was looked at"));
            }
        }
        return changes;
    }
}
