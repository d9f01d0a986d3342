package io.tidemark.server.route.contract;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The shared part of a family of routes, from {@code families.yaml}.
 * @param permission permission that the caller needs
 * @param envelope   the metadata of a response
 * @param empty      status of a response without rows: 200 or 204
 * @param parameters common parameters by name, in the order of the documentation
 * @param offers     optional parameters, which a file selects by name
 */
public record Family(String permission, EnvelopeKind envelope, int empty,
        SequencedMap<String, ParameterContract> parameters, SequencedMap<String, ParameterContract> offers) {

    /** Copies the parameters. */
    public Family {
        offers = new LinkedHashMap<>(offers == null ? Map.of() : offers);
        parameters = new LinkedHashMap<>(parameters == null ? Map.of() : parameters);
        if (empty != 200 && empty != 204) {
            throw new IllegalArgumentException("empty is 200 or 204");
        }
    }
}
