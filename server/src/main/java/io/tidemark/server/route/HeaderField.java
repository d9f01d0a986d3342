package io.tidemark.server.route;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import io.tidemark.server.sql.LineTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A field as written in a header.
 *
 * @param type          its type
 * @param decimals      decimals of a number; 10 if absent
 * @param unit          its unit
 * @param meaning       its meaning
 * @param keys          keys of an object
 * @param leaveOutNulls whether an object's keys without a value are left out
 */
record HeaderField(FieldType type, @Nullable Integer decimals, @Nullable String unit, String meaning,
        SequencedMap<String, HeaderField> keys, @JsonProperty("leave_out_nulls") boolean leaveOutNulls) {

    private static final int DEFAULT_DECIMALS = 10;

    HeaderField {
        keys = new LinkedHashMap<>(keys == null ? Map.of() : keys);
        if (type == null || meaning == null || meaning.isBlank()) {
            throw new IllegalArgumentException("a field needs type and meaning");
        }
        boolean isObject = type == FieldType.OBJECT;
        if (isObject && keys.isEmpty()) {
            throw new IllegalArgumentException("an object needs keys");
        }
        if (!isObject && (!keys.isEmpty() || leaveOutNulls)) {
            throw new IllegalArgumentException("keys and leave_out_nulls belong to a field of type object");
        }
        if (keys.values().stream().anyMatch(k -> k.type == FieldType.OBJECT)) {
            throw new IllegalArgumentException("a key of an object cannot be an object itself");
        }
    }

    /**
     * The field's contracts: a single one, or one for each form of a name with placeholders.
     * @param template the values of the placeholders
     */
    List<FieldContract> contracts(String name, LineTemplate template) {
        List<FieldContract> contracts = new ArrayList<>();
        template.forms(name).forEach((form, values) -> {
            List<FieldContract> ofKeys = keys.entrySet().stream()
                    .flatMap(k -> k.getValue().contracts(LineTemplate.replace(k.getKey(), values), template).stream())
                    .toList();
            contracts.add(new FieldContract(form, type, decimals == null ? DEFAULT_DECIMALS : decimals, unit == null
                    ? "" : unit, LineTemplate.replace(meaning, values), ofKeys, leaveOutNulls));
        });
        return contracts;
    }
}
