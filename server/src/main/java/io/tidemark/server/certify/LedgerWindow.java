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
 * The released rows of a window, to calculate benchmark values a second time by the text of the rule, without the routes' SQL. An atom, of stock or
 * of feed, counts in a row of an answer if all of its cells pass the filters and belong to that row.
 */
final class LedgerWindow {

    private static final SqlFile SQL = SqlFile.of("certify/figures.sql");

    private record AtomKey(LocalDate piece, int atom) {}

    private record Row(String group, AtomSum sum) {}

    private static final class Atom {
        private final int cells;
        private final Set<PlacedCell> seen = new HashSet<>();
        private final List<Row> rows = new ArrayList<>();

        Atom(int cells) {
            this.cells = cells;
        }
    }

    /**
     * A cell in a piece.
     *
     * @param piece        first day of the piece
     * @param placement    offshore or onshore
     * @param area         production area; null outside all of them
     * @param region       its region
     * @param platformArea name of its platform area
     * @param generation   code of the generation
     * @param weightClass  lower bound of the 100 g class, grams
     */
    record PlacedCell(LocalDate piece, String placement, @Nullable Integer area, @Nullable String region, @Nullable String platformArea,
            String generation, int weightClass) {}

    private final Map<AtomKey, Atom> atoms = new HashMap<>();

    private LedgerWindow() {}

    /** Reads the rows of the pieces that begin in a window of whole periods. */
    static LedgerWindow read(DuckSession session, LocalDate firstDay, LocalDate lastDay, boolean ofFeed) {
        LedgerWindow window = new LedgerWindow();
        SQL.get(ofFeed ? "window_feed" : "window_stock").with("first_day", firstDay).with("last_day", lastDay).each(session, row -> {
            LocalDate piece = day(row.getDate(1));
            int cells = row.getInt(3);
            Atom atom = window.atoms.computeIfAbsent(new AtomKey(piece, row.getInt(2)), _ -> new Atom(cells));
            atom.seen.add(new PlacedCell(piece, row.getString(4), (Integer) row.getObject(5), row.getString(6), row.getString(7), row.getString(8),
                    row.getInt(9)));
            atom.rows.add(new Row(row.getString(10), ofFeed ? AtomSum.ofFeed(row.getLong(11), row.getLong(12), row.getLong(13), row.getLong(14))
                    : AtomSum.ofFish(row.getLong(11), row.getLong(12))));
        });
        if (!ofFeed) {
            SQL.get("window_losses").with("first_day", firstDay).with("last_day", lastDay).each(session, row -> {
                Atom atom = window.atoms.get(new AtomKey(day(row.getDate(1)), row.getInt(2)));
                if (atom != null) {
                    atom.rows.add(new Row(row.getString(4), AtomSum.ofLosses(row.getString(3), new AtomSum.Losses(row.getLong(5), row.getLong(6),
                            row.getLong(7), row.getLong(8)))));
                }
            });
        }
        return window;
    }

    /**
     * Calculates the rows of an answer without the caller's own group, by key.
     *
     * @param question   the query with its filters
     * @param placements the placements that count: offshore, or both
     * @param rowOf      the key of a cell's row; null for none
     */
    Map<String, AtomSum> sums(SampledQuery question, Set<String> placements, Function<PlacedCell, @Nullable String> rowOf) {
        Map<String, AtomSum> rows = new HashMap<>();
        for (Atom atom : atoms.values()) {
            String row = rowOf(question, placements, atom, rowOf);
            if (row != null) {
                rows.merge(row, atom.rows.stream().filter(each -> !each.group.equals(question.group())).map(Row::sum).reduce(AtomSum.NOTHING,
                        AtomSum::and), AtomSum::and);
            }
        }
        return rows;
    }

    private static @Nullable String rowOf(SampledQuery question, Set<String> placements, Atom atom, Function<PlacedCell, @Nullable String> rowOf) {
        if (atom.seen.size() != atom.cells) {
            return null;
        }
        String row = null;
        for (PlacedCell cell : atom.seen) {
            String its = placements.contains(cell.placement) && passes(question, cell) ? rowOf.apply(cell) : null;
            if (its == null || (row != null && !row.equals(its))) {
                return null;
            }
            row = its;
        }
        return row;
    }

    private static boolean passes(SampledQuery question, PlacedCell cell) {
        return question.takes(cell.area)
                && (question.generations() == null || question.generations().contains(cell.generation))
                && cell.weightClass >= question.fromGram()
                && (question.toGram() >= SampledQuery.NO_LIMIT || cell.weightClass < question.toGram());
    }

    private static LocalDate day(@Nullable Date date) {
        return Objects.requireNonNull(date).toLocalDate();
    }
}
