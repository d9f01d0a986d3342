package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.staging.PackedTable;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Converts texts to days; rows with invalid days go to {@code unread_row}. */
final class DayTexts {

    private static final SqlFile SQL = SqlFile.of("ingest/read.sql");

    private record Bad(long row, String column, String value) {}

    private final DuckSession session;
    private final List<SourceColumn> days;

    DayTexts(DuckSession session, SourceTable table) {
        this.session = session;
        days = table.columns().stream().filter(c -> c.type() == ReadType.DAY).toList();
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
        String bad = joined(" OR ", DayTexts::isBad);
        RowLines read = lines.without(refused);
        List<Bad> all = SQL.get("bad_days").part("which", joined(" ", c -> "WHEN " + isBad(c) + " THEN '" + c.name() + "'"))
                .part("what", joined(" ", c -> "WHEN " + isBad(c) + " THEN " + c.name())).part("rows", texts.numberedRows())
                .part("bad", bad).list(session, row -> new Bad(row.getLong(1), row.getString(2), row.getString(3)));
        if (!all.isEmpty()) {
            String reason = "must be " + ReadType.DAY.inWords();
            try (UnreadRows unread = UnreadRows.begin(session, "unread_day_" + number)) {
                all.forEach(b -> unread.add(new CsvCopy.UnreadRow(read.unitOfRow(b.row()), b.column(), b.value(), reason)));
                unread.moveTo(number, 0);
            }
        }
        target.make(session, SQL.get("with_days").part("days", joined(", ", c -> "day_of(" + c.name() + ") AS " + c.name()))
                .part("rows", texts.numberedRows()).part("bad", bad));
        return LongStream.concat(LongStream.of(refused), all.stream().mapToLong(b -> read.unitOfRow(b.row()))).sorted()
                .toArray();
    }

    private String joined(String between, Function<SourceColumn, String> sql) {
        return days.stream().map(sql).collect(Collectors.joining(between));
    }

    private static String isBad(SourceColumn column) {
        return "is_no_day(" + column.name() + ")";
    }
}
