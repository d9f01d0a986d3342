package io.tidemark.server.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The JSON document and its two parts. */
class DataBodyTest {

    private static final RouteContract CODE_LIST = route("/v2/mortality/categories/codelist");
    private static final DataBody.Page PAGE = new DataBody.Page(10, 5, true);
    private static final Map<String, @Nullable Object> METADATA = metadata();

    private static RouteContract route(String path) {
        return RouteCatalog.load(null).match(path).orElseThrow().route();
    }

    private static Map<String, @Nullable Object> metadata() {
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        metadata.put("time", "2027-02-14T00:00:00Z");
        metadata.put("request", Map.of("exclude_self", true));
        metadata.put("group", null);
        return metadata;
    }

    @Test
    void theTwoPartsAreTheDocument() {
        assertThat(text(DataBody.head(CODE_LIST, List.of(), PAGE)))
                .isEqualTo("{\"data\":[],\"pagination\":{\"offset\":10,\"limit\":5,\"has_more\":true}");
        assertThat(text(DataBody.head(CODE_LIST, List.of(), null))).isEqualTo("{\"data\":[]");
        String tail = ",\"metadata\":{\"time\":\"2027-02-14T00:00:00Z\",\"request\":{\"exclude_self\":true},\"group\":null}}";
        assertThat(text(DataBody.tail(CODE_LIST.family().envelope(), METADATA))).isEqualTo(tail);
        assertThat(text(DataBody.json(CODE_LIST, List.of(), PAGE, METADATA)))
                .isEqualTo("{\"data\":[],\"pagination\":{\"offset\":10,\"limit\":5,\"has_more\":true}" + tail);
    }

    @Test
    void keysWithoutAValueAreLeftOutOfTheCodeListsObjects() {
        // eleven texts and flags, the keys of placement (2), cause (3),
        // value chain (5) and species (3), and last_modified
        List<@Nullable Object> row = new ArrayList<>(Collections.nCopies(25, null));
        row.set(0, "1");
        row.set(1, "Sykdom \"æ\" 🐟");
        row.set(11, true);
        row.set(13, false);
        row.set(24, LocalDateTime.of(2026, 3, 29, 2, 30, 0, 999));
        String data = text(DataBody.head(CODE_LIST, List.of(row), null));

        assertThat(data).startsWith("{\"data\":[{\"level_1_code\":\"1\",\"level_1_name\":\"Sykdom \\\"æ\\\" "
                + "\\uD83D\\uDC1F\",")
                .endsWith(",\"placement\":{\"sea\":true},\"cause\":{\"death\":false},\"value_chain\":{},\"species\":{},"
                        + "\"last_modified\":\"2026-03-29T02:30:00Z\"}]");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
