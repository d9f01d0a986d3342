package io.tidemark.server.promise;

import java.util.List;

/**
 * Who attacks.
 *
 * @param group   the group whose figures it knows; empty without one
 * @param callers the callers as whom it asks, by turns
 */
enum Attacker {
    /** Somebody without fish: an analyst who also has an API key. */
    OUTSIDER("", List.of("analyst", "key")),
    /** A company of the benchmark, with and without itself. */
    COMPANY(Coast.ATTACKERS, List.of("farmer:" + Coast.ATTACKER));

    private final String group;
    private final List<String> callers;

    Attacker(String group, List<String> callers) {
        this.group = group;
        this.callers = callers;
    }

    String group() {
        return group;
    }

    /** The caller of a request, by its number. */
    String caller(int request) {
        return callers.get(request % callers.size());
    }

    /** What leaves the attacker out of every second answer. */
    String self(int request) {
        return this == COMPANY && request % 2 == 1 ? "&exclude_self=true" : "";
    }
}
