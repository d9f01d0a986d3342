package io.tidemark.server.sql;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request for a shared piece, with its arguments; null arguments come from the header.
 * @param name   the piece
 * @param as     a prefix for its names, so that a file can use it twice; null for no prefix
 * @param rows   the columns that identify a row of the response
 * @param parts  the columns that split a row further: an atom in several parts counts for the row, but for no part
 * @param sums   the requested sums of stock
 * @param losses the requested sums of losses by cause
 * @param texts  other texts by name
 */
public record PieceUse(String name, @Nullable String as, @Nullable List<RowColumn> rows,
        @Nullable List<RowColumn> parts,
        @Nullable List<String> sums, @Nullable List<String> losses, Map<String, String> texts) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Copies the arguments. */
    public PieceUse {
        rows = rows == null ? null : List.copyOf(rows);
        parts = parts == null ? null : List.copyOf(parts);
        sums = sums == null ? null : List.copyOf(sums);
        losses = losses == null ? null : List.copyOf(losses);
        texts = Map.copyOf(texts);
    }

    /** Reads an item of a header's {@code with}. */
    @JsonCreator
    static PieceUse written(JsonNode node) {
        if (node.isTextual()) {
            return new PieceUse(node.asText(), null, null, null, null, null, Map.of());
        }
        Iterator<Map.Entry<String, JsonNode>> entries = node.properties().iterator();
        if (!node.isObject() || node.size() != 1) {
            throw new IllegalArgumentException(
                    "an item of with is a piece's name, or {name: {what it is filled with}}");
        }
        Map.Entry<String, JsonNode> only = entries.next();
        String as = null;
        List<RowColumn> rows = null;
        List<RowColumn> parts = null;
        List<String> sums = null;
        List<String> losses = null;
        Map<String, String> texts = new TreeMap<>();
        for (Map.Entry<String, JsonNode> said : only.getValue().properties()) {
            switch (said.getKey()) {
                case "as" -> as = said.getValue().asText();
                case "rows" -> rows = columns(said.getValue());
                case "parts" -> parts = columns(said.getValue());
                case "sums" -> sums = words(said.getValue());
                case "losses" -> losses = words(said.getValue());
                default -> texts.put(said.getKey(), said.getValue().asText());
            }
        }
        return new PieceUse(only.getKey(), as, rows, parts, sums, losses, texts);
    }

    private static List<RowColumn> columns(JsonNode list) {
        return list.valueStream().map(RowColumn::written).toList();
    }

    private static List<String> words(JsonNode list) {
        return JSON.convertValue(list, JSON.getTypeFactory().constructCollectionType(List.class, String.class));
    }

    /** A copy whose null arguments come from another use. */
    PieceUse or(PieceUse other) {
        Map<String, String> merged = new TreeMap<>(other.texts);
        merged.putAll(texts);
        return new PieceUse(name, as == null ? other.as : as, rows == null ? other.rows : rows,
                parts == null ? other.parts : parts, sums == null ? other.sums : sums, losses == null
                ? other.losses : losses, merged);
    }

    private String prefix() {
        return as == null ? "" : as + "_";
    }

    /** Whether a row of the response depends on weights. */
    boolean readsWeights() {
        return Stream.of(rows, parts).filter(Objects::nonNull).flatMap(List::stream)
                .anyMatch(column -> SqlViews.mentions(column.expression(), Set.of("weight_class")));
    }

    /**
     * The template with its arguments.
     *
     * @param cells   the cells that the piece reads
     * @param ofCause whether it sums losses by cause
     */
    LineTemplate template(CellTables cells, boolean ofCause) {
        Map<String, String> inline = new TreeMap<>(texts);
        inline.putIfAbsent("atom", "atom");
        inline.put("as", prefix());
        inline.put("cell", cells.view());
        SequencedMap<String, List<String>> each = new LinkedHashMap<>();
        if (rows != null) {
            List<RowColumn> split = parts == null ? List.of() : parts;
            each.put("row", rows.stream().map(RowColumn::name).toList());
            each.put("part", split.stream().map(RowColumn::name).toList());
            each.put("column", Stream.concat(rows.stream(), split.stream()).map(RowColumn::selected).toList());
        }
        List<String> summed = ofCause ? losses : sums;
        if (summed != null) {
            each.put("sum", summed);
        }
        return new LineTemplate(inline, each);
    }
}
