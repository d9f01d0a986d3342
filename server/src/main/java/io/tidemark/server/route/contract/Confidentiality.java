package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a file keeps the rows of farmers confidential.
 *
 * @param kind the way
 * @param rule the rule in words, for a file with its own rule
 */
public record Confidentiality(Kind kind, @Nullable String rule) {

    /** The ways of keeping rows confidential. */
    public enum Kind {
        /** The file reads no farmers' tables. */
        NONE,
        /** The file returns sums over whole atoms, by a shared piece. */
        BENCHMARK,
        /** The file returns only the caller's own rows. */
        OWN,
        /** The file is for admins only. */
        ADMIN,
        /** The file states its own rule; for shipped files only. */
        RULE
    }

    /** The value for a file without the key. */
    public static final Confidentiality NONE = new Confidentiality(Kind.NONE, null);

    /** Parses a header's value. */
    @JsonCreator
    static Confidentiality written(JsonNode node) {
        if (node.isObject() && node.size() == 1 && node.path("rule").isTextual()) {
            return new Confidentiality(Kind.RULE, node.path("rule").asText());
        }
        return switch (node.asText()) {
            case "benchmark" -> new Confidentiality(Kind.BENCHMARK, null);
            case "own" -> new Confidentiality(Kind.OWN, null);
            case "admin" -> new Confidentiality(Kind.ADMIN, null);
            default -> throw new IllegalArgumentException("no confidentiality " + node
                    + "; there are benchmark, own, admin and {rule: a sentence}");
        };
    }
}
