package io.tidemark.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Parses the query of a URL. The web server has already refused broken escapes with the request line. */
public final class QueryString {

    /**
     * The parameter by which scripts make each address another one, so that no cache answers: jQuery's. It changes no
     * answer here.
     */
    public static final String CACHE_BUSTER = "_";

    private QueryString() {}

    /**
     * The parameters by name, each with all its values in order, but for cache busters. A name without {@code =} has an
     * empty value.
     */
    public static Map<String, List<String>> parse(String raw) {
        Map<String, List<String>> values = new TreeMap<>();
        for (String pair : raw.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = decode(equals < 0 ? pair : pair.substring(0, equals));
                if (name.equals(CACHE_BUSTER)) {
                    continue;
                }
                values.computeIfAbsent(name, n -> new ArrayList<>())
                        .add(equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
        }
        return values;
    }

    /** The query without cache busters, so that such requests share what is kept for a request. */
    public static String withoutCacheBuster(String raw) {
        // nearly every request: other names have underscores too, but do not begin with one
        if (!raw.startsWith(CACHE_BUSTER) && !raw.contains("&" + CACHE_BUSTER)) {
            return raw;
        }
        return Arrays.stream(raw.split("&", -1))
                .filter(pair -> !pair.equals(CACHE_BUSTER) && !pair.startsWith(CACHE_BUSTER + "="))
                .collect(Collectors.joining("&"));
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
