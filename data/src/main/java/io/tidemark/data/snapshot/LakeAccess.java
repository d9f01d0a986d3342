package io.tidemark.data.snapshot;

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
 * Who may look into a lake: its owner and its group, and nobody else. Folders are made with 0750, files become 0440, locks 0640;
 * a stricter umask of the process counts. What is there already stays as somebody made it.
 */
public final class LakeAccess {

    /** What a file is made with that is never written again. */
    public static final FileAttribute<Set<PosixFilePermission>> FILE = attribute("r--r-----");
    /** What a file is made with that is locked. */
    static final FileAttribute<Set<PosixFilePermission>> LOCK = attribute("rw-r-----");
    private static final FileAttribute<Set<PosixFilePermission>> FOLDER = attribute("rwxr-x---");
    private static final Set<PosixFilePermission> READING = PosixFilePermissions.fromString("r--r-----");

    private LakeAccess() {}

    private static FileAttribute<Set<PosixFilePermission>> attribute(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    /** Makes a lake's folder; those above it are made as any folder is. */
    static void makeRoot(Path root) throws IOException {
        Files.createDirectories(Objects.requireNonNull(root.toAbsolutePath().getParent()));
        makeFolder(root);
    }

    /** Makes a folder in a lake, with those above it that are missing. */
    public static Path makeFolder(Path folder) throws IOException {
        return Files.createDirectories(folder, FOLDER);
    }

    /** Takes the right to write a file away, its owner's too, and the right to read it from others. */
    public static void close(Path file) throws IOException {
        EnumSet<PosixFilePermission> left = EnumSet.noneOf(PosixFilePermission.class);
        left.addAll(Files.getPosixFilePermissions(file));
        left.retainAll(READING);
        Files.setPosixFilePermissions(file, left);
    }
}
