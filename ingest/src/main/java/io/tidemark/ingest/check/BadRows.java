package io.tidemark.ingest.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The bad rows of a file. They may be millions, so this interface gives only the first rows and the count of each kind.
 */
public interface BadRows {

    /** No bad rows. */
    BadRows NONE = of(List.of());

    /** Passes the first rows to the consumer, in the order of the file. */
    void first(int most, Consumer<RejectedRow> consumer);

    /** The kinds of all bad rows, by column and reason, in order of first occurrence. */
    List<Kind> kinds();

    /**
     * Rows with the same column and reason.
     *
     * @param first the first of them
     * @param rows  their number
     */
    record Kind(RejectedRow first, long rows) {

        private List<String> fault() {
            return List.of(first.column(), first.reason());
        }

        private Kind and(Kind later) {
            return new Kind(first, rows + later.rows);
        }

        /** Merges kinds with the same column and reason. */
        static List<Kind> merged(List<Kind> kinds) {
            Map<List<String>, Kind> merged = new LinkedHashMap<>();
            kinds.forEach(kind -> merged.merge(kind.fault(), kind, Kind::and));
            return List.copyOf(merged.values());
        }
    }

    /** Bad rows from a list, in the order of the file. */
    static BadRows of(List<RejectedRow> rows) {
        List<RejectedRow> all = List.copyOf(rows);
        return new BadRows() {
            @Override
            public void first(int most, Consumer<RejectedRow> consumer) {
                all.stream().limit(most).forEach(consumer);
            }

            @Override
            public List<Kind> kinds() {
                return Kind.merged(all.stream().map(row -> new Kind(row, 1)).toList());
            }
        };
    }
}
