package io.tidemark.server.answer;

import io.tidemark.data.file.Sha256;
import io.tidemark.server.format.AnswerShape;
import io.tidemark.server.http.ProgramVersion;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The weak ETag of an answer, known before the query runs: the same program, snapshot, route, format and values give
 * the same rows. The values include the caller's view: callers of one farmer group share an answer.
 */
public final class EntityTag {

    private static final int BYTES = 16;

    private EntityTag() {}

    /**
     * The tag.
     *
     * @param catalog all routes: a corrected formula changes the tag
     * @param values  all values that the SQL may use; those that it does not use are left out
     */
    public static String of(RouteCatalog catalog, String snapshotId, RouteContract route,
            Map<String, @Nullable Object> values, RequestValues asked, ResponseOptions options) {
        StringBuilder text = new StringBuilder(1_024);
        add(text, ProgramVersion.TEXT + " " + catalog.fingerprint(), snapshotId, route.path(),
                options.shape().toString(),
                Boolean.toString(options.wholeList()), asked.offset() + " " + asked.limit() + " "
                + asked.excludeSelf());
        values(text, values, route.sql().names());
        return "W/\"" + digest(text) + "\"";
    }

    /** A key that is equal for requests that differ in window, page, coding and, of JSON and NDJSON, format only. */
    static String ofAllPeriods(RouteCatalog catalog, String snapshotId, RouteContract route,
            Map<String, @Nullable Object> values, AnswerShape shape) {
        StringBuilder text = new StringBuilder(1_024);
        add(text, ProgramVersion.TEXT + " " + catalog.fingerprint(), snapshotId, route.path(), shape.toString());
        Set<String> names = new LinkedHashSet<>(route.sql().names());
        names.removeAll(AllPeriods.NAMES);
        values(text, values, names);
        return "all periods " + digest(text);
    }

    private static String digest(StringBuilder text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(Sha256.of(text.toString()), BYTES));
    }

    private static void values(StringBuilder text, Map<String, @Nullable Object> values, Collection<String> names) {
        for (String name : names) {
            Object value = values.get(name);
            add(text, name);
            if (value instanceof Collection<?> items) {
                add(text, Integer.toString(items.size()));
                items.forEach(item -> add(text, String.valueOf(item)));
            } else {
                add(text, value == null ? "" : value.getClass().getSimpleName(), String.valueOf(value));
            }
        }
    }

    // prefixes each part with its length, so that no text of a caller can look like two values
    private static void add(StringBuilder text, String... parts) {
        for (String part : parts) {
            text.append(part.length()).append(':').append(part);
        }
    }
}
