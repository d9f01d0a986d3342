package io.tidemark.server.answer;

import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.format.AnswerShape;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.route.contract.CommonParameters;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request options of every route: format, coding and snapshot.
 * @param shape      format and decimals
 * @param coding     the compression
 * @param snapshotId the requested snapshot; null for the served one
 * @param wholeList  whether all rows are requested: the default of CSV, NDJSON and Parquet without a limit
 */
public record ResponseOptions(AnswerShape shape, ContentCoding coding, @Nullable String snapshotId, boolean wholeList) {

    private static final String LIMIT = "limit";

    /**
     * Reads the options.
     *
     * @param query the parameters as sent; this removes those that it reads
     */
    public static ResponseOptions take(Map<String, List<String>> query, ServerRequestHeaders headers) {
        return take(query, values(headers, true), values(headers, false));
    }

    /** Reads the options of a query without headers. */
    public static ResponseOptions take(Map<String, List<String>> query) {
        return take(query, List.of(), List.of());
    }

    private static ResponseOptions take(Map<String, List<String>> query, List<String> accept, List<String> encodings) {
        AnswerShape shape = AnswerShape.asked(accept, one(query, CommonParameters.FORMAT),
                one(query, CommonParameters.DECIMAL));
        return new ResponseOptions(shape, ContentCoding.accepted(encodings), one(query, CommonParameters.SNAPSHOT),
                shape.format() != AnswerFormat.JSON && !query.containsKey(LIMIT));
    }

    private static List<String> values(ServerRequestHeaders headers, boolean accept) {
        var name = accept ? HeaderNames.ACCEPT : HeaderNames.ACCEPT_ENCODING;
        return headers.all(name, List::of);
    }

    private static @Nullable String one(Map<String, List<String>> query, String name) {
        List<String> sent = query.remove(name);
        if (sent == null) {
            return null;
        }
        if (sent.size() != 1) {
            throw new ApiException.BadRequest(List.of(new ApiException.Detail(name, String.join(" and ", sent),
                    "may be given once")));
        }
        return sent.getFirst();
    }
}
