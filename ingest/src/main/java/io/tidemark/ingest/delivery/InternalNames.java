package io.tidemark.ingest.delivery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Gives each file of a delivery an internal name to open it by, because DuckDB reads {@code *}, {@code ?} and {@code [}
 * in a path as a pattern, and senders may use any file name. The names are symbolic links: they copy nothing, and
 * unlike hard links they keep the file's ctime, by which a watch detects a repeated delivery.
 *
 * @param delivery the delivery, with its files under their internal names
 * @param looks    the original attributes of each file, by its delivered form
 */
public record InternalNames(Delivery delivery, Map<DeliveredFile, Map<String, Object>> looks) {

    private static final String WHAT_TELLS_A_CHANGE = "unix:dev,ino,size,lastModifiedTime,ctime";

    /**
     * Links the files under numbers in an internal folder. Refuses files that have disappeared from the delivery.
     * @param folder the folder to create; deleted after the ingest
     */
    public static InternalNames give(Delivery delivery, Path folder) {
        TreeMap<String, String> refused = new TreeMap<>();
        Map<DeliveredFile, Map<String, Object>> looks = new HashMap<>();
        int[] last = {0};
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + folder, e);
        }
        Delivery named = delivery.moved(file -> {
            Path own = folder.resolve(Integer.toString(++last[0]));
            Map<String, Object> look = look(file.path());
            if (look.isEmpty()) {
                refused.put(file.relative(), "cannot be read: it is no longer the file that was found");
                return file;
            }
            try {
                Files.createSymbolicLink(own, file.path());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot link " + own, e);
            }
            looks.put(file, look);
            return file.at(own);
        }, refused);
        return new InternalNames(named, looks);
    }

    /** The delivery paths of files that were changed or replaced since; data read from them are unreliable. */
    public Set<String> changed() {
        return looks.keySet().stream().filter(file -> !look(file.path()).equals(looks.get(file)))
                .map(DeliveredFile::relative).collect(Collectors.toSet());
    }

    // empty if the path is not a regular file, or if a parent folder has become a link
    private static Map<String, Object> look(Path file) {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && file.toRealPath().equals(file)
                    ? Files.readAttributes(file, WHAT_TELLS_A_CHANGE, LinkOption.NOFOLLOW_LINKS) : Map.of();
        } catch (IOException e) {
            return Map.of();
        }
    }
}
