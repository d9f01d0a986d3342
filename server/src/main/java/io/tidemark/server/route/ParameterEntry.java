package io.tidemark.server.route;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.ParameterType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A request parameter as a file writes it. With a type it is whole; without one it says what differs from the parameter
 * of that name in the family or in {@code parameters.yaml}.
 *
 * @param type        its type; null when it is declared elsewhere
 * @param in          see {@link ParameterContract}, as for the others
 * @param min         least value
 * @param max         greatest value
 * @param values      words of a choice
 * @param defaultTo   value when absent
 * @param defaultBack how far back from today
 * @param quarters    whether quarters are accepted
 * @param meaning     its meaning
 */
record ParameterEntry(@Nullable ParameterType type, @Nullable String in, @Nullable Integer min, @Nullable Integer max,
        @Nullable List<String> values, @JsonProperty("default") @Nullable String defaultTo,
        @JsonProperty("default_back") @Nullable String defaultBack, @Nullable Boolean quarters,
        @Nullable String meaning) {

    private static final ParameterEntry AS_DECLARED = new ParameterEntry(null, null, null, null, null, null, null,
            null, null);

    /** Checks a whole one where it is read, so that a fault has its line. */
    ParameterEntry {
        if (type != null) {
            whole(type, in, min, max, values, defaultTo, defaultBack, quarters, meaning);
        }
    }

    private static ParameterContract whole(ParameterType type, @Nullable String in, @Nullable Integer min,
            @Nullable Integer max,
            @Nullable List<String> values, @Nullable String defaultTo, @Nullable String defaultBack,
                    @Nullable Boolean quarters,
            @Nullable String meaning) {
        return new ParameterContract(type, in, min, max, values, defaultTo, defaultBack, quarters != null && quarters,
                meaning == null ? "" : meaning);
    }

    /** An entry with a name alone: the parameter as it is declared. */
    static ParameterEntry orAsDeclared(@Nullable ParameterEntry written) {
        return written == null ? AS_DECLARED : written;
    }

    /**
     * The contract.
     *
     * @param declared the parameter of that name that is declared elsewhere
     * @throws IllegalArgumentException if it is neither whole nor declared, or does not fit together
     */
    ParameterContract over(@Nullable ParameterContract declared) {
        if (type != null) {
            return whole(type, in, min, max, values, defaultTo, defaultBack, quarters, meaning);
        }
        if (declared == null) {
            throw new IllegalArgumentException("has no type, and neither the family nor parameters.yaml declares it");
        }
        return new ParameterContract(declared.type(), in == null ? declared.in() : in, min == null
                ? declared.min() : min,
                max == null ? declared.max() : max, values == null ? declared.values() : values, defaultTo == null
                ? declared.defaultTo() : defaultTo,
                defaultBack == null ? declared.defaultBack() : defaultBack, quarters == null
                ? declared.quarters() : quarters, meaning == null ? declared.meaning() : meaning);
    }

    /** The contracts of entries over those that are declared. */
    static SequencedMap<String, ParameterContract> over(Map<String, ParameterEntry> entries,
            Map<String, ParameterContract> declared) {
        SequencedMap<String, ParameterContract> contracts = new LinkedHashMap<>();
        entries.forEach((name, entry) -> {
            try {
                contracts.put(name, entry.over(declared.get(name)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("parameter " + name + " " + e.getMessage(), e);
            }
        });
        return contracts;
    }

    /** Entries as YAML gives them, where a name alone has no value. */
    static SequencedMap<String, ParameterEntry> of(@Nullable Map<String, @Nullable ParameterEntry> written) {
        SequencedMap<String, ParameterEntry> entries = new LinkedHashMap<>();
        if (written != null) {
            written.forEach((name, entry) -> entries.put(name, orAsDeclared(entry)));
        }
        return entries;
    }
}
