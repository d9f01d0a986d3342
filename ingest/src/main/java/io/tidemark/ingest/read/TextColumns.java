package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.staging.PackedTable;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Converts columns that were read as texts: days, if they are not all written like 2026-03-31, and whole numbers, if one of them may be
 * written like 12.000, which can be 12 or 12000. Rows with invalid ones go to {@code unread_row}.
 */
final class TextColumns {

    private static final SqlFile SQL = SqlFile.of("ingest/read.sql");

    private record Bad(long row, String column, String value, String reason) {}

    private final DuckSession session;
    private final List<SourceColumn> columns;
    private final char decimal;

    /**
     * Of a table.
     *
     * @param asText  what was read as texts
     * @param decimal the file's decimal sign
     */
    TextColumns(DuckSession session, SourceTable table, Set<ReadType> asText, char decimal) {
        this.session = session;
        this.decimal = decimal;
        columns = table.columns().stream().filter(c -> asText.contains(c.type())).toList();
    }

    /**
     * Converts a file's rows.
     *
     * @param texts   the rows as read
     * @param target  the table to make
     * @param lines   their lines
     * @param refused the units that were refused before
     * @return all refused units
     */
    long[] convert(PackedTable texts, PackedTable target, int number, RowLines lines, long[] refused) {
        String bad = joined(" OR ", this::isBad);
        RowLines read = lines.without(refused);
        List<Bad> all = SQL.get("bad_texts").part("which", joined(" ", c -> "WHEN " + isBad(c) + " THEN '" + c.name() + "'"))
                .part("what", joined(" ", c -> "WHEN " + isBad(c) + " THEN " + c.name()))
                .part("why", joined(" ", c -> "WHEN " + isBad(c) + " THEN " + reason(c))).part("rows", texts.numberedRows())
                .part("bad", bad).list(session, row -> new Bad(row.getLong(1), row.getString(2), row.getString(3), row.getString(4)));
        if (!all.isEmpty()) {
            try (UnreadRows unread = UnreadRows.begin(session, "unread_text_" + number)) {
                all.forEach(b -> unread.add(new CsvCopy.UnreadRow(read.unitOfRow(b.row()), b.column(), b.value(), b.reason())));
                unread.moveTo(number, 0);
            }
        }
        target.make(session, SQL.get("with_values").part("values", joined(", ", c -> value(c) + " AS " + c.name()))
                .part("rows", texts.numberedRows()).part("bad", bad));
        return LongStream.concat(LongStream.of(refused), all.stream().mapToLong(b -> read.unitOfRow(b.row()))).sorted()
                .toArray();
    }

    private String joined(String between, Function<SourceColumn, String> sql) {
        return columns.stream().map(sql).collect(Collectors.joining(between));
    }

    private String isBad(SourceColumn column) {
        return column.type() == ReadType.DAY ? "is_no_day(" + column.name() + ")"
                : "is_no_whole(" + column.name() + ", '" + decimal + "')";
    }

    private String value(SourceColumn column) {
        return column.type() == ReadType.DAY ? "day_of(" + column.name() + ")"
                : "number_of(" + column.name() + ", '" + decimal + "')";
    }

    private static String reason(SourceColumn column) {
        return column.type().isWhole() ? wholeReason(column.name()) : "'must be " + column.type().inWords() + "'";
    }

    /** SQL: why a text is refused as a whole number. */
    static String wholeReason(String value) {
        return "CASE WHEN has_thousands(" + value + ") THEN 'can mean thousands or decimals: write a whole number without a separator' "
                + "ELSE 'must be " + ReadType.COUNT.inWords() + "' END";
    }
}
