package io.tidemark.ingest.watch;

import io.tidemark.data.hash.Sha256;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a delivery's folder looks like from outside: two looks that see the same names, sizes and times of change see the
 * same print. Nothing is opened.
 *
 * @param text     the print, lower-case hex
 * @param arrival  what changes even when the same files are delivered again with the same times, lower-case hex
 * @param files    number of files
 * @param complete whether its sender says that it is complete: a marker file that is not older than any other
 */
record DeliveryPrint(String text, String arrival, int files, boolean complete) {

    /** Files by which a sender says that a delivery is complete. */
    static final List<String> MARKERS = List.of(".done", "_SUCCESS");

    /** Looks at a folder; files with a leading dot or underscore do not count. */
    static DeliveryPrint of(Path folder) throws IOException {
        Map<String, BasicFileAttributes> files = new TreeMap<>();
        SortedSet<String> arrivals = new TreeSet<>();
        Files.walkFileTree(folder.toRealPath(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
                arrivals.add(arrival(directory));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = String.valueOf(file.getFileName());
                arrivals.add(arrival(file));
                if (!name.startsWith(".") && !name.startsWith("_")) {
                    files.put(file.toString(), attributes);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        StringBuilder seen = new StringBuilder();
        files.forEach((path, attributes) -> seen.append(path).append('\0').append(attributes.size()).append('\0')
                .append(attributes.lastModifiedTime().toMillis()).append('\n'));
        String text = Sha256.hex(seen.toString());
        FileTime newest = files.values().stream().map(BasicFileAttributes::lastModifiedTime).max(FileTime::compareTo)
                .orElse(FileTime.fromMillis(0));
        return new DeliveryPrint(text, Sha256.hex(String.join("\n", arrivals)), files.size(), isMarked(folder, newest));
    }

    // the time of the last change of the entry itself, which nobody can set
    private static String arrival(Path entry) throws IOException {
        return entry + "\0" + Files.getAttribute(entry, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
    }

    // a marker from before the files were delivered again says nothing of them
    private static boolean isMarked(Path folder, FileTime newest) throws IOException {
        for (String marker : MARKERS) {
            Path file = folder.resolve(marker);
            if (Files.isRegularFile(file) && Files.getLastModifiedTime(file).compareTo(newest) >= 0) {
                return true;
            }
        }
        return false;
    }
}
