package io.tidemark.server.backup;

import com.fasterxml.jackson.core.JacksonException;
import io.tidemark.data.file.Sha256;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** A backup opened for reading. It stays open, so that a restore uses exactly the checked content. */
record BackupFile(Path file, ZipFile zip, BackupIndex index) implements AutoCloseable {

    private static final int LARGEST_INDEX = 64 << 20;

    /**
     * Opens a backup. Throws {@link BackupException} if the file is no backup, has forbidden paths,
     * or is of a newer version.
     */
    static BackupFile open(Path file) {
        try {
            ZipFile zip = new ZipFile(file.toFile());
            try {
                return new BackupFile(file, zip, index(file, zip));
            } catch (IOException | RuntimeException e) {
                zip.close();
                throw e;
            }
        } catch (NoSuchFileException e) {
            throw new BackupException("there is no file " + file, e);
        } catch (ZipException | JacksonException e) {
            throw new BackupException(file + " is not a backup of Tidemark, or only part of one: " + firstLine(e), e);
        } catch (IOException e) {
            throw new BackupException(file + " cannot be read: " + firstLine(e), e);
        }
    }

    private static String firstLine(IOException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
    }

    private static BackupIndex index(Path file, ZipFile zip) throws IOException {
        ZipEntry entry = zip.getEntry(BackupIndex.NAME);
        if (entry == null) {
            throw new BackupException(file + " is not a backup of Tidemark");
        }
        byte[] bytes;
        try (InputStream in = zip.getInputStream(entry)) {
            // read at most this, whatever size the archive claims
            bytes = in.readNBytes(LARGEST_INDEX + 1);
        }
        if (bytes.length > LARGEST_INDEX) {
            throw new BackupException(file + " is not a backup of Tidemark: its list of files is too long");
        }
        BackupIndex index = Json.MAPPER.readValue(bytes, BackupIndex.class);
        if (index.format() > BackupIndex.FORMAT) {
            throw new BackupException(file + " was made by version " + index.program().replaceAll("\\p{Cntrl}", "?")
                    + "; this version reads format " + BackupIndex.FORMAT + ", and it has " + index.format());
        }
        index.problem().ifPresent(problem -> {
            throw new BackupException(file + " " + problem);
        });
        return index;
    }

    /**
     * The archive's other files, which its index does not name, with control characters as question marks. A restore
     * ignores them.
     */
    List<String> foreign() {
        Set<String> own = index.files().stream().map(BackupIndex.Entry::object)
                .collect(Collectors.toCollection(HashSet::new));
        own.add(BackupIndex.NAME);
        return zip.stream().map(ZipEntry::getName).filter(name -> !own.contains(name))
                .map(name -> name.replaceAll("\\p{Cntrl}", "?")).toList();
    }

    /** Reads all content and compares it with the hashes. */
    void check(BooleanSupplier stop) {
        TreeSet<String> seen = new TreeSet<>();
        for (BackupIndex.Entry entry : index.files()) {
            ZipEntry object = zip.getEntry(entry.object());
            damagedUnless(object != null && object.getSize() == entry.bytes(), entry);
            if (seen.add(entry.sha256())) {
                try {
                    copy(entry, OutputStream.nullOutputStream(), stop);
                } catch (IOException e) {
                    throw new BackupException(file + " is damaged: " + firstLine(e), e);
                }
            }
        }
    }

    /** Writes the content of one file and compares it with its size and hash. */
    void copy(BackupIndex.Entry entry, OutputStream out, BooleanSupplier stop) throws IOException {
        ZipEntry object = zip.getEntry(entry.object());
        damagedUnless(object != null, entry);
        MessageDigest digest = Sha256.digest();
        long left = entry.bytes();
        try (InputStream in = zip.getInputStream(object)) {
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                left -= n;
                // an archive may unpack to far more than it claims
                damagedUnless(left >= 0, entry);
                BackupStoppedException.check(stop);
                digest.update(buffer, 0, n);
                out.write(buffer, 0, n);
            }
        }
        damagedUnless(left == 0 && HexFormat.of().formatHex(digest.digest()).equals(entry.sha256()), entry);
    }

    private void damagedUnless(boolean good, BackupIndex.Entry entry) {
        if (!good) {
            throw new BackupException(file + " is damaged: the content of " + entry.path()
                    .replaceAll("\\p{Cntrl}", "?") + " is not whole");
        }
    }

    @Override
    public void close() {
        try {
            zip.close();
        } catch (IOException e) {
            throw new BackupException(file + " cannot be closed: " + firstLine(e), e);
        }
    }
}
