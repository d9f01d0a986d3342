package io.tidemark.ingest.load;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Apache Parquet. A column's type must fit its contract: days as DATE or as timestamps at midnight, numbers as any number type,
 * flags as BOOLEAN, texts as VARCHAR, whole numbers, UUID, or lists of texts (with {@code |} between); texts are never taken for
 * numbers or days. Values are written out exactly, and then checked like any others. Rows are numbered from 1.
 */
final class ParquetCopy implements CsvCopy {

    private static final String WHOLE = "U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)";

    private final Workbench bench;

    ParquetCopy(Workbench bench) {
        this.bench = bench;
    }

    private record FileColumn(String name, String type) {}

    @Override
    public Written write(DeliveredFile file, SourceTable table, Path target) throws BadFileException, IOException {
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
        for (int i = 0; i < columns.size(); i++) {
            // columns by their place: the file's own names never get into the SQL
            aliases.add("c" + i);
            Optional<SourceColumn> column = header.columns().get(i);
            if (column.isPresent()) {
                taken.add(text(column.get(), columns.get(i).type(), "c" + i) + " AS " + column.get().name());
            }
        }
        bench.session().run("COPY (SELECT " + String.join(", ", taken) + " FROM read_parquet($1, hive_partitioning = false) AS t("
                + String.join(", ", aliases) + ")) TO " + SqlLiteral.of(target) + " (FORMAT csv, HEADER true, DELIMITER ',')",
                file);
        return new Written(1, List.of(), header.notes());
    }

    private static String text(SourceColumn column, String type, String value) throws BadFileException {
        String text = "CAST(" + value + " AS VARCHAR)";
        boolean number = type.matches(WHOLE + "|FLOAT|DOUBLE|DECIMAL\\(.*\\)");
        boolean timestamp = type.matches("TIMESTAMP(_S|_MS|_NS)?");
        if (type.equals("VARCHAR[]") && column.type() == ReadType.TEXT) {
            return "array_to_string(" + value + ", '|')";
        }
        if (timestamp && column.type() == ReadType.DAY) {
            return "CASE WHEN CAST(CAST(" + value + " AS DATE) AS TIMESTAMP) = " + value + " THEN CAST(CAST(" + value
                    + " AS DATE) AS VARCHAR) ELSE " + text + " END";
        }
        boolean fits = switch (column.type()) {
            case TEXT -> type.matches("VARCHAR|UUID|" + WHOLE);
            case DAY -> type.equals("DATE");
            case INSTANT -> timestamp || type.matches("VARCHAR|DATE|TIMESTAMP WITH TIME ZONE");
            case FLAG -> type.equals("BOOLEAN");
            case COUNT, QUANTITY, AMOUNT, DEGREES -> number;
        };
        if (!fits) {
            throw new BadFileException("has the column " + column.name() + " as " + type + ", which is not "
                    + column.type().inWords());
        }
        return text;
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
