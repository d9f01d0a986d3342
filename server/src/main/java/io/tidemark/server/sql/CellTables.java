package io.tidemark.server.sql;

/** The views of cells that shared pieces read, in place of {@code {cell}} in their SQL. */
public enum CellTables {
    /** Cells as in the snapshot. */
    BY_WEIGHT("cell"),
    /** Cells without weights, a fifth of the rows; they give the same sums for requests that cover all weights. */
    ALL_WEIGHTS("generation_cell");

    /** A note for readers of a query's SQL. */
    public static final String NOTE = "If the request covers all weights, generation_cell, generation_cell_stock and "
            + "generation_cell_loss take the place of cell, cell_stock and cell_loss; the rows are the same.";

    private final String view;

    CellTables(String view) {
        this.view = view;
    }

    /** Whether a name is one of the views. */
    public boolean isOne(String name) {
        return name.equals(view) || name.startsWith(view + "_");
    }

    /** The prefix of the views' names. */
    String view() {
        return view;
    }
}
