package io.tidemark.ingest.export;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.ingest.StopSignal;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The target of an export: a zip file if its name ends in .zip, else a folder. The export is written under another name
 * beside it and renamed when complete. Only the owner can read it. For one export only.
 */
public record ExportTarget(Path target, Path parent, Path draft) implements AutoCloseable {

    private static final Set<PosixFilePermission> FILE_MODE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER_MODE = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(FILE_MODE);

    /**
     * Begins a draft.
     *
     * @throws FileAlreadyExistsException if the target exists
     * @throws IOException                if its folder cannot be written
     */
    public static ExportTarget begin(Path target) throws IOException {
        Path whole = target.toAbsolutePath().normalize();
        if (Files.exists(whole, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        Path parent = Objects.requireNonNull(whole.getParent());
        // permissions 0700, and a unique name for each export
        return new ExportTarget(whole, parent, Files.createTempDirectory(parent, "." + whole.getFileName() + "-"));
    }

    /** The folder to write the delivery to. */
    public Path delivery() throws IOException {
        return Files.createDirectories(draft.resolve("delivery"));
    }

    /**
     * Moves the finished export to its target.
     *
     * @throws FileAlreadyExistsException if the target exists by now
     * @throws io.tidemark.ingest.IngestStoppedException if a stop was requested
     */
    public void finish(StopSignal stop) throws IOException {
        Path delivery = delivery();
        List<Path> files;
        try (Stream<Path> all = Files.walk(delivery)) {
            files = all.sorted().toList();
        }
        for (Path file : files) {
            boolean isFolder = Files.isDirectory(file);
            Files.setPosixFilePermissions(file, isFolder ? FOLDER_MODE : FILE_MODE);
            if (!isFolder) {
                DurableFiles.sync(file);
            }
        }
        if (target.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".zip")) {
            link(zip(delivery, files, stop));
        } else if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            // a rename would replace an empty folder
            throw new FileAlreadyExistsException(target.toString());
        } else {
            DurableFiles.syncFolders(delivery);
            Files.move(delivery, target, StandardCopyOption.ATOMIC_MOVE);
        }
        DurableFiles.syncFolder(parent);
    }

    private Path zip(Path delivery, List<Path> files, StopSignal stop) throws IOException {
        Path written = Files.createFile(draft.resolve("export.zip"), OWNER_ONLY);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(written, StandardOpenOption.WRITE))) {
            for (Path file : files) {
                stop.check();
                if (!Files.isDirectory(file)) {
                    zip.putNextEntry(new ZipEntry(delivery.relativize(file).toString()));
                    Files.copy(file, zip);
                    zip.closeEntry();
                }
            }
        }
        DurableFiles.sync(written);
        return written;
    }

    // a link fails if the file exists, even if it was created meanwhile
    private void link(Path written) throws IOException {
        try {
            Files.createLink(target, written);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            // the disk has no links, such as a network disk
            Files.move(written, target);
        }
    }

    /** Removes the draft. */
    @Override
    public void close() throws IOException {
        DurableFiles.deleteTree(draft);
    }
}
