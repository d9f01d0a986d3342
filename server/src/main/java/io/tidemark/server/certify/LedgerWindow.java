package io.tidemark.server.certify;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import java.sql.Date;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The released rows of some days, from which a benchmark value is worked out a second time: from the rule's text, without the routes'
 * SQL. An atom counts in a row of an answer when all of its cells pass the filters and fall into that row.
 */
final class LedgerWindow {

    private static final SqlFile SQL = SqlFile.of("certify/audit.sql");

    private record AtomKey(LocalDate piece, int atom) {}

    private record Cell(String placement, @Nullable Integer area, @Nullable String platformArea, String generation, int weightClass) {}

    private record Row(String group, long fishDays, long losses) {}

    private static final class Atom {
        private final int cells;
        private final Set<Cell> seen = new HashSet<>();
        private final List<Row> rows = new ArrayList<>();
        private final Map<String, Map<String, Long>> lossesByCause = new HashMap<>();

        Atom(int cells) {
            this.cells = cells;
        }
    }

    /**
     * What a row of an answer must be.
     *
     * @param fishDays benchmark fish-days
     * @param losses   benchmark losses
     * @param byCause  benchmark losses by cause
     */
    record Expected(long fishDays, long losses, Map<String, Long> byCause) {}

    private final Map<AtomKey, Atom> atoms = new HashMap<>();

    private LedgerWindow() {}

    /** Reads the rows of the pieces that begin in a window of whole periods. */
    static LedgerWindow read(DuckSession session, LocalDate firstDay, LocalDate lastDay) {
        LedgerWindow window = new LedgerWindow();
        SQL.get("window_rows").with("first_day", firstDay).with("last_day", lastDay).each(session, row -> {
            int cells = row.getInt(9);
            Atom atom = window.atoms.computeIfAbsent(new AtomKey(day(row.getDate(1)), row.getInt(8)), _ -> new Atom(cells));
            Cell cell = new Cell(row.getString(2), (Integer) row.getObject(3), row.getString(4), row.getString(5), row.getInt(6));
            atom.seen.add(cell);
            atom.rows.add(new Row(row.getString(7), row.getLong(10), row.getLong(11) + row.getLong(12)));
        });
        SQL.get("window_losses").with("first_day", firstDay).with("last_day", lastDay).each(session, row -> {
            Atom atom = window.atoms.get(new AtomKey(day(row.getDate(1)), row.getInt(2)));
            if (atom != null) {
                atom.lossesByCause.computeIfAbsent(row.getString(4), _ -> new HashMap<>()).merge(row.getString(3), row.getLong(5), Long::sum);
            }
        });
        return window;
    }

    /**
     * The rows of an answer without the caller's own group, by their key.
     *
     * @param question its filters
     * @param rowOf    the row that a cell of a piece falls into; null for none
     * @param own      the group that is left out, or null
     */
    Map<String, Expected> expected(SampledQuery question, Function<PlacedCell, @Nullable String> rowOf, @Nullable String own) {
        Map<String, Expected> rows = new HashMap<>();
        atoms.forEach((key, atom) -> {
            String row = rowOf(question, key.piece, atom, rowOf);
            if (row != null) {
                Map<String, Long> byCause = new HashMap<>();
                atom.lossesByCause.forEach((group, causes) -> {
                    if (!group.equals(own)) {
                        causes.forEach((cause, losses) -> byCause.merge(cause, losses, Long::sum));
                    }
                });
                List<Row> others = atom.rows.stream().filter(each -> !each.group.equals(own)).toList();
                rows.merge(row, new Expected(others.stream().mapToLong(Row::fishDays).sum(), others.stream().mapToLong(Row::losses).sum(), byCause),
                        LedgerWindow::and);
            }
        });
        return rows;
    }

    private static Expected and(Expected one, Expected other) {
        Map<String, Long> byCause = new HashMap<>(one.byCause);
        other.byCause.forEach((cause, losses) -> byCause.merge(cause, losses, Long::sum));
        return new Expected(one.fishDays + other.fishDays, one.losses + other.losses, byCause);
    }

    /**
     * A cell in its piece.
     *
     * @param piece        first day of the piece
     * @param platformArea id of the platform area; null outside all of them
     * @param weightClass  lowest gram of the 100 g class
     */
    record PlacedCell(LocalDate piece, @Nullable String platformArea, int weightClass) {}

    private static @Nullable String rowOf(SampledQuery question, LocalDate piece, Atom atom, Function<PlacedCell, @Nullable String> rowOf) {
        if (atom.seen.size() != atom.cells) {
            return null;
        }
        String row = null;
        for (Cell cell : atom.seen) {
            String its = passes(question, cell) ? rowOf.apply(new PlacedCell(piece, cell.platformArea, cell.weightClass)) : null;
            if (its == null || (row != null && !row.equals(its))) {
                return null;
            }
            row = its;
        }
        return row;
    }

    private static boolean passes(SampledQuery question, Cell cell) {
        return cell.placement.equals("offshore")
                && (question.areas() == null || (cell.area != null && question.areas().contains(cell.area)))
                && (question.generations() == null || question.generations().contains(cell.generation))
                && cell.weightClass >= question.fromGram()
                && (question.toGram() >= SampledQuery.NO_LIMIT || cell.weightClass < question.toGram());
    }

    private static LocalDate day(@Nullable Date date) {
        return Objects.requireNonNull(date).toLocalDate();
    }
}
