package io.tidemark.ingest.delivery;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;

/** Handles file names. As bytes: only a name that is valid text in this process's encoding can be converted to text. */
public final class FileName {

    private FileName() {}

    /** Whether a path still names the same file after conversion to text. */
    public static boolean isText(Path found) {
        try {
            return Path.of(found.toString()).equals(found);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Whether an ingest leaves out files and folders of this name: it begins with a dot or an underscore. */
    public static boolean isHidden(String name) {
        return name.startsWith(".") || name.startsWith("_");
    }

    /** Whether Excel or Windows leave files of this name beside others. */
    static boolean isLeftBehind(String name) {
        return name.startsWith("~$") || name.endsWith(":Zone.Identifier")
                || name.toLowerCase(Locale.ROOT).matches("thumbs\\.db|desktop\\.ini");
    }

    /** The reason for refusing an undecodable name. */
    public static String fault() {
        String encoding = System.getProperty("sun.jnu.encoding", "");
        return encoding.equalsIgnoreCase("UTF-8") ? "its name is not UTF-8; rename it"
                : "its name cannot be read as " + encoding + "; set LC_ALL=C.UTF-8, or rename it";
    }

    /** The last name of a path for messages, with undecodable bytes as {@code %F8}. */
    public static String shown(Path path) {
        String name = String.valueOf(path.getFileName());
        if (!isText(path)) {
            String raw = path.toUri().getRawPath().replaceAll("/$", "");
            name = raw.substring(raw.lastIndexOf('/') + 1);
        }
        return DisplayText.of(name);
    }
}
