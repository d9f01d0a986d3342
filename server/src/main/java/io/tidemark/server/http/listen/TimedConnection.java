package io.tidemark.server.http.listen;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.RefusedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose requests must be well-formed and arrive within a time limit: the head counted from its first byte,
 * the body from the end of the head. Helidon's own limit restarts with every byte, so a client that sends single bytes
 * slowly could hold a connection forever. A slow request gets 408, a malformed one 400; both close the connection, and
 * the rest of a body is never read as a request. Used only by the connection's thread.
 */
final class TimedConnection extends ForwardedConnection {

    /** Notifies the connection of incoming data. */
    static final Http1ConnectionListener ARRIVING = new Http1ConnectionListener() {
        @Override
        public void prologue(ConnectionContext context, HttpPrologue prologue) {
            ((TimedConnection) context).next = new RequestPart.HeaderLines(prologue);
        }

        @Override
        public void headers(ConnectionContext context, Headers headers) {
            // the headers that Helidon continues with afterwards
            ((TimedConnection) context).headHasArrived((WritableHeaders<?>) headers);
        }
    };

    /** Notifies the connection of responses; later data is the next request. */
    static final Http1ConnectionListener ANSWERING = new Http1ConnectionListener() {
        @Override
        public void status(ConnectionContext context, Status status) {
            TimedConnection connection = (TimedConnection) context;
            connection.since = null;
            connection.next = new RequestPart.FirstLine();
            connection.bodiless = status.code() == Status.NO_CONTENT_204.code()
                    || status.code() == Status.NOT_MODIFIED_304.code();
        }

        @Override
        public void headers(ConnectionContext context, Headers headers) {
            TimedConnection connection = (TimedConnection) context;
            if (connection.end.isAtLeast(ConnectionEnd.LAST_ANSWER) || connection.drain.hasBegun()) {
                ((WritableHeaders<?>) headers).set(HeaderValues.CONNECTION_CLOSE);
            }
            // Helidon adds the client's request to close only later
            if (connection.end != ConnectionEnd.OPEN || headers.contains(HeaderValues.CONNECTION_CLOSE)) {
                connection.endsWith(ConnectionEnd.ANNOUNCED);
            }
            if (connection.bodiless) {
                // Helidon 4.3.0 adds a length of 0; it must be the length of the answer to a GET
                // (RFC 9110, section 8.6)
                ((WritableHeaders<?>) headers).remove(HeaderNames.CONTENT_LENGTH);
            }
            if (connection.line.isHead()) {
                connection.writer.sendHeadersOnly();
            }
        }
    };

    private static final byte[] HEAD = "HEAD ".getBytes(StandardCharsets.US_ASCII);
    /** Time limit for discarding the rest of a body. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final Drain drain;
    private final DataReader source;
    private final long limit;
    private final RequestReader reader;
    private final ClientWriter writer;
    /** The part of a request that arrives next. */
    private RequestPart next = new RequestPart.FirstLine();
    private ConnectionEnd end = ConnectionEnd.OPEN;
    /** The first line of the current request. */
    private Line line = Line.NONE;
    /** The start of the current request's arrival; null between requests. */
    private @Nullable Long since;
    /** Whether the response's status allows no body. */
    private boolean bodiless;
    /** Bytes of the request's body that have not arrived; unknown for a chunked body. */
    private long bodyLeft;
    /** When it was opened, or the last answer was sent; null while a request is arriving or under way. */
    private volatile @Nullable Long restsSince = System.nanoTime();
    /** Reads ahead while a request waits for something other than the client; null otherwise. */
    private @Nullable ConnectionReadAhead ahead;

    TimedConnection(ConnectionContext connection, Duration limit, Drain drain) {
        super(connection);
        this.drain = drain;
        this.source = connection.dataReader();
        this.limit = limit.toNanos();
        this.reader = new RequestReader(this);
        this.writer = new ClientWriter(connection.dataWriter());
    }

    private void headHasArrived(WritableHeaders<?> headers) {
        RequestPart arrived = next;
        next = new RequestPart.FirstLine();
        if (arrived instanceof RequestPart.HeaderLines(HttpPrologue first)) {
            try {
                RequestHead.check(first, line.target(), line.isOld() ? OlderVersion.host(line.target()) : null,
                        headers, largestBody());
            } catch (RequestException e) {
                // the length may exceed a long
                bodyLeft = e.status().code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code() ? Long.MAX_VALUE : 0;
                throw e;
            }
        }
        since = System.nanoTime();
        restsSince = null;
        reader.nextBody();
        next = new RequestPart.Body();
        if (headers.contains(HeaderValues.CONNECTION_CLOSE)) {
            endsWith(ConnectionEnd.LAST_REQUEST);
        }
        bodyLeft = headers.contains(HeaderNames.TRANSFER_ENCODING) ? Long.MAX_VALUE
                : headers.contentLength().orElse(0) - reader.available();
    }

    /** Prepares for a line of a head; called before the first line and before each further one. */
    void beforeHead() {
        if (end.isAtLeast(ConnectionEnd.ANNOUNCED)) {
            // this version of Helidon announces the close but continues with the next request
            throw new CloseConnectionException("the connection is closing");
        }
        if (isAtFirstLine()) {
            line = Line.NONE;
            writer.sendAll();
            if (restsSince == null && since == null) {
                restsSince = System.nanoTime();
            }
        }
    }

    /** Whether a request is arriving or under way, or was until just now; asked by other threads. */
    boolean isInUse(Duration justNow) {
        Long start = restsSince;
        return start == null || System.nanoTime() - start < justNow.toNanos();
    }

    /** Whether the next line is the first line of a request. */
    boolean isAtFirstLine() {
        return next instanceof RequestPart.FirstLine;
    }

    /** The first line to pass to Helidon. Keeps the server's name in it until the headers have arrived. */
    byte[] firstLine(byte[] sent) {
        boolean isOld = OlderVersion.isIn(sent);
        if (isOld) {
            endsWith(ConnectionEnd.LAST_ANSWER);
        }
        byte[] read = isOld ? OlderVersion.raised(sent) : sent;
        AbsoluteTarget target = AbsoluteTarget.in(read).orElse(null);
        line = new Line(Arrays.mismatch(sent, HEAD) == HEAD.length, isOld, target);
        return target == null ? read : target.lineBytes();
    }

    /**
     * Reads and discards the rest of a body for a while before the connection closes: closing at once would send a
     * reset, which may overtake the response.
     */
    void discardBody() {
        if (bodyLeft > 0) {
            try {
                TimeLimit.run(LINGER, () -> {
                    while (bodyLeft > 0 && arriving() != null) {
                        // discards the bytes
                    }
                });
            } catch (RuntimeException e) {
                // the client has disconnected, sends nothing, or sends for too long: no further response is possible
            }
        }
    }

    /** The next bytes; null at the connection's end. */
    byte @Nullable [] read() {
        byte[] bytes = arriving();
        if (bytes == null) {
            switch (next) {
                case RequestPart.FirstLine _ -> { }
                case RequestPart.HeaderLines(HttpPrologue first) -> throw RefusedRequest.exception(first,
                        WritableHeaders.create(), RequestHead.bad("headers", "ended before they were complete"));
                case RequestPart.Body _ -> throw broken("ended before it was complete");
            }
        }
        inTime();
        return bytes;
    }

    /** The error for an unreadable body: data after it cannot be read either. */
    ApiException.BadRequest broken(String message) {
        endsWith(ConnectionEnd.LAST_ANSWER);
        bodyLeft = 0;
        return RequestHead.bad("body", message);
    }

    private int largestBody() {
        return Math.toIntExact(listenerContext().config().maxPayloadSize());
    }

    /** Records that the last chunk has been read. */
    void bodyHasEnded() {
        bodyLeft = 0;
    }

    /** Whether the client has closed the connection. Nothing else may read the connection meanwhile. */
    boolean isGone() {
        if (ahead == null) {
            ahead = new ConnectionReadAhead(source);
        }
        return ahead.hasEnded();
    }

    private byte @Nullable [] arriving() {
        if (ahead != null) {
            ahead.finish();
            ahead = null;
        }
        if (end == ConnectionEnd.STALLED) {
            throw tooSlow();
        }
        try {
            source.ensureAvailable();
            byte[] bytes = source.readBuffer().readBytes();
            bodyLeft -= bytes.length;
            return bytes;
        } catch (DataReader.InsufficientDataAvailableException e) {
            return null;
        } catch (RuntimeException e) {
            if (next instanceof RequestPart.Body && ConnectionReadAhead.isTimeout(e)) {
                RuntimeException refusal = tooSlow();
                endsWith(ConnectionEnd.STALLED);
                bodyLeft = 0;
                throw refusal;
            }
            throw e;
        }
    }

    private void inTime() {
        long now = System.nanoTime();
        if (since == null) {
            since = now;
            restsSince = null;
        } else if (now - since > limit) {
            throw tooSlow();
        }
    }

    // the exception for 408, thrown once
    private RuntimeException tooSlow() {
        if (end.isAtLeast(ConnectionEnd.TOO_SLOW)) {
            return new CloseConnectionException("the request took too long to arrive");
        }
        endsWith(ConnectionEnd.TOO_SLOW);
        return RequestException.builder()
                .type(EventType.OTHER)
                .status(Status.REQUEST_TIMEOUT_408)
                .setKeepAlive(false)
                .message("the request took too long to arrive")
                .build();
    }

    /** Moves on to this state, unless a later one is reached. */
    private void endsWith(ConnectionEnd state) {
        if (!end.isAtLeast(state)) {
            end = state;
        }
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public DataWriter dataWriter() {
        return writer;
    }

    /** What the first line of a request says; {@code target} only if it names the server. */
    private record Line(boolean isHead, boolean isOld, @Nullable AbsoluteTarget target) {
        /** A line that has not been read. */
        static final Line NONE = new Line(false, false, null);
    }
}
