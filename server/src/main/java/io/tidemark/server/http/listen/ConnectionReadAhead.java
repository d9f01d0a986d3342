package io.tidemark.server.http.listen;

import io.helidon.common.buffers.DataReader;
import java.net.SocketTimeoutException;

/**
 * Reads from a connection while its own thread waits for something else, since only reading shows that the client has
 * disconnected. Data that arrives stays in the reader for the connection's next request. It does not use Helidon's own
 * check ({@code HelidonSocket.idle}), after which a connection can no longer be read if the check waited longer than
 * the read timeout.
 */
final class ConnectionReadAhead {

    private final DataReader source;
    private final Thread thread;
    private volatile boolean handling = true;
    private volatile boolean ended;

    /** Starts reading. The connection's thread must not read before {@link #finish}. */
    ConnectionReadAhead(DataReader source) {
        this.source = source;
        this.thread = Thread.ofVirtual().name("read-ahead").start(this::read);
    }

    private void read() {
        while (handling) {
            try {
                source.ensureAvailable();
                return;
            } catch (DataReader.InsufficientDataAvailableException e) {
                ended = true;
                return;
            } catch (RuntimeException e) {
                // a read timeout is normal: the client is waiting
                if (!isTimeout(e)) {
                    ended = true;
                    return;
                }
            }
        }
    }

    /** Whether a read timed out; Helidon wraps the timeout in its own exceptions. */
    static boolean isTimeout(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }

    /** Whether the client has closed the connection. */
    boolean hasEnded() {
        return ended;
    }

    /** Waits until the connection can be read again: data has arrived, or a read has timed out. */
    void finish() {
        handling = false;
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                thread.interrupt();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
