package io.tidemark.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.stream.Stream;

/**
 * Conditional requests: a client that has the current answer gets 304 (RFC 9110, section 13.1.2). Tags are compared
 * weakly (section 8.8.3.2), since a proxy that compresses an answer makes its tag weak.
 */
public final class ConditionalGet {

    private static final String ANY = "*";
    private static final String WEAK = "W/";

    private ConditionalGet() {}

    /**
     * Answers a request for something that is the same for all callers: 304 if the client has it,
     * else the whole answer.
     *
     * @param tag   the entity tag, in quotes
     * @param whole sends the answer, whose tag and caching are already set
     */
    public static void answer(ServerRequest request, ServerResponse response, String tag, Runnable whole) {
        response.headers().set(HeaderNames.ETAG, tag).set(HeaderNames.CACHE_CONTROL, "no-cache");
        if (isAny(request.headers()) || names(request.headers(), tag)) {
            response.status(Status.NOT_MODIFIED_304).send();
        } else {
            whole.run();
        }
    }

    /** Whether If-None-Match names the tag. A {@code *} does not: it asks whether there is an answer at all. */
    public static boolean names(ServerRequestHeaders headers, String tag) {
        // a comma within a tag does no harm: no part of such a tag has a quote at both ends
        return sent(headers).stream().flatMap(line -> Stream.of(line.split(",", -1)))
                .anyMatch(each -> opaque(each.strip()).equals(opaque(tag)));
    }

    /**
     * Whether If-None-Match is a {@code *}: the client has an answer, of any tag, and asks for none if there is one.
     */
    public static boolean isAny(ServerRequestHeaders headers) {
        return sent(headers).stream().anyMatch(line -> line.strip().equals(ANY));
    }

    private static List<String> sent(ServerRequestHeaders headers) {
        return headers.all(HeaderNames.IF_NONE_MATCH, List::of);
    }

    // Apache's mod_deflate adds the coding to the tag
    private static String opaque(String tag) {
        return (tag.startsWith(WEAK) ? tag.substring(WEAK.length()) : tag).replaceFirst("[-;]gzip\"$", "\"");
    }
}
