package io.tidemark.server.http.listen;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.WritableHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Requests of HTTP/1.0, as health checks of load balancers and old proxies send them. Helidon 4.3.0 refuses them. They
 * are answered as requests of HTTP/1.1 that are the last of their connection: a server answers with its own version
 * (RFC 9110, section 6.2), and keeps no connection to a client that may misread where an answer ends. Every answer of
 * this server has a length, so that none has chunks, which they could not read.
 */
final class OlderVersion {
    private static final byte[] END = " HTTP/1.0".getBytes(StandardCharsets.US_ASCII);

    private OlderVersion() {}

    /** Whether a first line names it. */
    static boolean isIn(byte[] line) {
        return line.length > END.length && Arrays.equals(line, line.length - END.length, line.length, END, 0,
                END.length);
    }

    /** The same line with the version that Helidon reads. */
    static byte[] raised(byte[] line) {
        byte[] raised = line.clone();
        raised[raised.length - 1] = '1';
        return raised;
    }

    /** The server's name for a request without one: the name in its first line, or else any, since no answer has it. */
    static String host(@Nullable AbsoluteTarget target) {
        return target == null ? "localhost" : target.authority();
    }

    /**
     * Checks and changes the headers of such a request. Chunks are none of its version: whoever passed them on may have
     * taken them for something else, so that the request's end is unknown (RFC 9112, section 6.1). Options of a later
     * version mean nothing in it.
     *
     * @param host the server's name if the request has none
     */
    static void adjust(WritableHeaders<?> headers, String host) {
        if (headers.contains(HeaderNames.TRANSFER_ENCODING)) {
            throw RequestHead.bad("Transfer-Encoding", "must not be sent with HTTP/1.0");
        }
        if (!headers.contains(HeaderNames.HOST)) {
            headers.set(HeaderNames.HOST, host);
        }
        headers.remove(HeaderNames.EXPECT);
        headers.remove(HeaderNames.UPGRADE);
        headers.remove(HeaderNames.TE);
        headers.set(HeaderValues.CONNECTION_CLOSE);
    }
}
