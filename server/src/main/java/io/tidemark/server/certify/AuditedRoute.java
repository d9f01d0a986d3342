package io.tidemark.server.certify;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A route whose answers are worked out a second time from the ledger: from the rule's text, without the route's SQL. */
interface AuditedRoute {

    /** Its path. */
    String path();

    /** What it can be asked, and by whom. */
    Takes takes();

    /** Which figures of an answer are worked out, in words. */
    String checked();

    /** The benchmark figures of an answer, each with what it must be. */
    List<Figure> figures(DuckSession session, SampledQuery question, List<JsonNode> rows);

    /** A number of a row, at a path such as {@code /mortality_rate/1_m}; null where there is none. */
    static @Nullable Double said(JsonNode row, String pointer) {
        JsonNode value = row.at(pointer);
        return value.isNumber() ? value.asDouble() : null;
    }
}
