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
 * Gives each file of a delivery a name of our own, by which alone it is opened from then on: DuckDB takes {@code *}, {@code ?}
 * and {@code [} in a path for a pattern, and a sender's name may hold anything. The names are symbolic links: nothing is copied,
 * and a hard link would change the file's ctime, by which a watch tells that it was delivered again.
 */
public final class OwnNames {

    private static final String WHAT_TELLS_A_CHANGE = "unix:dev,ino,size,lastModifiedTime,ctime";

    private final Delivery delivery;
    /** Of each file, by its sender's name, what it looked like. */
    private final Map<DeliveredFile, Map<String, Object>> looks;

    private OwnNames(Delivery delivery, Map<DeliveredFile, Map<String, Object>> looks) {
        this.delivery = delivery;
        this.looks = looks;
    }

    /**
     * Names the files by numbers in a folder of ours. A file that is no longer one of the delivery is refused.
     *
     * @param folder made here; gone with the ingest
     */
    public static OwnNames give(Delivery delivery, Path folder) {
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
        return new OwnNames(named, looks);
    }

    /** The delivery, its files under their new names. */
    public Delivery delivery() {
        return delivery;
    }

    /** Paths in the delivery of files that were written to since, or have become others: what was read of them may be anything. */
    public Set<String> changed() {
        return looks.keySet().stream().filter(file -> !look(file.path()).equals(looks.get(file))).map(DeliveredFile::relative)
                .collect(Collectors.toSet());
    }

    // nothing when it is no regular file, or a folder above it has become a link
    private static Map<String, Object> look(Path file) {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && file.toRealPath().equals(file)
                    ? Files.readAttributes(file, WHAT_TELLS_A_CHANGE, LinkOption.NOFOLLOW_LINKS) : Map.of();
        } catch (IOException e) {
            return Map.of();
        }
    }
}
