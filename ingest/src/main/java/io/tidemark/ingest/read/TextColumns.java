package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlLiteral;
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
import java.util.stream.Stream;

/**
 * Converts columns that were read as texts: days, if they are not all written like 2026-03-31; whole numbers, if one of
 * them may be written like 12.000, which can be 12 or 12000, or like 1 000; all numbers, if one may be written like
 * 1_000 or with a decimal comma; flags, if one is Ja, Nei or X; and all columns, if there are words for nothing. Rows
 * with invalid ones go to {@code unread_row}.
 */
final class TextColumns {

    private static final SqlFile SQL = SqlFile.of("ingest/read.sql");

    private final DuckSession session;
    private final List<SourceColumn> columns;
    private final char decimal;
    private final List<String> wordsForNothing;

    /**
     * Prepares the conversion of a table's columns.
     *
     * @param marks   columns that mark deleted rows
     * @param asText  the types read as text
     * @param decimal the file's decimal sign
     * @param words   the words that mean that there is no value
     */
    TextColumns(DuckSession session, SourceTable table, List<SourceColumn> marks, Set<ReadType> asText, char decimal,
            List<String> words) {
        this.session = session;
        this.decimal = decimal;
        wordsForNothing = words;
        columns = Stream.concat(marks.stream(), table.columns().stream().filter(c -> asText.contains(c.type())))
                .toList();
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
    long[] convert(PackedTable texts, PackedTable target, int number, RowLines lines, long[] refused)
            throws BadFileException {
        String bad = joined(" OR ", this::isBad);
        RowLines read = lines.without(refused);
        LongStream.Builder units = LongStream.builder();
        try (UnreadRows unread = UnreadRows.begin(session, "unread_text_" + number)) {
            // _bad_date is whether the date is bad; no column's own name begins with an underscore
            SQL.get("bad_texts").part("which", joined(" ", c -> "WHEN _bad_" + c.name() + " THEN '" + c.name() + "'"))
                    .part("what", joined(" ", c -> "WHEN _bad_" + c.name() + " THEN " + c.name()))
                    .part("why", joined(" ", c -> "WHEN _bad_" + c.name() + " THEN " + reason(c)))
                    .part("rows", texts.numberedRows())
                    .part("faults", joined(", ", c -> isBad(c) + " AS _bad_" + c.name()))
                    .part("bad", joined(" OR ", c -> "_bad_" + c.name())).with("most", UnreadRows.MAX_ROWS + 1)
                    .each(session, row -> {
                        long unit = read.unitOfRow(row.getLong(1));
                        units.add(unit);
                        unread.append(new UnreadRow(unit, row.getString(2), row.getString(3), row.getString(4)));
                    });
            unread.check(lines);
            unread.moveTo(number, 0);
        }
        target.make(session, SQL.get("with_values").part("values", joined(", ", c -> value(c) + " AS " + c.name()))
                .part("rows", texts.numberedRows()).part("bad", bad));
        return LongStream.concat(LongStream.of(refused), units.build()).sorted().toArray();
    }

    private String joined(String between, Function<SourceColumn, String> sql) {
        return columns.stream().map(sql).collect(Collectors.joining(between));
    }

    private String isBad(SourceColumn column) {
        String name = column.name();
        return switch (column.type()) {
            case DAY -> "is_no_day(" + name + ")";
            case FLAG -> name + " IS NOT NULL AND flag_of(" + name + ") IS NULL";
            case COUNT, QUANTITY -> "is_no_whole(" + name + ", '" + decimal + "')";
            case AMOUNT, DEGREES -> "is_no_number(" + name + ", '" + decimal + "')";
            case TEXT -> DeletedMark.is(column) ? DeletedMark.isBad(column)
                    : isNeededText(column) && !wordsForNothing.isEmpty() ? name + " IS NOT NULL AND "
                    + withoutWords(name, wordsForNothing) + " IS NULL" : "false";
            case INSTANT, TIME -> "false";
        };
    }

    private String value(SourceColumn column) {
        String name = column.name();
        return switch (column.type()) {
            case DAY -> "day_of(" + name + ")";
            case FLAG -> "flag_of(" + name + ")";
            case COUNT, QUANTITY -> "whole_of(" + name + ", '" + decimal + "')";
            case AMOUNT -> "amount_of(" + name + ", '" + decimal + "')";
            case DEGREES -> "number_of(" + name + ", '" + decimal + "')";
            case TEXT, INSTANT, TIME -> name;
        };
    }

    /**
     * SQL: what is kept of a column's text. A word for nothing is kept where each row needs a code: there it is a
     * fault, and shown with its row.
     */
    static String kept(SourceColumn column, List<String> words) {
        return words.isEmpty() || isNeededText(column) ? column.name() : withoutWords(column.name(), words);
    }

    private static boolean isNeededText(SourceColumn column) {
        return column.type() == ReadType.TEXT && column.presence() == SourceColumn.Presence.REQUIRED;
    }

    private static String withoutWords(String text, List<String> words) {
        return "without_words(" + text + ", " + words.stream().map(SqlLiteral::of)
                .collect(Collectors.joining(", ", "[", "]")) + ")";
    }

    private String reason(SourceColumn column) {
        return DeletedMark.is(column) ? DeletedMark.reason(column.name())
                : reason(column.type(), column.name(), decimal);
    }

    /** SQL: why a text is refused as a value of that type. */
    static String reason(ReadType type, String value, char decimal) {
        String allowed = "'must be " + type.inWords() + "'";
        String fault = "coalesce(number_fault(" + value + ", '" + decimal + "'), " + allowed + ")";
        return switch (type) {
            case DAY -> "coalesce(day_fault(" + value + "), " + allowed + ")";
            case FLAG -> "CASE WHEN is_word_for_nothing(" + value + ") THEN nothing_fault(" + value + ") ELSE "
                    + allowed + " END";
            case COUNT, QUANTITY -> "CASE WHEN has_thousands(" + value
                    + ") THEN 'can mean thousands or decimals: write a whole number without a separator' ELSE " + fault
                    + " END";
            case AMOUNT, DEGREES -> fault;
            case TEXT -> "'means nothing, as --missing says; the row needs a value here'";
            case INSTANT, TIME -> allowed;
        };
    }
}
