package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.read.CsvCopy.UnreadRow;
import io.tidemark.ingest.staging.PackedTable;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Converts columns that were read as text: days, if not all are written like 2026-03-31; whole numbers, if one may be written like 12.000, which can
 * mean 12 or 12000; all numbers, if one may be written like 1_000. Rows with invalid values go to {@code unread_row}.
 */
final class TextColumns {

    private static final SqlFile SQL = SqlFile.of("ingest/read.sql");

    private final DuckSession session;
    private final List<SourceColumn> columns;
    private final char decimal;

    /**
     * Prepares the conversion of a table's columns.
     *
     * @param asText  the types read as text
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
     * @param target  the table to create
     * @param lines   the lines of the rows
     * @param refused the units refused so far
     * @return all refused units
     * @throws BadFileException if too many units are refused
     */
    long[] convert(PackedTable texts, PackedTable target, int number, RowLines lines, long[] refused) throws BadFileException {
        String bad = joined(" OR ", this::isBad);
        RowLines read = lines.without(refused);
        LongStream.Builder units = LongStream.builder();
        try (UnreadRows unread = UnreadRows.begin(session, "unread_text_" + number)) {
            SQL.get("bad_texts").part("which", joined(" ", c -> "WHEN " + isBad(c) + " THEN '" + c.name() + "'"))
                    .part("what", joined(" ", c -> "WHEN " + isBad(c) + " THEN " + c.name()))
                    .part("why", joined(" ", c -> "WHEN " + isBad(c) + " THEN " + reason(c))).part("rows", texts.numberedRows())
                    .part("bad", bad).with("most", UnreadRows.MOST + 1).each(session, row -> {
                        long unit = read.unitOfRow(row.getLong(1));
                        units.add(unit);
                        unread.append(new UnreadRow(unit, row.getString(2), row.getString(3), row.getString(4)));
                    });
            unread.check(lines);
            unread.moveTo(number, 0);
        }
        target.make(session, SQL.get("with_values").part("values", joined(", ", c -> value(c) + " AS " + c.name()))
                .part("rows", texts.numberedRows()).part("bad", bad));
        return LongStream.concat(LongStream.of(refused), units.build()).sorted()
                .toArray();
    }

    private String joined(String between, Function<SourceColumn, String> sql) {
        return columns.stream().map(sql).collect(Collectors.joining(between));
    }

    private String isBad(SourceColumn column) {
        return column.type() == ReadType.DAY ? "is_no_day(" + column.name() + ")"
                : (column.type().isWhole() ? "is_no_whole(" : "is_no_number(") + column.name() + ", '" + decimal + "')";
    }

    private String value(SourceColumn column) {
        return column.type() == ReadType.DAY ? "day_of(" + column.name() + ")"
                : (column.type() == ReadType.AMOUNT ? "amount_of(" : "number_of(") + column.name() + ", '" + decimal + "')";
    }

    private static String reason(SourceColumn column) {
        return column.type() == ReadType.DAY ? "'must be " + column.type().inWords() + "'"
                : column.type().isWhole() ? wholeReason(column.name()) : numberReason(column.name(), column.type());
    }

    // SQL for the reason to refuse a text as a number
    private static String numberReason(String value, ReadType type) {
        return "CASE WHEN has_underscore(" + value + ") THEN 'has an underscore: write a number without a separator' ELSE 'must be " + type.inWords()
                + "' END";
    }

    /** SQL for the reason to refuse a text as a whole number. */
    static String wholeReason(String value) {
        return "CASE WHEN has_thousands(" + value + ") THEN 'can mean thousands or decimals: write a whole number without a separator' "
                + "ELSE " + numberReason(value, ReadType.COUNT) + " END";
    }
}
