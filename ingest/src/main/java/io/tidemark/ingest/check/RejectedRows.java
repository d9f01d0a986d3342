package io.tidemark.ingest.check;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.contract.RowCheck;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.load.LoadedFile;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the bad rows of a file again: line, column, value and reason, in the order of the file. */
public final class RejectedRows {

    private static final SqlFile SQL = SqlFile.of("ingest/check.sql");

    private final DuckSession session;
    private final List<LoadedFile> files;

    /** Works on the files loaded into a staging database. */
    public RejectedRows(StagingDatabase staging, List<LoadedFile> files) {
        session = staging.session();
        this.files = List.copyOf(files);
    }

    private record Unread(long unit, RejectedRow row) {}

    /** The number of bad rows of a file, without rows of other companies' sites. */
    public long count(LoadedFile file) {
        return file.unread() + number("bad_row_count", file);
    }

    /** The number of rows of a file at other companies' sites. */
    long ofOthersSites(LoadedFile file) {
        return number("rows_of_bad_sites", file);
    }

    /** The number of other companies' sites in a file. */
    long othersSites(LoadedFile file) {
        return number("bad_site_count", file);
    }

    private long number(String query, LoadedFile file) {
        return SQL.get(query).with("file", file.number()).number(session);
    }

    /** The bad rows of a file. */
    BadRows of(LoadedFile file) {
        return new BadRows() {
            @Override
            public void first(int most, Consumer<RejectedRow> consumer) {
                RejectedRows.this.first(file, most, consumer);
            }

            @Override
            public List<Kind> kinds() {
                return RejectedRows.this.kinds(file);
            }
        };
    }

    private void first(LoadedFile file, int most, Consumer<RejectedRow> consumer) {
        Deque<Unread> unread = new ArrayDeque<>(SQL.get("unread_rows").with("file", file.number()).with("most", most)
                .list(session,
                row -> new Unread(row.getLong(1), unread(file, row.getLong(1), row.getString(2), row.getString(3),
                row.getString(4)))));
        int[] left = {most};
        Consumer<RejectedRow> limited = row -> {
            if (left[0]-- > 0) {
                consumer.accept(row);
            }
        };
        SQL.get("bad_rows").with("file", file.number()).with("most", most).each(session, row -> {
            long unit = file.lines().unitOfRow(row.getLong(1) - file.firstRow());
            while (!unread.isEmpty() && unread.getFirst().unit() < unit) {
                limited.accept(unread.removeFirst().row());
            }
            long first = row.getLong(5);
            String detail = first < 0 ? text(row.getString(4)) : "the first is " + place(file.table(), first);
            limited.accept(rejected(file, unit, row.getInt(2), text(row.getString(3)), detail));
        });
        unread.forEach(u -> limited.accept(u.row()));
    }

    private record Found(long unit, BadRows.Kind kind) {}

    private List<BadRows.Kind> kinds(LoadedFile file) {
        List<Found> found = new ArrayList<>(SQL.get("unread_kinds").with("file", file.number())
                .list(session, row -> new Found(row.getLong(1),
                new BadRows.Kind(unread(file, row.getLong(1), row.getString(2), row.getString(3), row.getString(4)),
                row.getLong(5)))));
        found.addAll(SQL.get("bad_kinds").with("file", file.number()).list(session, row -> {
            long unit = file.lines().unitOfRow(row.getLong(1) - file.firstRow());
            return new Found(unit, new BadRows.Kind(rejected(file, unit, row.getInt(2), text(row.getString(3)),
                    text(row.getString(5))), row.getLong(4)));
        }));
        return BadRows.Kind.merged(found.stream().sorted(Comparator.comparingLong(Found::unit)).map(Found::kind)
                .toList());
    }

    private static RejectedRow unread(LoadedFile file, long unit, String column, String value, String reason) {
        return new RejectedRow(file.lines().lineOfUnit(unit), file.table().headings(column), value, reason, "");
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static RejectedRow rejected(LoadedFile file, long unit, int fault, String value, String detail) {
        SourceTable table = file.table();
        long line = file.lines().lineOfUnit(unit);
        if (fault <= table.checks().size()) {
            RowCheck check = table.checks().get(fault - 1);
            return new RejectedRow(line, table.headings(check.column()), shown(table, check.column(), value),
                    check.reason(), detail);
        }
        CrossCheck check = CrossCheck.of(fault);
        String column = check.column().isEmpty() ? table.keyList() : check.column();
        return new RejectedRow(line, table.headings(column), shown(table, column, value), check.reason(), detail);
    }

    // shows numbers as delivered, not as stored
    private static String shown(SourceTable table, String column, String value) {
        boolean number = table.columns().stream().anyMatch(c -> c.name().equals(column) && c.type().isNumber());
        return number && value.matches("-?\\d+\\.\\d+") ? value.replaceAll("\\.?0+$", "") : value;
    }

    private String place(SourceTable table, long row) {
        return files.stream().filter(f -> f.table().equals(table) && row >= f.firstRow() && row < f.firstRow()
                + f.rows())
                .findFirst().map(f -> f.file().relative() + " line " + f.lines().lineOfRow(row - f.firstRow()))
                .orElse("elsewhere");
    }
}
