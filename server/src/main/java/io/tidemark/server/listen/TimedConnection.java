package io.tidemark.server.listen;

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
import io.tidemark.server.answer.ApiException;
import io.tidemark.server.answer.RefusedRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose requests must be well-formed and must arrive within a time: the head from its first byte, the body from the
 * end of the head. Helidon's own time limit starts again with every byte, so a client that sends one now and then would hold a
 * connection for ever. Too slow is answered with 408, malformed with 400, both with the end of the connection; what is left of
 * a body then is never read as a request. Used by the connection's thread alone.
 */
final class TimedConnection extends ForwardedConnection {

    /** Tells the connection what arrives. */
    static final Http1ConnectionListener ARRIVING = new Http1ConnectionListener() {
        @Override
        public void prologue(ConnectionContext context, HttpPrologue prologue) {
            ((TimedConnection) context).prologue = prologue;
        }

        @Override
        public void headers(ConnectionContext context, Headers headers) {
            // Helidon's own, which it goes on with afterwards
            ((TimedConnection) context).headHasArrived((WritableHeaders<?>) headers);
        }
    };

    /** Tells the connection what is answered; what arrives afterwards is the next request. */
    static final Http1ConnectionListener ANSWERING = new Http1ConnectionListener() {
        @Override
        public void status(ConnectionContext context, Status status) {
            TimedConnection connection = (TimedConnection) context;
            connection.since = null;
            connection.inBody = false;
        }

        @Override
        public void headers(ConnectionContext context, Headers headers) {
            TimedConnection connection = (TimedConnection) context;
            if (connection.broken) {
                ((WritableHeaders<?>) headers).set(HeaderValues.CONNECTION_CLOSE);
            }
            // that the client asked for the end is added to the answer only later
            connection.closing = connection.lastRequest || headers.contains(HeaderValues.CONNECTION_CLOSE);
        }
    };

    /** For the rest of a body that nobody reads. */
    private static final Duration LINGER = Duration.ofMillis(500);

    private final DataReader source;
    private final long limit;
    private final RequestReader reader;
    private final ClientWriter writer;
    /** When what is arriving began to; null between requests. */
    private @Nullable Long since;
    /** Of a request whose headers are arriving. */
    private @Nullable HttpPrologue prologue;
    /** Of the same request, where it names the server. */
    private @Nullable AbsoluteTarget target;
    private boolean inBody;
    /** Bytes of the request's body that have not arrived; of a body in chunks nobody knows. */
    private long bodyLeft;
    private boolean broken;
    private boolean lastRequest;
    private boolean closing;
    private boolean refused;
    /** While a request waits for something else than the client. */
    private @Nullable ReadAhead ahead;

    TimedConnection(ConnectionContext connection, Duration limit) {
        super(connection);
        this.source = connection.dataReader();
        this.limit = limit.toNanos();
        this.reader = new RequestReader(this);
        this.writer = new ClientWriter(connection.dataWriter());
    }

    private void headHasArrived(WritableHeaders<?> headers) {
        HttpPrologue arrived = prologue;
        prologue = null;
        if (arrived != null) {
            RequestHead.check(arrived, target, headers, largestBody());
        }
        since = System.nanoTime();
        ClientPresence.arrived(this);
        reader.nextBody();
        inBody = true;
        lastRequest = headers.contains(HeaderValues.CONNECTION_CLOSE);
        bodyLeft = headers.contains(HeaderNames.TRANSFER_ENCODING) ? Long.MAX_VALUE
                : headers.contentLength().orElse(0) - reader.available();
    }

    /** Called before the first line of a head is looked for, and before each that follows. */
    void beforeHead() {
        if (closing) {
            // this version of Helidon says that it closes, and then goes on with the next request
            discardBody();
            throw new CloseConnectionException("the connection is closing");
        }
    }

    /** Whether the line that is read is the first of a request. */
    boolean isAtFirstLine() {
        return prologue == null && !inBody;
    }

    /** The first line as Helidon reads it; the server's name in it is kept until the headers have arrived. */
    byte[] firstLine(byte[] line) {
        target = AbsoluteTarget.in(line).orElse(null);
        return target == null ? line : target.lineBytes();
    }

    /** An end right now would be a reset, which may overtake the answer: the rest of a body is read and forgotten for a while. */
    private void discardBody() {
        if (bodyLeft > 0) {
            TimeLimit.run(LINGER, () -> {
                try {
                    while (bodyLeft > 0 && arriving() != null) {
                        // forgotten
                    }
                } catch (CloseConnectionException e) {
                    // the client has gone, or goes on for too long
                }
            });
        }
    }

    /** The next bytes; none at the connection's end. */
    byte @Nullable [] read() {
        byte[] bytes = arriving();
        if (bytes == null && inBody) {
            throw broken("ended before it was complete");
        }
        if (bytes == null && prologue != null) {
            throw RefusedRequest.exception(prologue, WritableHeaders.create(), RequestHead.bad("headers",
                    "ended before they were complete"));
        }
        inTime();
        return bytes;
    }

    /** A body that cannot be read: nothing behind it can be, either. */
    ApiException.BadRequest broken(String message) {
        broken = true;
        bodyLeft = 0;
        return RequestHead.bad("body", message);
    }

    /** A body that is not read, since it is too large. */
    ApiException.PayloadTooLarge tooLarge() {
        broken = true;
        return new ApiException.PayloadTooLarge(largestBody());
    }

    private int largestBody() {
        return Math.toIntExact(listenerContext().config().maxPayloadSize());
    }

    /** The last chunk has been read. */
    void bodyHasEnded() {
        bodyLeft = 0;
    }

    /** Whether the client has closed the connection, on which nothing is read meanwhile. */
    boolean isGone() {
        if (ahead == null) {
            ahead = new ReadAhead(source);
        }
        return ahead.hasEnded();
    }

    private byte @Nullable [] arriving() {
        if (ahead != null) {
            ahead.finish();
            ahead = null;
        }
        try {
            source.ensureAvailable();
            byte[] bytes = source.readBuffer().readBytes();
            bodyLeft -= bytes.length;
            return bytes;
        } catch (DataReader.InsufficientDataAvailableException e) {
            return null;
        }
    }

    private void inTime() {
        long now = System.nanoTime();
        if (since == null) {
            since = now;
        } else if (now - since > limit) {
            if (refused || closing) {
                throw new CloseConnectionException("the request took too long to arrive");
            }
            refused = true;
            throw RequestException.builder()
                    .type(EventType.OTHER)
                    .status(Status.REQUEST_TIMEOUT_408)
                    .setKeepAlive(false)
                    .message("the request took too long to arrive")
                    .build();
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
}
