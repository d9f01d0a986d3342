package io.tidemark.server.sql;

import io.tidemark.data.file.TextTree;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;

/** Reads the texts of the files under {@code sql/} by path, from the program and from the operator's own folder. */
public final class SqlTree {

    private SqlTree() {}

    /** The shipped files. */
    public static SortedMap<String, String> shipped() {
        URL marker = SqlTree.class.getResource("/sql/families.yaml");
        if (marker == null) {
            throw new IllegalStateException("the program was built without its sql folder");
        }
        return TextTree.shipped(marker, SqlTree::isOurs);
    }

    /** The files of a folder. */
    public static SortedMap<String, String> folder(Path root) {
        return TextTree.folder(root, SqlTree::isOurs);
    }

    /**
     * The files of the operator's own folder.
     *
     * @throws RouteFileException if it is not a folder
     */
    public static SortedMap<String, String> own(Path root) {
        if (!Files.isDirectory(root)) {
            throw new RouteFileException(root.toString(), 1, "not a folder");
        }
        return folder(root);
    }

    private static boolean isOurs(String name) {
        return name.endsWith(".sql") || Set.of("families.yaml", "parameters.yaml", "kinds.yaml").contains(name);
    }
}
