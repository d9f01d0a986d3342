package io.tidemark.ingest.load;

import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.read.ReadAhead;
import io.tidemark.ingest.read.RowsAsRead;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Loads the rows of CSV files into the staging database; good rows go to {@code in_x}, see {@link FileRows}. */
public final class CsvLoader implements AutoCloseable {

    private final StagingDatabase staging;
    private final FileRows fileRows;
    private final Map<SourceTable, Long> nextRow = new HashMap<>();
    private final ReadAhead ahead;

    /** Creates a loader into a staging database. */
    public CsvLoader(StagingDatabase staging) {
        this.staging = staging;
        fileRows = new FileRows(staging.session());
        ahead = new ReadAhead(staging);
    }

    /** Announces the next files, in order: one is read while the previous one is processed. */
    public void expect(List<DeliveredFile> next) {
        ahead.expect(next);
    }

    @Override
    public void close() {
        ahead.close();
    }

    /** Loads a file. If the whole file is faulty, the result has the reason, and no row is loaded. */
    public LoadedFile load(DeliveredFile file, SourceTable table) {
        long start = System.nanoTime();
        long firstRow = nextRow.getOrDefault(table, 0L);
        try {
            RowsAsRead read = ahead.read(file, table);
            long begun = System.nanoTime();
            fileRows.take(table, read, firstRow, file.farmerId());
            read.table().drop(staging.session());
            nextRow.put(table, firstRow + read.rows());
            return new LoadedFile(file, table, read.number(), read.text().scan().sha256(), firstRow, read.rows(),
                    read.unread(), read.lines(), read.notes(), null, read.seconds() + seconds(begun));
        } catch (BadFileException e) {
            return new LoadedFile(file, table, 0, "", firstRow, 0, 0, RowLines.plain(), List.of(),
                    Objects.requireNonNull(e.getMessage()), seconds(start));
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
