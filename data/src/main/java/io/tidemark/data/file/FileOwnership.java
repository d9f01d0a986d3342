package io.tidemark.data.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The ownership of files that a command makes for the server. The server runs as its own user; an administrator runs
 * commands as root. Files that root makes in another user's folder are given to that user; otherwise the server could
 * not open them. Files of other users stay as they are.
 *
 * @param like the folder's attributes
 */
public record FileOwnership(PosixFileAttributes like) {

    /** Permissions 0640: the owner writes, the group reads. */
    public static final FileAttribute<Set<PosixFilePermission>> GROUP_READS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----"));

    /** Reads the owner and group of a folder. */
    public static FileOwnership of(Path folder) throws IOException {
        return new FileOwnership(Files.readAttributes(folder, PosixFileAttributes.class));
    }

    /** Gives a file to the owner of its folder; see {@link #give}. */
    public static void giveToFolderOwner(Path file) throws IOException {
        of(Objects.requireNonNull(file.toAbsolutePath().getParent())).give(file);
    }

    /** Gives a file of root to the folder's owner and group. Does nothing unless this process runs as root. */
    public void give(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class,
                LinkOption.NOFOLLOW_LINKS);
        if (isRoot(view.readAttributes().owner()) && !isRoot(like.owner())) {
            try {
                view.setOwner(like.owner());
                view.setGroup(like.group());
            } catch (FileSystemException _) {
                // only root may change the owner
            }
        }
    }

    private static boolean isRoot(UserPrincipal user) {
        return user.getName().equals("root");
    }

    /** Gives a folder and everything in it to the folder's owner. Does nothing if the folder is missing. */
    public void giveTree(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                give(file);
            }
        }
    }

    /** Lets the folder's group read a file, which keeps its owner. */
    public void letRead(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (!view.readAttributes().owner().equals(like.owner())) {
            view.setGroup(like.group());
        }
    }
}
