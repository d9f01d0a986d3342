package io.tidemark.server.live;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;

/** Answers as one line of text, so that a test reads as a table. */
final class Answers {

    private Answers() {}

    /** Rows: values in order, blanks between them, slashes between rows. */
    static String rows(JsonNode data) {
        StringJoiner text = new StringJoiner(" / ");
        data.forEach(row -> {
            StringJoiner line = new StringJoiner(" ");
            row.forEach(value -> line.add(word(value)));
            text.add(line.toString());
        });
        return text.toString();
    }

    /** The same with some fields only, named with blanks between them. */
    static String rows(JsonNode data, String fields) {
        StringJoiner text = new StringJoiner(" / ");
        data.forEach(row -> {
            StringJoiner line = new StringJoiner(" ");
            List.of(fields.split(" +")).forEach(field -> line.add(word(row.required(field))));
            text.add(line.toString());
        });
        return text.toString();
    }

    /** A query string as it is sent. */
    static String encoded(String query) {
        return URLEncoder.encode(query, StandardCharsets.UTF_8).replace("%3D", "=").replace("%26", "&");
    }

    private static String word(JsonNode value) {
        return value.isTextual() ? value.asText() : value.toString();
    }
}
