package io.tidemark.server.assistant;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidemark.server.http.Json;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.Paging;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The answer of a route as a table for a model: columns with units and meanings once, rows as lists, and what the
 * figures do not say in words. Numbers are the API's own, digit for digit.
 *
 * @param route   the route
 * @param fields  the fields to show; all when empty
 * @param offset  rows that were skipped
 * @param limit   rows at most
 * @param address the path and query that give the same over HTTP
 */
record AnswerTable(RouteContract route, List<String> fields, int offset, int limit, String address) {

    private static final int MAX_BYTES = 200_000;
    private static final String HIDDEN = "hidden";
    private static final String COMPLETE = "is_complete";
    private static final Map<String, String> REASONS = Map.of(
            "too_few_groups", "every benchmark value is hidden, not zero: too few companies deliver here to show any "
                    + "without showing one of them",
            "not_complete", "every benchmark value is hidden, not zero: nothing of these periods is released yet",
            "no_history", "there is no benchmark: the data begin later",
            "filter", "every benchmark value is hidden, not zero: too few companies are in this selection; a wider one "
                    + "may show values");
    // a number keeps its digits: 0.10 is not 0.1
    private static final ObjectReader EXACT = Json.MAPPER.reader()
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .without(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES);

    /** The table of an answer. */
    Map<String, Object> of(ToolCaller.Answer answer) {
        JsonNode document = read(answer.json());
        JsonNode data = document.path("data");
        List<JsonNode> all = new ArrayList<>();
        if (data.isArray()) {
            data.forEach(all::add);
        } else if (!data.isMissingNode()) {
            all.add(data);
        }
        // routes without pages answer with all rows
        boolean pages = route.paging() == Paging.PAGES;
        List<JsonNode> rows = pages ? all : all.subList(Math.min(offset, all.size()), all.size());
        List<List<JsonNode>> shown = new ArrayList<>();
        int bytes = 0;
        for (JsonNode row : rows.subList(0, Math.min(limit, rows.size()))) {
            List<JsonNode> values = shownFields().stream().map(field -> row.path(field.name())).toList();
            bytes += values.toString().length();
            if (bytes > MAX_BYTES && !shown.isEmpty()) {
                break;
            }
            shown.add(values);
        }
        boolean more = shown.size() < rows.size() || document.path("pagination").path("has_more").asBoolean();
        Map<String, Object> table = new LinkedHashMap<>();
        table.put("route", route.path());
        table.put("summary", route.summary());
        if (route.isNot() != null) {
            table.put("is_not", route.isNot());
        }
        table.put("columns", RouteWords.fields(route, fields));
        table.put("rows", shown);
        table.put("notes", notes(rows.subList(0, shown.size()), reason(document)));
        table.put("snapshot", answer.snapshot());
        table.put("complete_through", String.valueOf(answer.completeThrough()));
        table.put("has_more", more);
        if (more) {
            table.put("ask_next_with", Map.of("offset", offset + shown.size()));
        }
        table.put("same_over_http", address);
        return table;
    }

    private List<FieldContract> shownFields() {
        return route.fields().stream().filter(field -> fields.isEmpty() || fields.contains(field.name())).toList();
    }

    // metadata or meta, by the route's family
    private static String reason(JsonNode document) {
        return document.path("metadata").path(HIDDEN).path("reason").asText(document.path("meta").path(HIDDEN)
                .path("reason").asText(""));
    }

    private List<String> notes(List<JsonNode> rows, String reason) {
        List<String> notes = new ArrayList<>();
        if (REASONS.containsKey(reason)) {
            notes.add(REASONS.get(reason));
        } else if (rows.isEmpty()) {
            notes.add("no rows: the filters leave none, or the offset is past the end");
        } else if (RouteWords.fields(route, fields).stream().anyMatch(RouteWords::isBenchmark)) {
            notes.add("null in a benchmark column is hidden, since too few companies are in it, or cannot be worked "
                    + "out; it is never zero");
        }
        long incomplete = rows.stream().filter(row -> row.path(COMPLETE).isBoolean() && !row.path(COMPLETE)
                .booleanValue()).count();
        if (incomplete > 0) {
            notes.add(incomplete + " of " + rows.size() + " rows are of a period that is not complete: their rates are "
                    + "scaled to the whole one and say little");
        }
        return notes;
    }

    private static JsonNode read(byte[] json) {
        try {
            return json.length == 0 ? JsonNodeFactory.instance.objectNode() : EXACT.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("an answer of our own cannot be read", e);
        }
    }
}
