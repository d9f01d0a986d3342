package io.tidemark.server.request;

import io.tidemark.data.hash.Sha256;
import io.tidemark.server.route.RouteContract;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The weak ETag of an answer, known before the answer is: the same snapshot, route and values give the same rows. */
final class EntityTag {

    private static final int BYTES = 16;

    private EntityTag() {}

    /**
     * The tag.
     *
     * @param values all values that the SQL may use; those that it does not use are left out
     * @param asked  parameters that change the answer without being part of the SQL
     */
    static String of(String snapshotId, RouteContract route, Map<String, @Nullable Object> values, String asked) {
        Map<String, @Nullable Object> used = new TreeMap<>(values);
        used.keySet().retainAll(route.sql().names());
        // names and values are joined with characters that neither of them holds
        String text = String.join("\u0000", snapshotId, route.path(), route.sql().text(),
                route.fields().toString(), "json", asked, used.toString());
        byte[] hash = Sha256.of(text);
        return "W/\"" + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES)) + "\"";
    }

    /** Whether an If-None-Match header names the tag. */
    static boolean matches(String header, String tag) {
        for (String each : header.split(",", -1)) {
            String plain = each.strip();
            if (plain.equals("*") || plain.equals(tag) || ("W/" + plain).equals(tag)) {
                return true;
            }
        }
        return false;
    }
}
