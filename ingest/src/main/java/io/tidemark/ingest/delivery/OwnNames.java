package io.tidemark.ingest.delivery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.TreeMap;

/**
 * Gives each file of a delivery a name of our own, by which alone it is opened from then on: DuckDB takes {@code *}, {@code ?}
 * and {@code [} in a path for a pattern, and a sender's name may hold anything. Nothing is copied: the name is a hard link, so
 * that the file stays the one that was looked at, or a symbolic link on another file system.
 */
public final class OwnNames {

    private OwnNames() {}

    /**
     * The same delivery, its files named by numbers in a folder of ours. A file that is no longer one of the delivery is refused.
     *
     * @param folder made here; gone with the ingest
     */
    public static Delivery give(Delivery delivery, Path folder) {
        TreeMap<String, String> refused = new TreeMap<>();
        int[] last = {0};
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + folder, e);
        }
        return delivery.moved(file -> {
            Path own = folder.resolve(Integer.toString(++last[0]));
            try {
                if (isStillThere(file.path()) && link(own, file.path())) {
                    return file.at(own);
                }
                refused.put(file.relative(), "cannot be read: it is no longer the file that was found");
                return file;
            } catch (IOException e) {
                throw new UncheckedIOException("cannot link " + own + " to " + file.relative(), e);
            }
        }, refused);
    }

    // since it was found it may have become a link, or its folder one
    private static boolean isStillThere(Path file) {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && file.toRealPath().equals(file);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean link(Path own, Path file) throws IOException {
        try {
            Files.createLink(own, file);
            return Files.isRegularFile(own, LinkOption.NOFOLLOW_LINKS);
        } catch (UnsupportedOperationException | FileSystemException e) {
            // another file system, or a file that this user may only read
            Files.createSymbolicLink(own, file);
            return true;
        }
    }
}
