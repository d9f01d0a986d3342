package io.tidemark.data.derive;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.snapshot.PrivacyRule;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/**
 * Groups the cells of some pieces into atoms, for stock by fish_days and for feed by the biomass that reports feed: reads
 * {@code cells} and {@code group_sums}, fills {@code atoms(cell, atom, atom_cells, feed_atom, feed_atom_cells)}.
 */
final class AtomMaker {

    private static final String CELLS = "SELECT cell, piece_start, site_placement, region_name, platform_area_id, "
            + "production_area_id, generation, weight_class FROM cells ORDER BY cell";
    private static final String SUMS = "SELECT cell, group_number, fish_days, fed_biomass_g FROM group_sums ORDER BY cell, "
            + "group_number";

    private record Cell(int number, LocalDate piece, CellPlace place) {}

    private record GroupSum(int cell, int group, long fishDays, @Nullable Long fedBiomass) {}

    private final DuckSession session;
    private final PrivacyRule rule;

    AtomMaker(DuckSession session, PrivacyRule rule) {
        this.session = session;
        this.rule = rule;
    }

    /**
     * Fills the table.
     *
     * @param catalog the database that it is in
     */
    void make(String catalog) {
        List<Cell> cells = session.list(CELLS, AtomMaker::cell);
        List<GroupSum> sums = session.list(SUMS, row -> new GroupSum(row.getInt(1), row.getInt(2), row.getLong(3),
                row.getObject(4) == null ? null : Long.valueOf(row.getLong(4))));
        try (DuckDBAppender atoms = session.appender(catalog, "atoms")) {
            int sum = 0;
            for (int from = 0, to; from < cells.size(); from = to) {
                to = from + 1;
                while (to < cells.size() && cells.get(to).piece.equals(cells.get(from).piece)) {
                    to++;
                }
                int firstSum = sum;
                while (sum < sums.size() && sums.get(sum).cell <= cells.get(to - 1).number) {
                    sum++;
                }
                append(atoms, cells.subList(from, to), sums.subList(firstSum, sum));
            }
        } catch (SQLException e) {
            throw new EngineException("atoms could not be written", e);
        }
    }

    private static Cell cell(ResultSet row) throws SQLException {
        return new Cell(row.getInt(1), row.getObject(2, LocalDate.class), new CellPlace(row.getString(3), row.getString(4),
                row.getString(5), (Integer) row.getObject(6), row.getString(7), row.getInt(8)));
    }

    private void append(DuckDBAppender table, List<Cell> cells, List<GroupSum> sums) throws SQLException {
        List<CellSet> stock = new ArrayList<>();
        List<CellSet> feed = new ArrayList<>();
        int at = 0;
        for (Cell cell : cells) {
            int start = at;
            while (at < sums.size() && sums.get(at).cell == cell.number) {
                at++;
            }
            List<GroupSum> own = sums.subList(start, at);
            stock.add(set(cell, own.stream().mapToInt(GroupSum::group).toArray(),
                    own.stream().mapToLong(GroupSum::fishDays).toArray()));
            List<GroupSum> fed = own.stream().filter(s -> s.fedBiomass != null).toList();
            if (!fed.isEmpty()) {
                feed.add(set(cell, fed.stream().mapToInt(GroupSum::group).toArray(),
                        fed.stream().mapToLong(s -> Objects.requireNonNull(s.fedBiomass)).toArray()));
            }
        }
        int first = cells.getFirst().number;
        int[][] bound = new int[cells.size()][4];
        number(AtomTree.atoms(rule, stock), first, bound, 0);
        number(AtomTree.atoms(rule, feed), first, bound, 2);
        for (Cell cell : cells) {
            table.beginRow();
            table.append(cell.number);
            for (int value : bound[cell.number - first]) {
                if (value == 0) {
                    table.appendNull();
                } else {
                    table.append(value);
                }
            }
            table.endRow();
        }
    }

    private static CellSet set(Cell cell, int[] groups, long[] amounts) {
        return CellSet.of(cell.number, cell.place, groups, amounts);
    }

    private static void number(List<CellSet> atoms, int first, int[][] bound, int column) {
        for (int i = 0; i < atoms.size(); i++) {
            int[] cells = atoms.get(i).cells();
            for (int cell : cells) {
                bound[cell - first][column] = i + 1;
                bound[cell - first][column + 1] = cells.length;
            }
        }
    }
}
