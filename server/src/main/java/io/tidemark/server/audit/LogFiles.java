package io.tidemark.server.audit;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FileOwnership;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.LockedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The files of a log: {@code NAME.log}, and rotated ones {@code NAME.DAY.NUMBER.log.gz} beside it. A rotated file is
 * renamed, compressed into another file, then removed: after a crash it is there once or twice, and always whole.
 *
 * @param folder its folder, absolute
 * @param name   its name without {@code .log}
 */
record LogFiles(Path folder, String name) {

    /**
     * A rotated file.
     *
     * @param plain  its path before it is compressed
     * @param day    the day on which its last line was written, in UTC
     * @param number its number on that day
     */
    record Rotated(Path plain, String day, int number) {
        Path packed() {
            return plain.resolveSibling(plain.getFileName() + ".gz");
        }
    }

    Path log() {
        return folder.resolve(name + ".log");
    }

    /** The pattern of the names of rotated files, for Logback. */
    String pattern() {
        return folder.resolve(name) + ".%d{yyyy-MM-dd, UTC}.%i.log.gz";
    }

    /** Does work while no other thread or process writes to the log, rotates it or rewrites it. */
    <T> T exclusively(LockedFile.Work<T, IOException> work) throws IOException {
        return LockedFile.exclusively(folder.resolve(name + ".log.lock"), FilePermissions.PRIVATE, work);
    }

    /** The rotated files, newest first. */
    List<Rotated> rotated() throws IOException {
        Pattern names = Pattern.compile(
                "(" + Pattern.quote(name) + "\\.(\\d{4}-\\d\\d-\\d\\d)\\.(\\d{1,9})\\.log)(\\.gz)?");
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> names.matcher(String.valueOf(path.getFileName()))).filter(Matcher::matches)
                    .map(of -> new Rotated(folder.resolve(of.group(1)), of.group(2), Integer.parseInt(of.group(3))))
                    .distinct().sorted(Comparator.comparing(Rotated::day).thenComparingInt(Rotated::number).reversed())
                    .toList();
        }
    }

    /** The text of the log; empty if there is none. */
    String text() throws IOException {
        return Files.exists(log()) ? Files.readString(log()) : "";
    }

    /** The text of a rotated file; empty if it was deleted meanwhile. */
    static String text(Rotated file) throws IOException {
        try {
            return Files.readString(file.plain());
        } catch (NoSuchFileException e) {
            if (!Files.exists(file.packed())) {
                return "";
            }
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file.packed()))) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    /** Removes lines from all files, each rewritten in one step; returns their number. Later lines stay. */
    long remove(Predicate<String> gone) throws IOException {
        // the log comes first: what it holds now is there, or in a file that is listed afterwards
        long removed = exclusively(() -> {
            String text = text();
            String kept = without(text, gone);
            if (!kept.equals(text)) {
                FileTime day = Files.getLastModifiedTime(log());
                DurableFiles.replace(log(), kept.getBytes(StandardCharsets.UTF_8), FilePermissions.PRIVATE);
                FileOwnership.giveToFolderOwner(log());
                Files.setLastModifiedTime(log(), day);
            }
            return text.lines().count() - kept.lines().count();
        });
        for (Rotated file : rotated()) {
            removed += exclusively(() -> {
                pack(file);
                String text = text(file);
                String kept = without(text, gone);
                if (!kept.equals(text)) {
                    write(file, kept);
                }
                return text.lines().count() - kept.lines().count();
            });
        }
        return removed;
    }

    private static String without(String text, Predicate<String> gone) {
        return text.lines().filter(gone.negate()).map(line -> line + "\n").collect(Collectors.joining());
    }

    /** Compresses a rotated file that is not yet compressed. Hold the lock. */
    static void pack(Rotated file) throws IOException {
        if (Files.exists(file.plain())) {
            if (!Files.exists(file.packed())) {
                write(file, Files.readString(file.plain()));
            }
            Files.delete(file.plain());
        }
    }

    /** Writes a rotated file, compressed, in one step. */
    static void write(Rotated file, String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        DurableFiles.replace(file.packed(), packed.toByteArray(), FilePermissions.PRIVATE);
        FileOwnership.giveToFolderOwner(file.packed());
    }
}
