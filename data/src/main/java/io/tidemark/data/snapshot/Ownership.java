package io.tidemark.server.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whose files are that an administrator makes for the server: those of the owner of its folder. Who is no administrator keeps his own.
 *
 * @param like the folder's attributes
 */
public record Ownership(PosixFileAttributes like) {

    /** 0640. */
    public static final FileAttribute<Set<PosixFilePermission>> GROUP_READS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----"));

    /** As the folder has it. */
    public static Ownership of(Path folder) throws IOException {
        return new Ownership(Files.readAttributes(folder, PosixFileAttributes.class));
    }

    /** Gives a file away, as root. */
    public void give(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (!view.readAttributes().owner().equals(like.owner())) {
            view.setOwner(like.owner());
            view.setGroup(like.group());
        }
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
