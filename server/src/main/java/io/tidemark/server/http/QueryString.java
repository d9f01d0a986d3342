package io.tidemark.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parses the query of a URL. The web server has already refused broken escapes with the request line. */
public final class QueryString {

    private QueryString() {}

    /** The parameters by name, each with all its values in order. A name without {@code =} has an empty value. */
    public static Map<String, List<String>> parse(String raw) {
        Map<String, List<String>> values = new TreeMap<>();
        for (String pair : raw.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = decode(equals < 0 ? pair : pair.substring(0, equals));
                values.computeIfAbsent(name, n -> new ArrayList<>()).add(equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
        }
        return values;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
