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
import io.tidemark.ingest.file.HeaderName;
import io.tidemark.ingest.file.ParquetLimit;
import io.tidemark.ingest.file.ParquetSchema;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.read.CsvCopy.UnreadRow;
import io.tidemark.ingest.read.CsvCopy.Written;
import io.tidemark.ingest.staging.StagingDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Apache Parquet. A column's type must fit its contract: days as DATE, as timestamps at midnight in Norway or as texts,
 * numbers as any number type, flags as BOOLEAN or texts, texts as VARCHAR, whole numbers, UUID, or lists of texts
 * (joined with {@code |}); texts are never read as numbers. Values are written out exactly, and then checked like any
 * others. Rows are numbered from 1.
 */
public record ParquetCopy(StagingDatabase staging) implements CsvCopy {

    private static final String WHOLE = "U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)";

    private static final SqlFile SQL = SqlFile.of("ingest/read.sql");
    private static final int MAX_ROW = 2_000_000;

    @Override
    public Written write(DeliveredFile file, SourceTable table, Path target, UnreadRows unread)
            throws BadFileException, IOException {
        ParquetSchema schema = ParquetLimit.check(file.path());
        try {
            return write(table, file, schema, target, unread);
        } catch (EngineException e) {
            throw fault(e, file.path());
        }
    }

    private Written write(SourceTable table, DeliveredFile delivered, ParquetSchema schema, Path target,
            UnreadRows unread) throws BadFileException, IOException {
        Path path = delivered.path();
        String file = path.toString();
        // the types that DuckDB finds must be of the columns that the schema names
        List<String> types = SQL.get("parquet_columns").with("file", file)
                .list(staging.session(), row -> row.getString(2));
        List<String> header = new ArrayList<>(schema.columns().stream().map(column -> HeaderName.of(column.name()))
                .toList());
        if (types.size() != header.size()) {
            throw new BadFileException("cannot be read as Parquet: its schema has " + header.size()
                    + " columns, and its reader finds " + types.size());
        }
        // what the names of its folders say of all its rows
        SortedMap<String, String> folders = delivered.partitions();
        List<String> notes = new ArrayList<>(folders.keySet().stream().filter(header::contains)
                .map(name -> "the folder's " + name + "=" + folders.get(name)
                + " is not used: the file has the column " + name).toList());
        folders.keySet().removeAll(header);
        header.addAll(folders.keySet());
        // each column of the contract as text, by the type of the file's column
        HeaderMatch match = HeaderMatch.of(table, header);
        List<String> aliases = new ArrayList<>();
        List<String> taken = new ArrayList<>();
        List<String> misfits = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<TextSql> texts = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            // columns by position: the file's own names never get into the SQL
            aliases.add("c" + i);
            Optional<SourceColumn> column = match.columns().get(i);
            String type = types.get(i);
            if (column.isPresent()) {
                (schema.columns().get(i).isEmpty() ? Optional.of("CAST(NULL AS VARCHAR)")
                        : text(column.get(), type, "c" + i)).ifPresentOrElse(
                        text -> taken.add(text + " AS " + column.get().name()),
                        () -> misfits.add(misfit(column.get(), type)));
                names.add(column.get().name());
                TextSql.of(type, "c" + i).ifPresent(texts::add);
            }
        }
        // values of the folders are the same in all rows
        for (SourceColumn column : table.columns()) {
            if (folders.containsKey(column.name())) {
                taken.add(SqlLiteral.of(folders.getOrDefault(column.name(), "")) + " AS " + column.name());
                names.add(column.name());
            }
        }
        if (!misfits.isEmpty()) {
            throw new BadFileException("has " + String.join("; ", misfits));
        }
        // write the rows as CSV, one by one if some have a NUL
        SqlStatement rows = SQL.get("parquet_rows").part("columns", String.join(", ", taken))
                .part("aliases", String.join(", ", aliases)).with("file", file);
        if (checkTexts(path, texts, aliases)) {
            writeWithoutNul(rows, names, target, unread);
        } else {
            SQL.get("parquet_to_csv").part("rows", rows).part("target", SqlLiteral.of(target)).run(staging.session());
        }
        notes.addAll(match.notes());
        return new Written(1, notes);
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
                case "VARCHAR" -> Optional.of(new TextSql("coalesce(strlen(" + value + "), 0)", "contains(" + value
                        + ", chr(0))"));
                case "VARCHAR[]" -> Optional.of(new TextSql("coalesce(list_sum(list_transform(" + value
                        + ", x -> strlen(x) + 1)), 0)", "contains(array_to_string(" + value + ", ''), chr(0))"));
                default -> Optional.empty();
            };
        }
    }

    // returns whether a text has a NUL
    private boolean checkTexts(Path path, List<TextSql> texts, List<String> aliases) throws BadFileException,
            IOException {
        if (texts.isEmpty()) {
            return false;
        }
        long[] found = SQL.get("parquet_texts").part("bytes", joined(texts, TextSql::bytes, " + "))
                .part("has_nul", joined(texts, TextSql::hasNul, " OR ")).part("aliases", String.join(", ", aliases))
                .with("file", path.toString())
                .first(staging.session(), r -> new long[] {r.getLong(1), r.getLong(2), r.getLong(3)}).orElseThrow();
        if (found[0] > MAX_ROW) {
            throw new BadFileException("has a row with " + found[0] + " bytes of text, more than " + MAX_ROW);
        }
        ParquetLimit.checkTexts(path, found[1]);
        return found[2] > 0;
    }

    private static String joined(List<TextSql> texts, Function<TextSql, String> part, String between) {
        return texts.stream().map(part).collect(Collectors.joining(between));
    }

    // writes row by row, because DuckDB cannot write a blank line in place of a row
    private void writeWithoutNul(SqlStatement rows, List<String> names, Path target, UnreadRows unread)
            throws BadFileException, IOException {
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
            case DAY -> "DATE, a timestamp or VARCHAR fits";
            case INSTANT, TIME -> "a timestamp, DATE or VARCHAR fits";
            case FLAG -> "BOOLEAN or VARCHAR fits";
            case COUNT, QUANTITY, AMOUNT, DEGREES -> "a whole number, DECIMAL, FLOAT or DOUBLE fits";
        };
    }

    /** SQL for the value as text; empty if the type does not fit. */
    private static Optional<String> text(SourceColumn column, String type, String value) {
        String text = "CAST(" + value + " AS VARCHAR)";
        if (DeletedMark.is(column)) {
            return Optional.of(text);
        }
        boolean number = type.matches(WHOLE + "|FLOAT|DOUBLE|DECIMAL\\(.*\\)");
        if (type.startsWith("DECIMAL") && column.type().isWhole()) {
            // a number, whatever trailing zeros its type adds: 12.000 as text could mean 12000
            return Optional.of("CAST(CAST(" + value + " AS DOUBLE) AS VARCHAR)");
        }
        if (type.matches("FLOAT|DOUBLE") && column.type().isNumber()) {
            // as people write it, and JSON: --missing NaN is the same word in every format
            return Optional.of("CASE WHEN isnan(" + value + ") THEN 'NaN' ELSE " + text + " END");
        }
        boolean timestamp = type.matches("TIMESTAMP(_S|_MS|_NS)?");
        if (type.equals("VARCHAR[]") && column.type() == ReadType.TEXT) {
            return Optional.of("array_to_string(" + value + ", '|')");
        }
        boolean instant = type.equals("TIMESTAMP WITH TIME ZONE");
        if ((timestamp || instant) && column.type() == ReadType.DAY) {
            String local = instant ? "timezone('Europe/Oslo', " + value + ")" : value;
            return Optional.of("CASE WHEN CAST(CAST(" + local + " AS DATE) AS TIMESTAMP) = " + local
                    + " THEN CAST(CAST(" + local + " AS DATE) AS VARCHAR) ELSE " + text + " END");
        }
        boolean fits = switch (column.type()) {
            case TEXT -> type.matches("VARCHAR|UUID|" + WHOLE);
            case DAY -> type.matches("DATE|VARCHAR");
            case INSTANT, TIME -> timestamp || instant || type.matches("VARCHAR|DATE");
            case FLAG -> type.matches("BOOLEAN|VARCHAR");
            case COUNT, QUANTITY, AMOUNT, DEGREES -> number;
        };
        return fits ? Optional.of(text) : Optional.empty();
    }

    // a stop, or a lack of memory or disk, is not the file's fault
    private static RuntimeException fault(EngineException e, Path path) throws BadFileException {
        return switch (e.kind()) {
            case INTERRUPTED, OUT_OF_MEMORY, NOT_WRITTEN -> e;
            case INPUT, NOT_READ, OTHER -> throw new BadFileException("cannot be read as Parquet: " + e.firstLine()
                        .replace(path.toString(), "it"), e);
        };
    }
}
