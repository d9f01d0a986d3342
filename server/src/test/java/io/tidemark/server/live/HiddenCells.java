package io.tidemark.server.live;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.RandomDelivery.Row;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * For a route that hides benchmark values: which delivered rows a row of its answer rests on, and which of its fields are not
 * hidden. Written from the definitions, not from the SQL.
 *
 * @param shown   fields that are never hidden, beside those of the caller, {@code farmer_}, and of the authority, {@code fdir_}
 * @param cell    which delivered rows are in the cell of an answer's row, among those that pass the filters
 * @param span    the periods of its rows
 * @param ownOnly how hidden cells are listed: {@code ALL} with every row, {@code NONE} with no row at all, else with those rows
 *                alone where this field of the caller is above 0
 */
record HiddenCells(Set<String> shown, Cell cell, Span span, String ownOnly) {

    static final String ALL = "";
    static final String NONE = "none";
    static final String AREA = "platform_area_name";
    static final String IDS = "production_area_ids";

    /** Whether a delivered row is in the cell of an answer's row. */
    @FunctionalInterface
    interface Cell {
        boolean holds(JsonNode answer, Row row, Question asked);

        default Cell and(Cell other) {
            return (answer, row, asked) -> holds(answer, row, asked) && other.holds(answer, row, asked);
        }
    }

    /** How many other groups an answer's row rests on. */
    long othersIn(JsonNode answer, List<Row> admitted, Question asked) {
        return asked.othersIn(admitted.stream().filter(row -> cell.holds(answer, row, asked)));
    }

    /** The delivered rows that pass a question's filters, with fish: others are nobody's contribution. */
    List<Row> admitted(Stream<Row> delivered, Question asked) {
        return delivered.filter(row -> row.fish() > 0 && asked.admits(row, span)).toList();
    }

    /** Names of the benchmark's fields that have a value. */
    List<String> published(JsonNode answer) {
        List<String> published = new ArrayList<>();
        answer.properties().forEach(field -> {
            String name = field.getKey();
            if (!name.startsWith("farmer_") && !name.startsWith("fdir_") && !shown.contains(name) && hasValue(field.getValue())) {
                published.add(name);
            }
        });
        return published;
    }

    /** Why an answer's row of a hidden cell should not be there; null when it may. */
    @Nullable String unlisted(JsonNode answer) {
        return switch (ownOnly) {
            case ALL -> null;
            case NONE -> "a hidden cell has no rows";
            default -> answer.path(ownOnly).asDouble() > 0 ? null : "a hidden cell lists only what the caller has lost itself";
        };
    }

    private static boolean hasValue(JsonNode value) {
        if (!value.isContainerNode()) {
            return !value.isNull();
        }
        for (JsonNode each : value) {
            if (hasValue(each)) {
                return true;
            }
        }
        return false;
    }

    static Cell week(String field) {
        return (answer, row, asked) -> Span.WEEK.first(row.date()).equals(LocalDate.parse(answer.required(field).asText()));
    }

    static Cell month(String field) {
        return (answer, row, asked) -> Span.MONTH.first(row.date())
                .equals(Span.MONTH.first(LocalDate.parse(answer.required(field).asText())));
    }

    static boolean inArea(JsonNode answer, Row row, Question asked) {
        if (answer.required(IDS).isNull()) {
            return true;
        }
        for (JsonNode id : answer.required(IDS)) {
            if (id.asInt() == row.area()) {
                return true;
            }
        }
        return false;
    }

    static boolean inRegion(String region, Row row) {
        return region.equals("Norge") || region.equals(row.region());
    }
}
