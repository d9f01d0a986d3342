package io.tidemark.data.derive;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.snapshot.PrivacyRule;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.duckdb.DuckDBAppender;

/**
 * Groups cells into atoms, tree by tree: reads the cells and each farmer group's amount in them, and fills a table
 * {@code (cell INTEGER, atom INTEGER, atom_cells INTEGER)}. Atoms are numbered over all trees. Cells without any amount
 * are left out.
 */
public final class AtomMaker {

    /** Columns before the branches. */
    private static final int HEAD = 4;

    private record Cell(int number, String tree, int cells, TreePath path) {}

    private record Amount(int cell, int group, long amount) {}

    private final DuckSession session;
    private final PrivacyRule rule;
    private final int absorbsFrom;
    private int atoms;

    /**
     * Makes atoms by one rule for one kind of cell.
     *
     * @param absorbsFrom the tree level (root 0) from which downwards unsafe cells may absorb atoms of their node
     */
    public AtomMaker(DuckSession session, PrivacyRule rule, int absorbsFrom) {
        this.session = session;
        this.rule = rule;
        this.absorbsFrom = absorbsFrom;
    }

    /**
     * Makes the table and fills it.
     *
     * @param branches a query for cell, tree, how many cells it stands for, the level where its path ends, and the key
     *                 of each branch: in the order of the cells, and of the tree
     * @param amounts  a query for cell, group_number and amount, in their order
     * @param catalog  the database for the table
     * @param table    its name
     */
    public void make(String branches, String amounts, String catalog, String table) {
        session.run("CREATE OR REPLACE TABLE " + table + "(cell INTEGER, atom INTEGER, atom_cells INTEGER)");
        List<Cell> cells = session.list(branches, AtomMaker::cell);
        List<Amount> sums = session.list(amounts, row -> new Amount(row.getInt(1), row.getInt(2), row.getLong(3)));
        atoms = 0;
        try (DuckDBAppender appender = session.appender(catalog, table)) {
            int sum = 0;
            for (int from = 0, to; from < cells.size(); from = to) {
                to = from + 1;
                while (to < cells.size() && cells.get(to).tree.equals(cells.get(from).tree)) {
                    to++;
                }
                int firstSum = sum;
                while (sum < sums.size() && sums.get(sum).cell <= cells.get(to - 1).number) {
                    sum++;
                }
                append(appender, cells.subList(from, to), sums.subList(firstSum, sum));
            }
        } catch (SQLException e) {
            throw new EngineException("atoms could not be written", e);
        }
    }

    private static Cell cell(ResultSet row) throws SQLException {
        Object[] branches = new Object[row.getInt(HEAD)];
        for (int i = 0; i < branches.length; i++) {
            branches[i] = row.getObject(HEAD + 1 + i);
        }
        return new Cell(row.getInt(1), row.getString(2), row.getInt(3), new TreePath(Arrays.asList(branches)));
    }

    private void append(DuckDBAppender table, List<Cell> cells, List<Amount> sums) throws SQLException {
        List<CellSet> sets = new ArrayList<>();
        int at = 0;
        for (Cell cell : cells) {
            int start = at;
            while (at < sums.size() && sums.get(at).cell == cell.number) {
                at++;
            }
            List<Amount> own = sums.subList(start, at);
            if (!own.isEmpty()) {
                sets.add(CellSet.of(cell.number, cell.path, own.stream().mapToInt(Amount::group).toArray(),
                        own.stream().mapToLong(Amount::amount).toArray()));
            }
        }
        int first = cells.getFirst().number;
        for (CellSet atom : AtomTree.atoms(rule, absorbsFrom, sets)) {
            atoms++;
            int size = Arrays.stream(atom.cells()).map(cell -> cells.get(cell - first).cells).sum();
            for (int cell : atom.cells()) {
                table.beginRow();
                table.append(cell);
                table.append(atoms);
                table.append(size);
                table.endRow();
            }
        }
    }
}
