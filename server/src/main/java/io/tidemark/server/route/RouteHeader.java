package io.tidemark.server.route;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The header of a route's file as it is written; {@link RouteFile} and {@link SharedQuery} make the contract of it.
 *
 * @param summary    one line
 * @param family     name in families.yaml
 * @param sameAs     the file whose query this route shares; it then has no SQL, family, parameters or fields of its own
 * @param set        values that the SQL uses and no caller gives: boolean, integer or text
 * @param without    fields of the shared query that this route leaves out
 * @param period     period of the rows; days when absent
 * @param paging     {@code single} when all rows come on one page; else pages follow from the parameters
 * @param access     which callers are admitted; all when absent
 * @param internal   left out of the public description
 * @param single     data is one object
 * @param order      the rows' order, for readers
 * @param takes      parameters that the family offers and this route has
 * @param parameters the route's own parameters; they go before the family's of the same name
 * @param fields     the record
 */
record RouteHeader(
        String summary,
        @Nullable String family,
        @JsonProperty("same_as") @Nullable String sameAs,
        SequencedMap<String, Object> set,
        List<String> without,
        @Nullable RowPeriod period,
        @Nullable Paging paging,
        RouteAccess access,
        boolean internal,
        boolean single,
        @Nullable String order,
        List<String> takes,
        SequencedMap<String, ParameterContract> parameters,
        SequencedMap<String, HeaderField> fields) {

    RouteHeader {
        set = new LinkedHashMap<>(set == null ? Map.of() : set);
        access = access == null ? RouteAccess.ALL : access;
        takes = takes == null ? List.of() : List.copyOf(takes);
        without = without == null ? List.of() : List.copyOf(without);
        parameters = new LinkedHashMap<>(parameters == null ? Map.of() : parameters);
        fields = new LinkedHashMap<>(fields == null ? Map.of() : fields);
        if (sameAs == null) {
            if (summary == null || summary.isBlank() || family == null || fields.isEmpty()) {
                throw new IllegalArgumentException("a header needs summary, family and fields");
            }
            if (!without.isEmpty()) {
                throw new IllegalArgumentException("without belongs to a file with same_as");
            }
        } else {
            if (summary == null || summary.isBlank()) {
                throw new IllegalArgumentException("a header needs a summary");
            }
            if (family != null || period != null || single || !takes.isEmpty() || !parameters.isEmpty() || !fields.isEmpty()) {
                throw new IllegalArgumentException("family, period, single, parameters and fields are those of the file that"
                        + " same_as names; without leaves fields out");
            }
        }
        set.forEach((name, value) -> {
            if (!(value instanceof Boolean || value instanceof Integer || value instanceof String)) {
                throw new IllegalArgumentException("set gives " + name
                        + " a value that is not true, false, a whole number or text");
            }
        });
    }
}
