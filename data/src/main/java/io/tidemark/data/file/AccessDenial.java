package io.tidemark.data.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;

/** The words about a file that this process may not use: it is not lost, and needs another user, owner or mode. */
public final class AccessDenial {

    private static final String ROOT = "root";

    private AccessDenial() {}

    /** Why somebody's folder cannot be read: it is none, is not there, or is in one that this user may not enter. */
    public static String noFolder(Path folder) {
        return Files.exists(folder) ? folder + " is not a folder"
                : Files.notExists(folder) ? "there is no folder " + folder : folder + " is in a folder that "
                + System.getProperty("user.name") + " may not enter: put it where this user may read, such as in /srv";
    }

    /** The refusal in words, with the cure. */
    public static String words(Path file) {
        Path seen = file.toAbsolutePath();
        UserPrincipal owner = owner(seen);
        // what is in a folder that may not be entered cannot be asked
        while (owner == null && seen.getParent() != null) {
            seen = seen.getParent();
            owner = owner(seen);
        }
        String user = System.getProperty("user.name");
        String words = "permission denied, not lost: " + seen + " belongs to " + name(owner);
        if (user.equals(name(owner))) {
            return words + ", and its mode forbids it: chmod -R u+rX " + seen;
        }
        String home = home(seen);
        if (!name(owner).equals(ROOT) && (home == null || home.equals(name(owner)))) {
            return words + "; run this as that user: sudo -u " + name(owner);
        }
        return words + "; as root: chown -R " + (home == null ? user : home) + ": " + seen;
    }

    // the user of the nearest folder around it that is not root's
    private static @Nullable String home(Path file) {
        for (Path at = file.getParent(); at != null; at = at.getParent()) {
            String name = name(owner(at));
            if (!name.equals(ROOT)) {
                return name;
            }
        }
        return null;
    }

    private static @Nullable UserPrincipal owner(Path path) {
        try {
            return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return null;
        }
    }

    private static String name(@Nullable UserPrincipal user) {
        return user == null ? "somebody else" : user.getName();
    }
}
