package io.tidemark.server.route;

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
import java.util.stream.Stream;

/** The texts of the files under {@code sql/}, by path; from the program itself, and from a folder of the deployment's own. */
final class SqlTree {

    private SqlTree() {}

    /** The files that travel with the program. */
    static SortedMap<String, String> shipped() {
        URL marker = SqlTree.class.getResource("/sql/families.yaml");
        if (marker == null) {
            throw new IllegalStateException("the program was built without its sql folder");
        }
        try {
            URI uri = marker.toURI();
            if (!"jar".equals(uri.getScheme())) {
                return folder(Path.of(uri).resolveSibling(""));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return folder(jar.getPath("/sql"));
            }
        } catch (URISyntaxException | IOException e) {
            throw new IllegalStateException("the program's sql folder cannot be read", e);
        }
    }

    /** The files of a folder. */
    static SortedMap<String, String> folder(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            SortedMap<String, String> texts = new TreeMap<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (name.endsWith(".sql") || name.equals("families.yaml")) {
                    texts.put(name, Files.readString(file));
                }
            }
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the SQL files of " + root, e);
        }
    }
}
