package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * How a file that reads farmers' tables keeps them confidential.
 *
 * @param kind the way
 * @param rule the rule in words, for a file with one of its own
 */
public record Confidentiality(Kind kind, @Nullable String rule) {

    /** The ways. */
    public enum Kind {
        /** It reads no farmers' tables. */
        NONE,
        /** Sums over whole atoms, by a shared piece. */
        BENCHMARK,
        /** Only the caller's own rows. */
        OWN,
        /** For admins only. */
        ADMIN,
        /** By a rule that the file states; for files that ship with Tidemark. */
        RULE
    }

    /** For a file without the key. */
    public static final Confidentiality NONE = new Confidentiality(Kind.NONE, null);

    /** Reads what a header says. */
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
