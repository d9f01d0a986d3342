package io.tidemark.server.backup;

import com.fasterxml.jackson.core.JacksonException;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.Sha256;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** A backup opened for reading. It stays open, so that a restore uses exactly the checked content. */
record BackupFile(Path file, @Nullable ZipFile zip, BackupIndex index) implements AutoCloseable {

    private static final int LARGEST_INDEX = 64 << 20;
    private static final String INDEX = ".json";

    /**
     * Opens a backup: an archive, an index in a folder of backups, or such a folder, for its newest one. Throws
     * {@link BackupException} if it is no backup, has forbidden paths, or is of a newer version.
     */
    static BackupFile open(Path place) {
        try {
            Path file = Files.isDirectory(place) ? newest(place) : place;
            if (file.toString().endsWith(INDEX)) {
                return new BackupFile(file, null, index(file, Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)));
            }
            ZipFile zip = new ZipFile(file.toFile());
            try {
                ZipEntry entry = zip.getEntry(BackupIndex.NAME);
                return new BackupFile(file, zip, index(file, entry == null ? null : zip.getInputStream(entry)));
            } catch (IOException | RuntimeException e) {
                zip.close();
                throw e;
            }
        } catch (NoSuchFileException e) {
            throw new BackupException("there is no file " + place, e);
        } catch (ZipException | JacksonException e) {
            throw new BackupException(place + " is not a backup of Tidemark, or only part of one: " + firstLine(e), e);
        } catch (IOException e) {
            throw new BackupException(place + " cannot be read: " + firstLine(e), e);
        }
    }

    /** The indexes in a folder of backups, the oldest first. */
    static List<Path> indexes(Path folder) throws IOException {
        return DurableFiles.names(folder).stream().filter(name -> name.endsWith(INDEX)).map(folder::resolve).toList();
    }

    private static Path newest(Path folder) throws IOException {
        List<Path> indexes = indexes(folder);
        if (indexes.isEmpty()) {
            throw new BackupException(folder + " has no backup that tidemark backup --to made");
        }
        return indexes.getLast();
    }

    private static String firstLine(IOException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
    }

    private static BackupIndex index(Path file, @Nullable InputStream read) throws IOException {
        if (read == null) {
            throw new BackupException(file + " is not a backup of Tidemark");
        }
        byte[] bytes;
        try (InputStream in = read) {
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
        return zip == null ? List.of() : zip.stream().map(ZipEntry::getName).filter(name -> !own.contains(name))
                .map(name -> name.replaceAll("\\p{Cntrl}", "?")).toList();
    }

    /** Reads all content and compares it with the hashes. */
    void check(BooleanSupplier stop) {
        check(stop, sha256 -> true);
    }

    /** Compares the sizes of all content, and reads the wanted one and compares it with the hashes. */
    void check(BooleanSupplier stop, Predicate<String> wanted) {
        TreeSet<String> seen = new TreeSet<>();
        for (BackupIndex.Entry entry : index.files()) {
            try {
                damagedUnless(size(entry) == entry.bytes(), entry);
                if (wanted.test(entry.sha256()) && seen.add(entry.sha256())) {
                    copy(entry, OutputStream.nullOutputStream(), stop);
                }
            } catch (IOException e) {
                throw new BackupException(file + " is damaged: " + firstLine(e), e);
            }
        }
    }

    // -1 without it
    private long size(BackupIndex.Entry entry) throws IOException {
        if (zip == null) {
            return Files.isRegularFile(object(entry), LinkOption.NOFOLLOW_LINKS) ? Files.size(object(entry)) : -1;
        }
        ZipEntry object = zip.getEntry(entry.object());
        return object == null ? -1 : object.getSize();
    }

    // of a folder of backups
    private Path object(BackupIndex.Entry entry) {
        return file.resolveSibling(entry.object());
    }

    /** Writes the content of one file and compares it with its size and hash. */
    void copy(BackupIndex.Entry entry, OutputStream out, BooleanSupplier stop) throws IOException {
        damagedUnless(size(entry) >= 0, entry);
        MessageDigest digest = Sha256.digest();
        long left = entry.bytes();
        try (InputStream in = zip == null ? Files.newInputStream(object(entry), LinkOption.NOFOLLOW_LINKS)
                : zip.getInputStream(zip.getEntry(entry.object()))) {
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
                    .replaceAll("\\p{Cntrl}", "?") + " is not whole" + (zip == null ? "; remove " + object(entry)
                    + ", and the next tidemark backup --to writes it again, if the lake still has it" : ""));
        }
    }

    @Override
    public void close() {
        try {
            if (zip != null) {
                zip.close();
            }
        } catch (IOException e) {
            throw new BackupException(file + " cannot be closed: " + firstLine(e), e);
        }
    }
}
