package io.tidemark.ingest.load;

import io.tidemark.ingest.contract.SourceTable;
import java.util.ArrayList;
import java.util.List;

/** The files that were loaded so far, in order. */
public final class LoadedTables {

    private final List<LoadedFile> delivered = new ArrayList<>();
    private final List<LoadedFile> shipped = new ArrayList<>();

    /** Adds a file of the delivery. */
    public void add(LoadedFile file) {
        delivered.add(file);
    }

    /** Adds a file that came with the program. */
    public void addShipped(LoadedFile file) {
        if (file.failure() != null || file.unread() > 0) {
            throw new IllegalStateException("shipped reference data cannot be read: " + file.file().relative() + " "
                    + file.failure());
        }
        shipped.add(file);
    }

    /** The files of the delivery. */
    public List<LoadedFile> delivered() {
        return List.copyOf(delivered);
    }

    /** Whether any file of that table came with the delivery, good or bad. */
    public boolean isDelivered(SourceTable table) {
        return delivered.stream().anyMatch(f -> f.table().equals(table));
    }

    /** Whether the table's rows are in the working database, delivered or shipped. */
    public boolean has(SourceTable table) {
        return isDelivered(table) || shipped.stream().anyMatch(f -> f.table().equals(table));
    }
}
