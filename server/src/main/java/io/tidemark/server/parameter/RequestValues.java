package io.tidemark.server.parameter;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The checked parameters of a request.
 *
 * @param sql         values by their names in SQL
 * @param offset      rows to skip; 0 on routes without pages
 * @param limit       rows to show; -1 on routes without pages
 * @param excludeSelf whether the caller leaves itself out of the benchmark
 */
public record RequestValues(SortedMap<String, @Nullable Object> sql, int offset, int limit, boolean excludeSelf) {

    /** Copies the map. */
    public RequestValues {
        sql = Collections.unmodifiableSortedMap(new TreeMap<>(sql));
    }
}
