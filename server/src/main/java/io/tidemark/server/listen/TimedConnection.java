package io.tidemark.server.listen;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose requests must arrive within a time: the head from its first byte, the body from the end of the head.
 * Helidon's own time limit starts again with every byte, so a client that sends one now and then would hold a connection
 * for ever. Too slow is answered with 408 and the end of the connection. Used by the connection's thread alone.
 */
final class TimedConnection extends ForwardedConnection {

    /** Tells the connection what arrives. */
    static final Http1ConnectionListener ARRIVING = new Http1ConnectionListener() {
        @Override
        public void prologue(ConnectionContext context, HttpPrologue prologue) {
            if (((TimedConnection) context).closing) {
                // what is left of a body that nobody read is no request
                throw new CloseConnectionException("the connection is closing");
            }
        }

        @Override
        public void headers(ConnectionContext context, Headers headers) {
            TimedConnection connection = (TimedConnection) context;
            connection.since = System.nanoTime();
            ClientPresence.arrived(connection);
            connection.lastRequest = headers.contains(HeaderValues.CONNECTION_CLOSE);
            connection.bodyLeft = headers.contains(HeaderNames.TRANSFER_ENCODING) ? Long.MAX_VALUE
                    : headers.contentLength().orElse(0) - connection.reader.available();
        }
    };

    /** Tells the connection what is answered; what arrives afterwards is the next request. */
    static final Http1ConnectionListener ANSWERING = new Http1ConnectionListener() {
        @Override
        public void status(ConnectionContext context, Status status) {
            ((TimedConnection) context).since = null;
        }

        @Override
        public void headers(ConnectionContext context, Headers headers) {
            // that the client asked for the end is added to the answer only later
            TimedConnection connection = (TimedConnection) context;
            connection.closing = connection.lastRequest || headers.contains(HeaderValues.CONNECTION_CLOSE);
        }
    };

    private final DataReader source;
    private final long limit;
    private final DataReader reader;
    /** When what is arriving began to; null between requests. */
    private @Nullable Long since;
    /** Bytes of the request's body that have not arrived; of a body in chunks nobody knows. */
    private long bodyLeft;
    private boolean lastRequest;
    private boolean closing;
    private boolean refused;
    /** While a request waits for something else than the client. */
    private @Nullable ReadAhead ahead;

    TimedConnection(ConnectionContext connection, Duration limit) {
        super(connection);
        this.source = connection.dataReader();
        this.limit = limit.toNanos();
        this.reader = new DataReader(this::read);
    }

    /** The next bytes; none at the connection's end. */
    private byte @Nullable [] read() {
        if (closing && bodyLeft <= 0) {
            // this version of Helidon says that it closes, and then waits for the client to
            return null;
        }
        byte[] bytes = arriving();
        while (closing && bytes != null) {
            // an end right now would be a reset, which may overtake the answer; the rest of a body is read and forgotten
            inTime();
            bytes = bodyLeft <= 0 ? null : arriving();
        }
        inTime();
        return bytes;
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
}
