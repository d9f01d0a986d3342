package io.tidemark.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Copies what a test class made once, for each of its tests. */
public final class FolderCopy {

    private FolderCopy() {}

    /** A folder with all in it, permissions and times too. */
    public static void copy(Path from, Path to) throws IOException {
        copy(from, to, file -> true);
    }

    /** The same, but of its files only some. */
    public static void copy(Path from, Path to, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.filter(path -> Files.isDirectory(path) || wanted.test(path)).toList()) {
                Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
