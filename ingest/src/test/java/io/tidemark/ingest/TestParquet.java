package io.tidemark.ingest;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.ingest.lab.ParquetMaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.parquet.format.FileMetaData;

/** Parquet files of the rows of a query. */
final class TestParquet {

    private TestParquet() {}

    /** The file of a query's rows; it is made in the folder. */
    static byte[] of(Path folder, String select) {
        return of(folder, select, footer -> { });
    }

    /** The same with a changed footer, such as DuckDB does not write. */
    static byte[] of(Path folder, String select, Consumer<FileMetaData> change) {
        Path file = folder.resolve("made.parquet");
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            session.run("COPY (" + select + ") TO " + SqlLiteral.of(file) + " (FORMAT parquet)");
            ParquetMaker.changeFooter(file, change);
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
