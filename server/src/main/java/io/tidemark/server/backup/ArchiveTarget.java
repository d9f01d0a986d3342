package io.tidemark.server.backup;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A file of its own, which must not exist. It gets its name when it is whole. */
final class ArchiveTarget implements BackupTarget {

    private final Path file;
    private final Set<String> written = new HashSet<>();
    private Path draft;
    private ZipOutputStream zip = new ZipOutputStream(OutputStream.nullOutputStream());

    ArchiveTarget(Path file) {
        this.file = file;
        this.draft = file;
    }

    @Override
    public Path folder() {
        return Objects.requireNonNull(file.getParent());
    }

    @Override
    public void begin(Path temporary) throws IOException {
        draft = Files.createFile(temporary.resolve("backup.part"), FilePermissions.PRIVATE);
        zip = new ZipOutputStream(Files.newOutputStream(draft, StandardOpenOption.WRITE));
        // Parquet is already compressed
        zip.setLevel(Deflater.NO_COMPRESSION);
    }

    @Override
    public boolean has(String sha256, long bytes) {
        return !written.add(sha256);
    }

    @Override
    public OutputStream add(String sha256) throws IOException {
        zip.putNextEntry(new ZipEntry(BackupIndex.Entry.object(sha256)));
        return zip;
    }

    @Override
    public void keep(String sha256) throws IOException {
        zip.closeEntry();
    }

    @Override
    public List<String> finish(BackupIndex index, BooleanSupplier stop) throws IOException {
        zip.putNextEntry(new ZipEntry(BackupIndex.NAME));
        zip.write(Json.MAPPER.writeValueAsBytes(index));
        zip.closeEntry();
        zip.close();
        DurableFiles.sync(draft);
        try (BackupFile backup = BackupFile.open(draft)) {
            backup.check(stop);
        }
        takeItsName();
        DurableFiles.syncFolder(folder());
        return List.of();
    }

    // a link fails if the file exists, even if another backup created it meanwhile
    private void takeItsName() throws IOException {
        try {
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            throw new BackupException("there is a file " + file + " already", e);
        } catch (UnsupportedOperationException | FileSystemException e) {
            // the disk has no links, such as a network disk
            Files.move(draft, file);
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
