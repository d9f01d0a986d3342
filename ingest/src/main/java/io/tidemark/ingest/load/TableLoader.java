package io.tidemark.ingest.load;

import io.tidemark.data.file.Sha256;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.DeliveredFile.Format;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.read.CsvCopy;
import io.tidemark.ingest.read.CsvCopy.Written;
import io.tidemark.ingest.read.NdjsonCopy;
import io.tidemark.ingest.read.ParquetCopy;
import io.tidemark.ingest.read.UnreadRows;
import io.tidemark.ingest.read.XlsxCopy;
import io.tidemark.ingest.staging.StagingDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads a file of any format into the staging database. */
public final class TableLoader implements AutoCloseable {

    private final StagingDatabase staging;
    private final CsvLoader csv;
    private int copies;

    /** Creates a loader into a staging database. */
    public TableLoader(StagingDatabase staging) {
        this.staging = staging;
        csv = new CsvLoader(staging);
    }

    /** Announces the next files, in order. */
    public void expect(List<DeliveredFile> next) {
        csv.expect(next.stream().filter(f -> f.format() == DeliveredFile.Format.CSV).toList());
    }

    @Override
    public void close() {
        csv.close();
    }

    /** Reads a file. If the whole file is faulty, the result has the reason, and no row is loaded. */
    public LoadedFile load(DeliveredFile file, SourceTable table) {
        staging.prepare(table);
        Set<String> folders = file.partitions().keySet();
        Optional<String> named = table.columns().stream().map(SourceColumn::name).filter(folders::contains).findFirst();
        if (named.isPresent() && file.format() != Format.PARQUET) {
            return failed(file, table, "lies in a folder that names the column " + named.get()
                    + ", which is read for Parquet alone; write it into the file", System.nanoTime());
        }
        return switch (file.format()) {
            case CSV -> csv.load(file, table);
            case NDJSON -> load(file, table, new NdjsonCopy(staging));
            case PARQUET -> load(file, table, new ParquetCopy(staging));
            case XLSX -> load(file, table, new XlsxCopy(staging));
        };
    }

    /**
     * Reads rows that were made from the rows of another file.
     *
     * @param source the original file
     * @param made   the rows as CSV
     * @param lines  the line in the original file for each row
     */
    public LoadedFile loadMade(LoadedFile source, Path made, SourceTable table, long[] lines) {
        staging.prepare(table);
        LoadedFile read = csv.load(source.file().readAt(made), table);
        return new LoadedFile(source.file(), table, read.number(), source.sha256(), read.firstRow(), read.rows(),
                read.unread(), read.lines().ofSources(lines), read.notes(), read.failure(), read.seconds());
    }

    private LoadedFile load(DeliveredFile file, SourceTable table, CsvCopy copy) {
        long start = System.nanoTime();
        Path target = staging.folder().resolve("rows-" + ++copies + ".csv");
        try (UnreadRows unread = UnreadRows.begin(staging.session(), "unread_copy")) {
            String sha256 = Sha256.hex(file.path(), staging::checkCancelled);
            Written written = copy.write(file, table, target, unread);
            LoadedFile read = csv.load(file.readAt(target), table);
            if (read.failure() != null) {
                return failed(file, table, read.failure(), start);
            }
            RowLines lines = read.lines().ofOriginal(written.headerLines());
            unread.moveTo(read.number(), lines.lineOfUnit(0));
            List<String> notes = new ArrayList<>(read.notes());
            notes.addAll(written.notes());
            return new LoadedFile(file, table, read.number(), sha256, read.firstRow(), read.rows(),
                    read.unread() + unread.count(), lines, notes, null, (System.nanoTime() - start) / 1e9);
        } catch (BadFileException e) {
            return failed(file, table, Objects.requireNonNull(e.getMessage()), start);
        } catch (IOException e) {
            return failed(file, table, Objects.requireNonNull(BadFileException.of(e).getMessage()), start);
        } finally {
            delete(target);
        }
    }

    private static LoadedFile failed(DeliveredFile file, SourceTable table, String failure, long start) {
        return new LoadedFile(file, table, 0, "", 0, 0, 0, RowLines.plain(), List.of(), failure,
                (System.nanoTime() - start) / 1e9);
    }

    private static void delete(Path copy) {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + copy.getFileName(), e);
        }
    }
}
