package io.tidemark.ingest.watch;

import io.tidemark.data.file.Sha256;
import io.tidemark.ingest.delivery.FileName;
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
 * A fingerprint of a delivery's folder, from names, sizes and change times, without opening files.
 * @param text     the fingerprint, lower-case hex
 * @param arrival  a fingerprint that changes even if the same files are delivered again with the same times, lower-case
 *                 hex
 * @param files    number of files
 * @param complete whether it has a marker file that is not older than any other file
 */
record DeliveryPrint(String text, String arrival, int files, boolean complete) {

    /** Marker files of a complete delivery. */
    static final List<String> MARKERS = List.of(".done", "_SUCCESS");

    /** Reads a folder; files with a leading dot or underscore are ignored, as is everything in such folders. */
    static DeliveryPrint of(Path folder) throws IOException {
        Map<String, BasicFileAttributes> files = new TreeMap<>();
        SortedSet<String> arrivals = new TreeSet<>();
        Path root = folder.toRealPath();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                arrivals.add(arrival(directory));
                return isHidden(directory) && !directory.equals(root)
                        ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                arrivals.add(arrival(file));
                if (!isHidden(file)) {
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

    private static boolean isHidden(Path entry) {
        return FileName.isHidden(String.valueOf(entry.getFileName()));
    }

    // uses the ctime, which users cannot set
    private static String arrival(Path entry) throws IOException {
        return entry + "\0" + Files.getAttribute(entry, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
    }

    // a marker older than re-delivered files does not count
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
