package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.DisplayText;
import io.tidemark.ingest.file.ParquetLimit;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.read.CsvCopy.UnreadRow;
import io.tidemark.ingest.read.CsvCopy.Written;
import io.tidemark.ingest.staging.StagingDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts Apache Parquet. A column's type must fit its contract: days as DATE, as timestamps at midnight or as texts, numbers as any number type,
 * flags as BOOLEAN, texts as VARCHAR, whole numbers, UUID, or lists of texts (joined with {@code |}); texts are never read as numbers. Values are
 * written exactly, and then checked like all others. Rows are numbered from 1.
 */
public final class ParquetCopy implements CsvCopy {

    private static final String WHOLE = "U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)";

    private static final SqlFile SQL = SqlFile.of("ingest/read.sql");
    private static final int LONGEST_ROW = 2_000_000;

    private final StagingDatabase staging;

    public ParquetCopy(StagingDatabase staging) {
        this.staging = staging;
    }

    private record FileColumn(String name, String type) {}

    @Override
    public Written write(DeliveredFile file, SourceTable table, Path target, UnreadRows unread)
            throws BadFileException, IOException {
        ParquetLimit.check(file.path());
        try {
            return write(table, file.path(), target, unread);
        } catch (EngineException e) {
            throw fault(e, file.path());
        }
    }

    private Written write(SourceTable table, Path path, Path target, UnreadRows unread) throws BadFileException, IOException {
        String file = path.toString();
        List<FileColumn> columns = SQL.get("parquet_columns").with("file", file).list(staging.session(),
                row -> new FileColumn(row.getString(1).strip().toLowerCase(Locale.ROOT), row.getString(2)));
        HeaderMatch header = HeaderMatch.of(table, columns.stream().map(FileColumn::name).toList());
        List<String> aliases = new ArrayList<>();
        List<String> taken = new ArrayList<>();
        List<String> misfits = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<TextSql> texts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            // refer to columns by position: the file's own names never get into the SQL
            aliases.add("c" + i);
            Optional<SourceColumn> column = header.columns().get(i);
            String type = columns.get(i).type();
            if (column.isPresent()) {
                text(column.get(), type, "c" + i).ifPresentOrElse(
                        text -> taken.add(text + " AS " + column.get().name()), () -> misfits.add(misfit(column.get(), type)));
                names.add(column.get().name());
                TextSql.of(type, "c" + i).ifPresent(texts::add);
            }
        }
        if (!misfits.isEmpty()) {
            throw new BadFileException("has " + String.join("; ", misfits));
        }
        SqlStatement rows = SQL.get("parquet_rows").part("columns", String.join(", ", taken)).part("aliases", String.join(", ", aliases)).with("file", file);
        if (checkTexts(path, texts, aliases)) {
            writeWithoutNul(rows, names, target, unread);
        } else {
            SQL.get("parquet_to_csv").part("rows", rows).part("target", SqlLiteral.of(target)).run(staging.session());
        }
        return new Written(1, header.notes());
    }

    /**
     * SQL for a value of a type without a maximum size.
     *
     * @param bytes  SQL for its length in bytes
     * @param hasNul SQL for whether it has a NUL
     */
    private record TextSql(String bytes, String hasNul) {

        static Optional<TextSql> of(String type, String value) {
            return switch (type) {
                case "VARCHAR" -> Optional.of(new TextSql("coalesce(strlen(" + value + "), 0)", "contains(" + value + ", chr(0))"));
                case "VARCHAR[]" -> Optional.of(new TextSql("coalesce(list_sum(list_transform(" + value + ", x -> strlen(x) + 1)), 0)",
                        "contains(array_to_string(" + value + ", ''), chr(0))"));
                default -> Optional.empty();
            };
        }
    }

    // returns whether a text has a NUL
    private boolean checkTexts(Path path, List<TextSql> texts, List<String> aliases) throws BadFileException, IOException {
        if (texts.isEmpty()) {
            return false;
        }
        long[] found = SQL.get("parquet_texts").part("bytes", joined(texts, TextSql::bytes, " + ")).part("has_nul", joined(texts, TextSql::hasNul, " OR "))
                .part("aliases", String.join(", ", aliases)).with("file", path.toString())
                .first(staging.session(), r -> new long[] {r.getLong(1), r.getLong(2), r.getLong(3)}).orElseThrow();
        if (found[0] > LONGEST_ROW) {
            throw new BadFileException("has a row with " + found[0] + " bytes of text, more than " + LONGEST_ROW);
        }
        ParquetLimit.checkTexts(path, found[1]);
        return found[2] > 0;
    }

    private static String joined(List<TextSql> texts, Function<TextSql, String> part, String between) {
        return texts.stream().map(part).collect(Collectors.joining(between));
    }

    // writes row by row, because DuckDB cannot write a blank line in place of a row
    private void writeWithoutNul(SqlStatement rows, List<String> names, Path target, UnreadRows unread) throws BadFileException, IOException {
        try (CopyWriter copy = new CopyWriter(target)) {
            copy.record(names);
            AtomicLong number = new AtomicLong();
            rows.each(staging.session(), row -> {
                List<@Nullable String> values = new ArrayList<>();
                for (int i = 1; i <= names.size(); i++) {
                    values.add(row.getString(i));
                }
                Optional<UnreadRow> fault = NoCharacter.in(number.incrementAndGet(), names, values);
                fault.ifPresent(unread::append);
                if (fault.isEmpty()) {
                    write(copy, number.get() + 1, values);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        unread.check(RowLines.plain());
    }

    private static void write(CopyWriter copy, long record, List<@Nullable String> values) {
        try {
            copy.blankUpTo(record);
            copy.record(values);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String misfit(SourceColumn column, String type) {
        return "the column " + column.name() + " as " + DisplayText.of(type) + ", where " + switch (column.type()) {
            case TEXT -> "VARCHAR, a whole number, UUID or a list of VARCHAR fits";
            case DAY -> "DATE, a timestamp without a zone or VARCHAR fits";
            case INSTANT -> "a timestamp, DATE or VARCHAR fits";
            case FLAG -> "BOOLEAN fits";
            case COUNT, QUANTITY, AMOUNT, DEGREES -> "a whole number, DECIMAL, FLOAT or DOUBLE fits";
        };
    }

    /** SQL for the value as text; empty if the type does not fit. */
    private static Optional<String> text(SourceColumn column, String type, String value) {
        String text = "CAST(" + value + " AS VARCHAR)";
        boolean number = type.matches(WHOLE + "|FLOAT|DOUBLE|DECIMAL\\(.*\\)");
        if (type.startsWith("DECIMAL") && column.type().isWhole()) {
            // a number, whatever trailing zeros its type adds: 12.000 as text could mean 12000
            return Optional.of("CAST(CAST(" + value + " AS DOUBLE) AS VARCHAR)");
        }
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

    // a stop, or a lack of memory or disk, is not the file's fault
    private static RuntimeException fault(EngineException e, Path path) throws BadFileException {
        return switch (e.kind()) {
            case INTERRUPTED, OUT_OF_MEMORY, NOT_WRITTEN -> e;
            case INPUT, NOT_READ, OTHER ->
                throw new BadFileException("cannot be read as Parquet: " + e.firstLine().replace(path.toString(), "it"), e);
        };
    }
}
