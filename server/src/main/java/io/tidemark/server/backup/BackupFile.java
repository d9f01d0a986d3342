package io.tidemark.server.backup;

import io.tidemark.data.hash.Sha256;
import io.tidemark.server.answer.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A backup that is read.
 *
 * @param file  the archive
 * @param index what it says that it holds
 */
record BackupFile(Path file, BackupIndex index) {

    private static final int LARGEST_INDEX = 256 << 20;

    /** Reads what it says of itself; throws {@link BackupException} when it is no backup, or one of a newer version. */
    static BackupFile open(Path file) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            ZipEntry entry = zip.getEntry(BackupIndex.NAME);
            if (entry == null || entry.getSize() > LARGEST_INDEX) {
                throw new BackupException(file + " is no backup of Tidemark");
            }
            BackupIndex index;
            try (InputStream in = zip.getInputStream(entry)) {
                index = Json.MAPPER.readValue(in, BackupIndex.class);
            }
            if (index.format() > BackupIndex.FORMAT) {
                throw new BackupException(file + " was made by version " + index.program() + "; this one reads format "
                        + BackupIndex.FORMAT + ", and it has " + index.format());
            }
            for (BackupIndex.Entry one : index.files()) {
                if (!one.isAllowed()) {
                    throw new BackupException(file + " names a file outside of lake and state: " + one.path());
                }
            }
            return new BackupFile(file, index);
        } catch (NoSuchFileException e) {
            throw new BackupException("there is no file " + file, e);
        } catch (ZipException e) {
            throw new BackupException(file + " is no backup of Tidemark, or only a part of one: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new BackupException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Reads every content and compares it with its hash. */
    void check() {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            TreeSet<String> seen = new TreeSet<>();
            for (BackupIndex.Entry entry : index.files()) {
                if (seen.add(entry.sha256())) {
                    try (InputStream in = content(zip, entry)) {
                        MessageDigest digest = Sha256.digest();
                        byte[] buffer = new byte[1 << 16];
                        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                            digest.update(buffer, 0, n);
                        }
                        damagedUnless(HexFormat.of().formatHex(digest.digest()).equals(entry.sha256()), entry);
                    }
                }
            }
        } catch (IOException e) {
            throw new BackupException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    /** The content of one file. */
    InputStream content(ZipFile zip, BackupIndex.Entry entry) throws IOException {
        ZipEntry object = zip.getEntry(entry.object());
        damagedUnless(object != null && object.getSize() == entry.bytes(), entry);
        return zip.getInputStream(object);
    }

    private void damagedUnless(boolean good, BackupIndex.Entry entry) {
        if (!good) {
            throw new BackupException(file + " is damaged: the content of " + entry.path() + " is not whole");
        }
    }

    /** Whether there is a file at all. */
    static boolean isThere(Path file) {
        return Files.isRegularFile(file);
    }
}
