package io.tidemark.ingest.load;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.ShownText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Apache Parquet. A column's type must fit its contract: days as DATE, as timestamps at midnight or as texts, numbers as any number
 * type, flags as BOOLEAN, texts as VARCHAR, whole numbers, UUID, or lists of texts (with {@code |} between); texts are never taken for
 * numbers. Values are written out exactly, and then checked like any others. Rows are numbered from 1.
 */
final class ParquetCopy implements CsvCopy {

    private static final String WHOLE = "U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)";

    private final Workbench bench;

    ParquetCopy(Workbench bench) {
        this.bench = bench;
    }

    private record FileColumn(String name, String type) {}

    @Override
    public Written write(DeliveredFile file, SourceTable table, Path target, UnreadRows unread)
            throws BadFileException, IOException {
        // a name of our own: DuckDB takes * and [ in a path for a pattern
        Path link = target.resolveSibling("delivered.parquet");
        Files.createSymbolicLink(link, file.path().toAbsolutePath());
        try {
            return write(table, link, target);
        } catch (EngineException e) {
            throw fault(e, link);
        } finally {
            Files.delete(link);
        }
    }

    private Written write(SourceTable table, Path link, Path target) throws BadFileException {
        String file = link.toString();
        List<FileColumn> columns = bench.session().list("DESCRIBE SELECT * FROM read_parquet($1, hive_partitioning = false)",
                row -> new FileColumn(row.getString(1).strip().toLowerCase(Locale.ROOT), row.getString(2)), file);
        HeaderMatch header = HeaderMatch.of(table, columns.stream().map(FileColumn::name).toList());
        List<String> aliases = new ArrayList<>();
        List<String> taken = new ArrayList<>();
        List<String> misfits = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            // columns by their place: the file's own names never get into the SQL
            aliases.add("c" + i);
            Optional<SourceColumn> column = header.columns().get(i);
            String type = columns.get(i).type();
            if (column.isPresent()) {
                text(column.get(), type, "c" + i).ifPresentOrElse(
                        text -> taken.add(text + " AS " + column.get().name()), () -> misfits.add(misfit(column.get(), type)));
            }
        }
        if (!misfits.isEmpty()) {
            throw new BadFileException("has " + String.join("; ", misfits));
        }
        bench.session().run("COPY (SELECT " + String.join(", ", taken) + " FROM read_parquet($1, hive_partitioning = false) AS t("
                + String.join(", ", aliases) + ")) TO " + SqlLiteral.of(target) + " (FORMAT csv, HEADER true, DELIMITER ',')",
                file);
        return new Written(1, header.notes());
    }

    private static String misfit(SourceColumn column, String type) {
        return "the column " + column.name() + " as " + ShownText.of(type) + ", where " + switch (column.type()) {
            case TEXT -> "VARCHAR, a whole number, UUID or a list of VARCHAR fits";
            case DAY -> "DATE, a timestamp without a zone or VARCHAR fits";
            case INSTANT -> "a timestamp, DATE or VARCHAR fits";
            case FLAG -> "BOOLEAN fits";
            case COUNT, QUANTITY, AMOUNT, DEGREES -> "a whole number, DECIMAL, FLOAT or DOUBLE fits";
        };
    }

    /** SQL: the value as text; empty when the type does not fit. */
    private static Optional<String> text(SourceColumn column, String type, String value) {
        String text = "CAST(" + value + " AS VARCHAR)";
        boolean number = type.matches(WHOLE + "|FLOAT|DOUBLE|DECIMAL\\(.*\\)");
        boolean timestamp = type.matches("TIMESTAMP(_S|_MS|_NS)?");
        if (type.equals("VARCHAR[]") && column.type() == ReadType.TEXT) {
            return Optional.of("array_to_string(" + value + ", '|')");
        }
        if (timestamp && column.type() == ReadType.DAY) {
            return Optional.of("CASE WHEN CAST(CAST(" + value + " AS DATE) AS TIMESTAMP) = " + value + " THEN CAST(CAST(" + value
                    + " AS DATE) AS VARCHAR) ELSE " + text + " END");
        }
        boolean fits = switch (column.type()) {
            case TEXT -> type.matches("VARCHAR|UUID|" + WHOLE);
            case DAY -> type.matches("DATE|VARCHAR");
            case INSTANT -> timestamp || type.matches("VARCHAR|DATE|TIMESTAMP WITH TIME ZONE");
            case FLAG -> type.equals("BOOLEAN");
            case COUNT, QUANTITY, AMOUNT, DEGREES -> number;
        };
        return fits ? Optional.of(text) : Optional.empty();
    }

    // what DuckDB says of the bytes is the file's fault; want of memory or disk is not
    private static RuntimeException fault(EngineException e, Path link) throws BadFileException {
        String message = e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage()).lines().findFirst().orElse("");
        if (message.startsWith("Out of Memory Error") || message.matches("IO Error: .*(write|space|Could not).*")) {
            return e;
        }
        throw new BadFileException("cannot be read as Parquet: " + message.replace(link.toString(), "it"), e);
    }
}
