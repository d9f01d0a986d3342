package io.tidemark.server.identity.state;

import io.tidemark.data.file.AccessDenial;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.LockedFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The folder with the server's secrets: mode 0700, its files 0600. Failures are {@link StateException}. */
public final class StateFolder {

    private final Path folder;

    private StateFolder(Path folder) {
        this.folder = folder;
    }

    /** The folder, created if missing. */
    public static StateFolder create(Path folder) {
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder, FilePermissions.PRIVATE_FOLDER);
            }
        } catch (FileAlreadyExistsException e) {
            throw new StateException("State folder " + folder + " is not a folder", e);
        } catch (IOException e) {
            throw failure("cannot be made", folder, e);
        }
        return new StateFolder(folder);
    }

    /** The folder, which must exist. */
    public static StateFolder existing(Path folder) {
        checkSeen(folder);
        if (!Files.isDirectory(folder)) {
            throw new StateException("No state folder " + folder
                    + ": tidemark init makes it, and so does tidemark serve --state "
                    + folder + "; or name another folder");
        }
        return new StateFolder(folder);
    }

    // a folder that permission hides may be there
    private static void checkSeen(Path folder) {
        try {
            boolean _ = DurableFiles.isThere(folder);
        } catch (IOException e) {
            throw failure("cannot be seen", folder, e);
        }
    }

    /** A file in it, which need not be there. */
    public Path file(String name) {
        return folder.resolve(name);
    }

    /** Runs exclusively among all threads and processes that use this folder. */
    public <T> T exclusively(Supplier<T> work) {
        try {
            return LockedFile.exclusively(file("lock"), FilePermissions.PRIVATE, work::get);
        } catch (IOException e) {
            throw failure("cannot be locked", folder, e);
        }
    }

    /** Makes an empty file that only the owner can read. */
    void createFile(Path file) {
        try {
            Files.createFile(file, FilePermissions.PRIVATE);
        } catch (IOException e) {
            throw failure("cannot be made", file, e);
        }
    }

    /** Removes the permissions of others on a file, for files copied in by hand. */
    public void makePrivate(Path file) {
        try {
            if (!Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS)
                    .equals(FilePermissions.PRIVATE.value())) {
                Files.setPosixFilePermissions(file, FilePermissions.PRIVATE.value());
            }
        } catch (IOException e) {
            throw failure("cannot be made private", file, e);
        }
    }

    /** Writes a file whole or not at all. */
    public void write(Path file, byte[] content) {
        try {
            DurableFiles.replace(file, content, FilePermissions.PRIVATE);
        } catch (IOException e) {
            throw failure("cannot be written", file, e);
        }
    }

    public static StateException failure(String what, Path path, IOException cause) {
        String why = switch (cause) {
            case AccessDeniedException _ -> AccessDenial.words(path);
            case NoSuchFileException _ -> "no such file";
            case NotDirectoryException _ -> "part of the path is not a folder";
            default -> String.valueOf(cause.getMessage());
        };
        return new StateException(path + " " + what + ": " + why, cause);
    }
}
