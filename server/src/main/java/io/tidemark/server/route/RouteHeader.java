package io.tidemark.server.route;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The header of a route's file as it is written; {@link RouteFile} makes the contract of it.
 *
 * @param summary    one line
 * @param family     name in families.yaml
 * @param period     period of the rows; days when absent
 * @param access     {@code farmer} when only farmers are admitted
 * @param internal   left out of the public description
 * @param single     data is one object
 * @param order      the rows' order, for readers
 * @param parameters the route's own parameters; they go before the family's of the same name
 * @param fields     the record
 */
record RouteHeader(
        String summary,
        String family,
        @Nullable WindowPeriod period,
        @Nullable String access,
        boolean internal,
        boolean single,
        @Nullable String order,
        SequencedMap<String, ParameterContract> parameters,
        SequencedMap<String, Field> fields) {

    RouteHeader {
        if (summary == null || summary.isBlank() || family == null || fields == null || fields.isEmpty()) {
            throw new IllegalArgumentException("a header needs summary, family and fields");
        }
        if (access != null && !access.equals("farmer")) {
            throw new IllegalArgumentException("access is farmer or absent");
        }
        fields = new LinkedHashMap<>(fields);
        parameters = new LinkedHashMap<>(parameters == null ? Map.of() : parameters);
    }

    /**
     * A field as it is written.
     *
     * @param type     its type
     * @param decimals decimals of a number; 10 when absent
     * @param unit     unit
     * @param meaning  what it says
     */
    record Field(FieldType type, @JsonProperty("decimals") @Nullable Integer decimals, @Nullable String unit, String meaning) {
        private static final int DEFAULT_DECIMALS = 10;

        Field {
            if (type == null || meaning == null || meaning.isBlank()) {
                throw new IllegalArgumentException("a field needs type and meaning");
            }
        }

        FieldContract contract(String name) {
            return new FieldContract(name, type, decimals == null ? DEFAULT_DECIMALS : decimals, unit == null ? "" : unit,
                    meaning);
        }
    }
}
