package io.tidemark.server.delivery;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.delivery.DeliveryPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The rejected rows of one delivery, from a lake's {@code rejects/}.
 *
 * @param id       id of the snapshot that the delivery made, or would have made
 * @param snapshot whether that snapshot exists: not if the delivery was rejected as a whole, or published together with
 *                 a later one
 * @param files    the files with bad rows, by path
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record RejectedFiles(String id, boolean snapshot, List<RejectsFile> files) {

    /** Maximum number of reasons per file; rarer ones are in the file itself. */
    private static final int MAX_REASONS = 10;
    /** Maximum number of counted rows per file; {@link RejectsFile#more} marks a file with more. */
    private static final int MAX_ROWS = 100_000;
    /** Maximum number of counted rows in all files of a list together, to limit the cost of a request. */
    static final long MAX_ROWS_IN_ALL = 1_000_000;
    /** Maximum number of files in a list; later ones are left out. */
    private static final int MAX_FILES = 2_000;

    /** Copies the list. */
    public RejectedFiles {
        files = List.copyOf(files);
    }

    /**
     * A file of bad rows.
     *
     * @param path    path in the delivery's folder of rejects, with forward slashes; mostly that of the delivered file
     * @param rows    number of bad rows, at most {@value #MAX_ROWS}; 1 for a file that failed as a whole
     * @param more    whether the file has more rows than were counted
     * @param reasons the most frequent reasons
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record RejectsFile(String path, long rows, boolean more, List<Reason> reasons) {

        /** Copies the list. */
        public RejectsFile {
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * A reason for rejected rows.
     *
     * @param column the column; empty for the row or the file as a whole
     * @param reason the fault and the allowed values
     * @param rows   number of rows
     * @param line   line of the first row in the delivered file; empty for a whole file
     */
    public record Reason(String column, String reason, long rows, String line) {}

    private record Kind(String column, String reason) {}

    private static final class Tally {
        private final String line;
        private long rows;

        private Tally(String line) {
            this.line = line;
        }
    }

    /**
     * The newest rejected deliveries of a lake with a wanted file. Leaves out folders that a prune removes meanwhile.
     * Counts at most a million rows: for later files it gives only the paths, with {@link RejectsFile#more}.
     *
     * @param wanted whether a file is wanted, by path
     * @param most   maximum number of folders
     */
    public static List<RejectedFiles> newest(Lake lake, Predicate<String> wanted, int most) {
        return newest(lake, wanted, most, MAX_ROWS_IN_ALL);
    }

    /** The newest rejected deliveries with a file of this farmer, and its files only. */
    public static List<RejectedFiles> ofFarmer(Lake lake, String farmer, int most) {
        return newest(lake, path -> isOf(farmer, path), most);
    }

    static List<RejectedFiles> newest(Lake lake, Predicate<String> wanted, int most, long mostRows) {
        List<RejectedFiles> newest = new ArrayList<>();
        long rows = mostRows;
        int files = MAX_FILES;
        for (SnapshotId id : ids(lake)) {
            if (newest.size() == most || files <= 0) {
                break;
            }
            Optional<RejectedFiles> one = of(lake, id, wanted, files, rows);
            if (one.isPresent()) {
                newest.add(one.get());
                files -= one.get().files().size();
                rows -= one.get().files().stream().mapToLong(RejectsFile::rows).sum();
            }
        }
        return List.copyOf(newest);
    }

    private static Optional<RejectedFiles> of(Lake lake, SnapshotId id, Predicate<String> wanted, int mostFiles,
            long mostRows) {
        Path folder = lake.rejects(id);
        try {
            List<RejectsFile> files = new ArrayList<>();
            long left = mostRows;
            for (String path : paths(folder).stream().filter(wanted).limit(mostFiles).toList()) {
                RejectsFile file = read(folder, path, Math.min(MAX_ROWS, left));
                files.add(file);
                left -= file.rows();
            }
            return files.isEmpty() ? Optional.empty()
                    : Optional.of(new RejectedFiles(id.text(), lake.isReadable(id), files));
        } catch (IOException | UncheckedIOException e) {
            if (!Files.isDirectory(folder)) {
                return Optional.empty();
            }
            throw new LakeException("cannot read the rejected rows in " + folder + ": " + e.getMessage(), e);
        }
    }

    private static boolean isOf(String farmer, String path) {
        return path.startsWith(DeliveryPart.FARMERS.folderName() + "/" + farmer + "/");
    }

    /** The file at a path, if it exists and is this farmer's. */
    public static Optional<Path> ofFarmer(Lake lake, String farmer, String id, String path) {
        return isOf(farmer, path) ? file(lake, id, path) : Optional.empty();
    }

    /** The file at a path, if it exists; a path that leads elsewhere gives none. */
    public static Optional<Path> file(Lake lake, String id, String path) {
        if (!SnapshotId.isOne(id)) {
            return Optional.empty();
        }
        Path folder = lake.rejects(new SnapshotId(id));
        try {
            return paths(folder).stream().filter(path::equals).findFirst().map(folder::resolve);
        } catch (IOException | UncheckedIOException e) {
            throw new LakeException("cannot read the rejected rows in " + folder + ": " + e.getMessage(), e);
        }
    }

    // ids are instants, so they sort by age
    private static List<SnapshotId> ids(Lake lake) {
        Path all = lake.rejectsFolder();
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(all)) {
            return folders.map(folder -> String.valueOf(folder.getFileName())).filter(SnapshotId::isOne)
                    .map(SnapshotId::new).sorted(Comparator.reverseOrder()).toList();
        } catch (IOException | UncheckedIOException e) {
            throw new LakeException("cannot list " + all + ": " + e.getMessage(), e);
        }
    }

    private static List<String> paths(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .map(file -> folder.relativize(file).toString().replace('\\', '/')).sorted().toList();
        }
    }

    private static RejectsFile read(Path folder, String path, long mostRows) {
        Map<Kind, Tally> tallies = new HashMap<>();
        long rows = 0;
        boolean more = false;
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(folder.resolve(path))) {
            for (NamedCsvRecord row : csv) {
                if (rows == mostRows) {
                    more = true;
                    break;
                }
                rows++;
                tallies.computeIfAbsent(new Kind(row.getField("column"), row.getField("reason")),
                        _ -> new Tally(row.getField("line"))).rows++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RejectsFile(path, rows, more, tallies.entrySet().stream()
                .map(each -> new Reason(each.getKey().column(), each.getKey().reason(), each.getValue().rows,
                each.getValue().line))
                .sorted(Comparator.comparingLong(Reason::rows).reversed().thenComparing(Reason::column)
                .thenComparing(Reason::reason))
                .limit(MAX_REASONS).toList());
    }
}
