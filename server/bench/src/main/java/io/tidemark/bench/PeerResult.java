package io.tidemark.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows that a peer returned, and its requests per second.
 *
 * @param rows      the rows of each route, a list of objects
 * @param perSecond requests per second, by route
 */
record PeerResult(Map<String, JsonNode> rows, Map<String, Double> perSecond) {

    private static final List<String> MAIN = List.of("loss_rate_week", "platform_area_name", "mortality_rate",
            "culling_rate", "loss_rate", "site_count");
    // the server rounds to ten decimals
    private static final double NEAR = 1e-9;

    /** A result without measurements. */
    PeerResult() {
        this(new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    /**
     * Compares the rows of a route with another peer's, in words. Compares the main columns where the route has them.
     */
    String compared(String route, PeerResult other) {
        JsonNode mine = rows.getOrDefault(route, MissingNode.getInstance());
        JsonNode theirs = other.rows.getOrDefault(route, MissingNode.getInstance());
        if (mine.size() != theirs.size()) {
            return mine.size() + " rows, NOT " + theirs.size();
        }
        int compared = 0;
        for (int i = 0; i < mine.size(); i++) {
            for (String column : MAIN) {
                if (mine.get(i).has(column) && theirs.get(i).has(column)) {
                    compared++;
                    if (!same(mine.get(i).get(column), theirs.get(i).get(column))) {
                        return "row " + i + ": " + column + " " + mine.get(i).get(column) + " is NOT " + theirs.get(i)
                                .get(column);
                    }
                }
            }
        }
        return mine.size() + " rows, " + compared + " values of the main columns equal";
    }

    // numbers may be text in JSON
    private static boolean same(JsonNode one, JsonNode other) {
        if (one.isNumber() || other.isNumber()) {
            return !one.isNull() && !other.isNull() && Math.abs(one.asDouble() - other.asDouble()) <= NEAR;
        }
        return one.asText().equals(other.asText());
    }
}
