package io.tidemark.server.sql;

/** The views of cells that shared pieces read: {@code {cell}} in their SQL. */
public enum CellTables {
    /** Cells as the snapshot has them. */
    BY_WEIGHT("cell"),
    /** A fifth of the rows, without weights; the same sums for requests that cover all weights. */
    ALL_WEIGHTS("generation_cell");

    /** What a reader of a query's SQL must know. */
    public static final String NOTE = "If the request covers all weights, generation_cell, generation_cell_stock and generation_cell_loss"
            + " take the place of cell, cell_stock and cell_loss; the rows are the same.";

    private final String view;

    CellTables(String view) {
        this.view = view;
    }

    /** Whether a name is that of one of the views. */
    public boolean isOne(String name) {
        return name.equals(view) || name.startsWith(view + "_");
    }

    /** The name that the views' names begin with. */
    String view() {
        return view;
    }
}
