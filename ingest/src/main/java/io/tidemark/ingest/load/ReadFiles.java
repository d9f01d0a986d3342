package io.tidemark.ingest.load;

import io.tidemark.ingest.contract.SourceTable;
import java.util.List;
import java.util.stream.Stream;

/**
 * The read files, in order. Their rows are in the staging tables.
 *
 * @param delivered files of the delivery
 * @param shipped   files shipped with the program
 */
public record ReadFiles(List<LoadedFile> delivered, List<LoadedFile> shipped) {

    /** Copies the lists. */
    public ReadFiles {
        delivered = List.copyOf(delivered);
        shipped = List.copyOf(shipped);
        shipped.stream().filter(file -> file.failure() != null || file.unread() > 0).findFirst().ifPresent(file -> {
            throw new IllegalStateException("shipped reference data cannot be read: " + file.file().relative() + " "
                    + file.failure());
        });
    }

    /** Wraps files of the delivery. */
    public static ReadFiles of(List<LoadedFile> delivered) {
        return new ReadFiles(delivered, List.of());
    }

    /** These files and others. */
    public ReadFiles and(ReadFiles more) {
        return new ReadFiles(Stream.concat(delivered.stream(), more.delivered.stream()).toList(),
                Stream.concat(shipped.stream(), more.shipped.stream()).toList());
    }

    /** Whether the delivery has any file of that table, good or bad. */
    public boolean isDelivered(SourceTable table) {
        return delivered.stream().anyMatch(f -> f.table().equals(table));
    }

    /** Whether the staging tables have the table's rows, delivered or shipped. */
    public boolean has(SourceTable table) {
        return isDelivered(table) || shipped.stream().anyMatch(f -> f.table().equals(table));
    }

    /** Whether a file failed as a whole. */
    public boolean hasFailed() {
        return delivered.stream().anyMatch(f -> f.failure() != null);
    }
}
