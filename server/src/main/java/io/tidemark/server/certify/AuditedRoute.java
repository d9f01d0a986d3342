package io.tidemark.server.certify;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A route whose answers are calculated a second time from the ledger, by the text of the rule and without the route's SQL. */
interface AuditedRoute {

    /** The route's path. */
    String path();

    /** The parameters and callers of its queries. */
    Takes takes();

    /** The checked figures of an answer, in words. */
    String checked();

    /** The benchmark figures of an answer, each with its right value. */
    List<Figure> figures(DuckSession session, SampledQuery question, List<JsonNode> rows);

    /** A number in a row, at a path such as {@code /mortality_rate/1_m}; null without one. */
    static @Nullable Double said(JsonNode row, String pointer) {
        JsonNode value = row.at(pointer);
        return value.isNumber() ? value.asDouble() : null;
    }
}
