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
 * Who owns the files that a command makes for the server. The server runs as a user of its own; an administrator runs commands as root. Files that
 * root makes in a folder of another user are given to that user, or the server could not open them. Files of others stay as they are.
 *
 * @param like the folder's attributes
 */
public record FileOwnership(PosixFileAttributes like) {

    /** 0640. */
    public static final FileAttribute<Set<PosixFilePermission>> GROUP_READS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----"));

    /** As the folder has it. */
    public static FileOwnership of(Path folder) throws IOException {
        return new FileOwnership(Files.readAttributes(folder, PosixFileAttributes.class));
    }

    /** Gives a file to the owner of the folder that it is in; see {@link #give}. */
    public static void giveToFolderOwner(Path file) throws IOException {
        of(Objects.requireNonNull(file.toAbsolutePath().getParent())).give(file);
    }

    /** Gives a file of root to the folder's owner and group. Does nothing unless this process is root's. */
    public void give(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (isRoot(view.readAttributes().owner()) && !isRoot(like.owner())) {
            try {
                view.setOwner(like.owner());
                view.setGroup(like.group());
            } catch (FileSystemException _) {
                // only root may give files away
            }
        }
    }

    private static boolean isRoot(UserPrincipal user) {
        return user.getName().equals("root");
    }

    /** Gives a folder away with all that is in it; nothing happens when it is not there. */
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

    /** Lets the group read a file that stays its writer's. */
    public void letRead(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (!view.readAttributes().owner().equals(like.owner())) {
            view.setGroup(like.group());
        }
    }
}
