package io.tidemark.generate;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/**
 * The summary of a generated delivery.
 *
 * @param dir     the delivery
 * @param begin   first day of the farmers' files
 * @param end     last day of the farmers' files
 * @param sites   number of sites
 * @param farmers number of farmers that deliver (one more has signed and delivers nothing)
 * @param tables  rows and bytes of each table, over all of its files
 * @param notes   remarks for people, such as the data left to the real authority files in register mode
 */
public record GeneratorSummary(
        Path dir, LocalDate begin, LocalDate end, int sites, int farmers, List<TableSize> tables, List<String> notes) {

    /** Copies the lists. */
    public GeneratorSummary {
        tables = List.copyOf(tables);
        notes = List.copyOf(notes);
    }

    /** Rows without header and bytes of one table, over all of its files. */
    public record TableSize(String table, long rows, long bytes) {}

    /** Rows of a table; 0 if it was not written. */
    public long rows(String table) {
        return tables.stream().filter(t -> t.table().equals(table)).mapToLong(TableSize::rows).sum();
    }

    /** Bytes of all tables. */
    public long bytes() {
        return tables.stream().mapToLong(TableSize::bytes).sum();
    }
}
