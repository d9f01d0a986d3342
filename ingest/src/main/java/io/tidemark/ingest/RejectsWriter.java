package io.tidemark.ingest;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.ingest.check.BadRows;
import io.tidemark.ingest.check.FileResult;
import io.tidemark.ingest.check.RejectedRow;
import io.tidemark.ingest.delivery.DisplayText;
import io.tidemark.ingest.merge.DroppedRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the rejected rows, a CSV per delivered file, and counts the reasons. */
final class RejectsWriter {

    private static final int MAX_REASONS = 20;
    /**
     * Maximum number of listed rows of a file: more than people read, and small beside the list of a file with millions
     * of bad rows.
     */
    private static final int MAX_ROWS = 100_000;

    private record Kind(String table, String column, String reason) {}

    private static final class Tally {
        private long count;
        private final String example;

        private Tally(String example) {
            this.example = example;
        }
    }

    private final Path draft;
    private final Runnable stop;
    private final Map<String, String> written = new HashMap<>();
    private final Map<Kind, Tally> tallies = new HashMap<>();

    /**
     * Starts without rows.
     *
     * @param draft folder for the first copy of the rows; deleted if the ingest dies
     * @param stop  throws when the ingest is stopped
     */
    RejectsWriter(Path draft, Runnable stop) {
        this.stop = stop;
        this.draft = draft;
    }

    /** Moves the written files to their final folder; returns it, or null if nothing was written. */
    @Nullable Path keep(Path folder) {
        if (!Files.isDirectory(draft)) {
            return null;
        }
        try {
            FilePermissions.makeFolder(Objects.requireNonNull(folder.getParent()));
            Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
            return folder;
        } catch (IOException e) {
            throw new LakeException("cannot keep the rejected rows in " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Writes the bad rows of a file, if it has any. */
    void write(FileResult result) {
        if (result.failure() == null && result.rejected() == 0) {
            return;
        }
        String relative = result.file().relative();
        String path = result.file().rejectsPath();
        String taken = written.putIfAbsent(path, relative);
        if (taken != null) {
            // the delivery has a compressed and a plain file of that name, or an export became several tables
            path = taken.equals(relative) ? relative + "." + result.table().replace(' ', '-') + ".csv" : relative
                    + ".csv";
        }
        write(path, result.failure(), result.listed(), result.badRows());
        result.badRows().kinds().forEach(kind -> count(result.table(), relative, kind));
    }

    /** Writes rows of the lake that a correction made invalid. They are not faults of the delivery. */
    void write(DroppedRows dropped) {
        write("lake/" + dropped.table() + ".csv", null, dropped.rows().size(), BadRows.of(dropped.rows()));
    }

    // reports the failure of a whole file with the file, not as a reason of rows
    private void write(String path, @Nullable String failure, long all, BadRows rows) {
        Path file = draft.resolve(path);
        while (isFolderAndFile(file)) {
            file = draft.resolve("others").resolve(draft.relativize(file));
        }
        try {
            FilePermissions.makeFolder(Objects.requireNonNull(file.getParent()));
            try (CsvWriter csv = CsvWriter.builder().build(file)) {
                csv.writeRecord("line", "column", "value", "reason");
                if (failure != null) {
                    csv.writeRecord("", "", "", DisplayText.of(failure));
                }
                rows.first(MAX_ROWS, row -> {
                    stop.run();
                    csv.writeRecord(row.line() == 0 ? "" : Long.toString(row.line()), DisplayText.of(row.column()),
                            DisplayText.cell(row.value()), DisplayText.of(row.text()));
                });
                if (all > MAX_ROWS) {
                    csv.writeRecord("", "", "", "and " + (all - MAX_ROWS)
                            + " more bad rows, which are not listed; the report counts them");
                }
            }
            FilePermissions.close(file);
        } catch (IOException | UncheckedIOException e) {
            throw new LakeException("cannot write the rejected rows to " + file + ": " + e.getMessage(), e);
        }
    }

    // the rejects of stock.csv.gz are the file stock.csv, those of stock.csv/part-0.csv lie in a folder of that name
    private boolean isFolderAndFile(Path file) {
        return Files.isDirectory(file)
                || Stream.iterate(file.getParent(), folder -> !draft.equals(folder), Path::getParent)
                .anyMatch(Files::isRegularFile);
    }

    private void count(String table, String relative, BadRows.Kind kind) {
        RejectedRow row = kind.first();
        String line = row.line() == 0 ? "" : " line " + row.line();
        String value = row.value().isEmpty() ? "" : ": " + row.value() + row.hint();
        tallies.computeIfAbsent(new Kind(table, row.column(), row.reason()),
                k -> new Tally(relative + line + value)).count += kind.rows();
    }

    /** The most frequent reasons. */
    List<ReasonCount> reasons() {
        return tallies.entrySet().stream()
                .map(e -> new ReasonCount(e.getKey().table(), e.getKey().column(), e.getKey().reason(),
                        e.getValue().count, e.getValue().example))
                .sorted(Comparator.comparingLong(ReasonCount::count).reversed().thenComparing(ReasonCount::table)
                        .thenComparing(ReasonCount::column).thenComparing(ReasonCount::reason))
                .limit(MAX_REASONS).toList();
    }
}
