package io.tidemark.server.cli.query;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.ReadOnlySql;
import io.tidemark.server.format.CsvRows;
import io.tidemark.server.format.NdjsonRows;
import io.tidemark.server.format.ParquetAnswer;
import io.tidemark.server.format.RowWriter;
import io.tidemark.server.route.TypedSql;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.Filters;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.sql.NamedSql;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.SharedPieces;
import io.tidemark.server.sql.SqlTree;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs typed SQL on a snapshot, read-only. */
final class SqlRunner implements AutoCloseable {

    /** The maximum number of rows in a table; larger results belong in a file. */
    static final int TABLE_ROWS = 1_000;
    private static final int PARQUET_MEMORY_MB = 256;
    private static final String TYPED = "sql";

    private final Path folder;
    private final Map<String, @Nullable Object> values;
    private final SharedPieces pieces = SharedPieces.read(SqlTree.shipped());
    private final DuckSession session;

    /**
     * Creates a runner on a snapshot.
     * @param session a session on the snapshot; closed with the runner
     * @param folder folder for the runner's files
     * @param values the values of {@code :name}; the filters of shared pieces let everything pass
     */
    SqlRunner(ServedSnapshot snapshot, DuckSession session, Path folder, Map<String, @Nullable Object> values) {
        this.folder = folder;
        this.values = new HashMap<>(Filters.OPEN);
        this.values.put("first_day", snapshot.dataBegin());
        this.values.put("last_day", snapshot.dataEnd());
        this.values.put("read_from", snapshot.dataBegin());
        this.values.putAll(values);
        this.session = session;
    }

    /** An error in the typed SQL, with a message for its author. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(@Nullable String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Runs one statement.
     *
     * @param written the file that gets the rows
     * @return whether there are more rows than a table shows
     */
    boolean run(String text, OutputFormat format, Path written) throws Refused, IOException {
        NamedSql.Bound bound = bound(text);
        try (PreparedStatement statement = session.connection().prepareStatement(bound.sql())) {
            for (int i = 0; i < bound.values().size(); i++) {
                statement.setObject(i + 1, bound.values().get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                return write(rows, format, written);
            }
        } catch (SQLException | EngineException e) {
            throw new Refused(e.getMessage());
        }
    }

    private NamedSql.Bound bound(String text) throws Refused {
        try {
            TypedSql sql = TypedSql.read(TYPED, text, pieces);
            Map<String, @Nullable Object> all = new HashMap<>(values);
            sql.set().forEach((name, value) -> all.put(name, day(value)));
            NamedSql.Bound bound = sql.sql().bind(all);
            ReadOnlySql.check(session, bound.sql());
            return bound;
        } catch (RouteFileException | IllegalArgumentException | EngineException e) {
            throw new Refused(e.getMessage());
        }
    }

    // a day in YAML becomes text
    private static Object day(Object value) {
        return value instanceof String text && text.matches("\\d{4}-\\d{2}-\\d{2}") ? LocalDate.parse(text) : value;
    }

    private boolean write(ResultSet rows, OutputFormat format, Path written) throws SQLException, IOException {
        ResultColumns columns = ResultColumns.of(rows.getMetaData());
        if (format == OutputFormat.PARQUET) {
            try (ParquetAnswer parquet = ParquetAnswer.open(columns.fields(), folder,
                    new EngineSettings(1, PARQUET_MEMORY_MB, folder.resolve("parquet")))) {
                while (rows.next()) {
                    parquet.write(columns.read(rows));
                }
                Files.move(parquet.finish(), written, StandardCopyOption.REPLACE_EXISTING);
            }
            return false;
        }
        try (OutputStream out = Files.newOutputStream(written);
                RowWriter writer = writer(format, columns.fields(), out)) {
            for (int shown = 0; rows.next(); shown++) {
                if (format == OutputFormat.TABLE && shown == TABLE_ROWS) {
                    return true;
                }
                writer.write(columns.read(rows));
            }
            return false;
        }
    }

    private static RowWriter writer(OutputFormat format, List<FieldContract> fields, OutputStream out)
            throws IOException {
        return switch (format) {
            case TABLE, PARQUET -> new TableRows(fields, out);
            case CSV -> new CsvRows(fields, out, false);
            case JSON -> new JsonList(fields, out);
            case NDJSON -> new NdjsonRows(fields, out);
        };
    }

    @Override
    public void close() {
        session.close();
    }
}
