package io.tidemark.data.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Reads all text files of a folder, by relative path. */
public final class TextTree {

    private TextTree() {}

    /**
     * The files of a shipped folder, from a jar or from the folder of the classes. One at a time, since the JDK refuses
     * to open a jar that is open.
     *
     * @param marker the URL of a file directly in the folder
     * @throws IllegalStateException if the folder cannot be read
     */
    public static synchronized SortedMap<String, String> shipped(URL marker, Predicate<String> wanted) {
        try {
            URI uri = marker.toURI();
            if (!"jar".equals(uri.getScheme())) {
                return folder(Path.of(uri).resolveSibling(""), wanted);
            }
            String inJar = uri.toString().substring(uri.toString().indexOf('!') + 1);
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return folder(jar.getPath(inJar).resolveSibling(""), wanted);
            }
        } catch (URISyntaxException | IOException e) {
            throw new IllegalStateException("files that travel with the program cannot be read: " + marker, e);
        }
    }

    /** The files of a folder. */
    public static SortedMap<String, String> folder(Path root, Predicate<String> wanted) {
        try (Stream<Path> files = Files.walk(root)) {
            SortedMap<String, String> texts = new TreeMap<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (wanted.test(name)) {
                    texts.put(name, Files.readString(file));
                }
            }
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the files of " + root, e);
        }
    }
}
