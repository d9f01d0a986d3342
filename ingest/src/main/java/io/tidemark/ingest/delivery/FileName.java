package io.tidemark.ingest.delivery;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A name in a file system is bytes. Only what is text, in the encoding that this process uses, can be passed on as text. */
public final class FileName {

    private FileName() {}

    /** Whether a path that was found stands for the same file when it is written as text. */
    public static boolean isText(Path found) {
        try {
            return Path.of(found.toString()).equals(found);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Why a name that is no text is refused. */
    public static String fault() {
        String encoding = System.getProperty("sun.jnu.encoding", "");
        return encoding.equalsIgnoreCase("UTF-8") ? "its name is not UTF-8; rename it"
                : "its name cannot be read as " + encoding + "; set LC_ALL=C.UTF-8, or rename it";
    }

    /** The last name of a path, as people may see it; bytes that are no text as {@code %F8}. */
    public static String shown(Path path) {
        String name = String.valueOf(path.getFileName());
        if (!isText(path)) {
            String raw = path.toUri().getRawPath().replaceAll("/$", "");
            name = raw.substring(raw.lastIndexOf('/') + 1);
        }
        return ShownText.of(name);
    }
}
