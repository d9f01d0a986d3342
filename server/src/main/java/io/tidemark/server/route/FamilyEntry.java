package io.tidemark.server.route;

import io.tidemark.server.route.contract.EnvelopeKind;
import io.tidemark.server.route.contract.Family;
import io.tidemark.server.route.contract.ParameterContract;
import java.util.Map;
import java.util.SequencedMap;

/**
 * A family of routes as {@code families.yaml} writes it.
 *
 * @param permission required of the caller
 * @param envelope   the metadata of a response
 * @param empty      status of a response without rows
 * @param parameters parameters of all its routes, by name
 * @param offers     parameters of some of its routes
 */
record FamilyEntry(String permission, EnvelopeKind envelope, int empty, SequencedMap<String, ParameterEntry> parameters,
        SequencedMap<String, ParameterEntry> offers) {

    FamilyEntry {
        parameters = ParameterEntry.of(parameters);
        offers = ParameterEntry.of(offers);
    }

    /**
     * The family.
     *
     * @param declared the shared declarations
     */
    Family over(Map<String, ParameterContract> declared) {
        return new Family(permission, envelope, empty, ParameterEntry.over(parameters, declared),
                ParameterEntry.over(offers, declared));
    }
}
