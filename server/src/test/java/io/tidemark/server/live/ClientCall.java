package io.tidemark.server.live;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call of one operation of the API's description.
 *
 * @param tag       the group that generators name a class after
 * @param operation its operationId
 * @param values    values of parameters, by their names in the description
 * @param days      the values that are days
 * @param pathNames the names of those in the path, in its order
 * @param body      what is sent
 * @param bodyType  the schema of what is sent
 * @param answer    the schema of the answer; null for text
 * @param token     the caller's
 * @param secret    the caller's x-client-secret
 */
record ClientCall(String tag, String operation, Map<String, JsonNode> values, Set<String> days, List<String> pathNames,
        @Nullable JsonNode body, @Nullable String bodyType, @Nullable String answer,
        @Nullable String token, @Nullable String secret) {

    /**
     * What came back.
     *
     * @param status 0 when the client could not read it
     * @param body   as the client's own types write it
     */
    record Answer(int status, JsonNode body) {}

    /** The class that the generator writes for the tag: {@code Mortality (v2)} is MortalityV2Api. */
    String api() {
        return camel(tag, true) + "Api";
    }

    /** A name as generators write it in code: {@code from_date} is fromDate. */
    static String camel(String name, boolean type) {
        StringBuilder camel = new StringBuilder();
        for (String word : name.split("[^A-Za-z0-9]+", -1)) {
            if (!word.isEmpty()) {
                boolean lower = camel.isEmpty() && !type;
                camel.append(lower ? Character.toLowerCase(word.charAt(0)) : Character.toUpperCase(word.charAt(0)))
                        .append(word.substring(1));
            }
        }
        return camel.toString();
    }
}
