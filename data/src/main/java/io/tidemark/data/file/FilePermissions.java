package io.tidemark.data.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * File permissions in a lake: only the owner and group have access. Folders get 0750, files 0440, locks 0640; a
 * stricter umask applies. Existing files keep their permissions.
 */
public final class FilePermissions {

    /** The permissions of a new file that is never changed. */
    public static final FileAttribute<Set<PosixFilePermission>> FILE = attribute("r--r-----");
    /** The permissions of a new file with secrets: for its owner alone. */
    public static final FileAttribute<Set<PosixFilePermission>> PRIVATE = attribute("rw-------");
    /** The permissions of a new folder with secrets. */
    public static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER = attribute("rwx------");
    /** The permissions of a new lock file. */
    static final FileAttribute<Set<PosixFilePermission>> LOCK = attribute("rw-r-----");
    private static final FileAttribute<Set<PosixFilePermission>> FOLDER = attribute("rwxr-x---");
    private static final Set<PosixFilePermission> READING = PosixFilePermissions.fromString("r--r-----");

    private FilePermissions() {}

    private static FileAttribute<Set<PosixFilePermission>> attribute(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    /** Creates a lake's folder; missing parents get default permissions. */
    public static void makeRoot(Path root) throws IOException {
        Files.createDirectories(Objects.requireNonNull(root.toAbsolutePath().getParent()));
        makeFolder(root);
    }

    /** Creates a folder in a lake, with missing parents; one of root belongs to the owner of its parent. */
    public static Path makeFolder(Path folder) throws IOException {
        Files.createDirectories(folder, FOLDER);
        FileOwnership.giveToFolderOwner(folder);
        return folder;
    }

    /** Makes a file read-only for its owner and group and unreadable for others. */
    public static void close(Path file) throws IOException {
        EnumSet<PosixFilePermission> left = EnumSet.noneOf(PosixFilePermission.class);
        left.addAll(Files.getPosixFilePermissions(file));
        left.retainAll(READING);
        Files.setPosixFilePermissions(file, left);
    }
}
