package io.tidemark.server.format;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.server.route.contract.FieldContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows as a Parquet file. It writes NDJSON to a temporary file, and a separate small DuckDB instance converts
 * that to Parquet, so that both formats have the same values. Objects are STRUCTs, datetimes TIMESTAMPs in UTC.
 *
 * <p>Call {@link #write} for each row, then {@link #finish} once, and always close it, which deletes temporary files.
 */
public final class ParquetAnswer implements RowWriter {

    /** DuckDB's own default: its buffers are twice as large, so a larger limit is set only if needed. */
    private static final long OBJECT_BYTES = 16 << 20;

    private final List<FieldContract> fields;
    private final Path folder;
    private final EngineSettings engine;
    private final Path lines;
    private final LongestLine longest;
    private final NdjsonRows rows;
    /** The session that converts the rows, while it runs. */
    private volatile @Nullable DuckSession making;

    private ParquetAnswer(List<FieldContract> fields, Path folder, EngineSettings engine, Path lines)
            throws IOException {
        this.fields = fields;
        this.folder = folder;
        this.engine = engine;
        this.lines = lines;
        longest = new LongestLine(Files.newOutputStream(lines));
        rows = new NdjsonRows(fields, longest);
    }

    /**
     * Starts an answer.
     *
     * @param folder folder for its files, readable by this user only
     * @param engine the share of the machine for DuckDB, once all rows are written
     */
    public static ParquetAnswer open(List<FieldContract> fields, Path folder, EngineSettings engine)
            throws IOException {
        Path lines = Files.createTempFile(folder, "answer-", ".ndjson");
        try {
            return new ParquetAnswer(fields, folder, engine, lines);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(lines);
            throw e;
        }
    }

    @Override
    public void write(List<@Nullable Object> row) throws IOException {
        rows.write(row);
    }

    /**
     * Creates the file, which the caller then owns.
     *
     * @throws io.tidemark.data.duckdb.EngineException if memory or disk are too small, a whole number is above 64 bits,
     *                                                 or it was cancelled
     */
    public Path finish() throws IOException {
        rows.close();
        Path parquet = Files.createTempFile(folder, "answer-", ".parquet");
        try {
            copy(parquet);
            return parquet;
        } catch (RuntimeException e) {
            Files.deleteIfExists(parquet);
            throw e;
        } finally {
            // sending may take minutes: the rows need not be on disk twice
            Files.deleteIfExists(lines);
        }
    }

    private void copy(Path parquet) {
        String columns = fields.stream().map(f -> SqlLiteral.of(f.name()) + ": " + SqlLiteral.of(type(f)))
                .collect(Collectors.joining(", ", "{", "}"));
        try (DuckSession session = DuckSession.open(engine)) {
            making = session;
            // directly into the existing file, which only its owner can read
            session.run("COPY (SELECT * FROM read_json(" + SqlLiteral.of(lines)
                    + ", format = 'newline_delimited', columns = "
                    + columns + ", maximum_object_size = " + Math.max(OBJECT_BYTES, longest.bytes()) + ")) TO "
                    + SqlLiteral.of(parquet) + " (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)");
        } finally {
            making = null;
        }
    }

    /** Cancels {@link #finish}, which then fails; does nothing unless DuckDB is running. Thread-safe. */
    public void cancel() {
        DuckSession session = making;
        if (session != null) {
            session.cancel();
        }
    }

    private static String type(FieldContract field) {
        return switch (field.type()) {
            case DATE -> "DATE";
            case DATETIME -> "TIMESTAMP";
            case STRING -> "VARCHAR";
            case INTEGER -> "BIGINT";
            case NUMBER -> "DOUBLE";
            case BOOLEAN -> "BOOLEAN";
            case INTEGER_LIST -> "BIGINT[]";
            case STRING_LIST -> "VARCHAR[]";
            case OBJECT -> field.keys().stream().map(key -> '"' + key.name().replace("\"", "\"\"") + "\" " + type(key))
                    .collect(Collectors.joining(", ", "STRUCT(", ")"));
        };
    }

    @Override
    public void close() throws IOException {
        try {
            rows.close();
        } finally {
            Files.deleteIfExists(lines);
        }
    }
}
