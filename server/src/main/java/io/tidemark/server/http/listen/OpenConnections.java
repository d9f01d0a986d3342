package io.tidemark.server.http.listen;

import java.net.Socket;
import java.util.HashSet;
import java.util.Set;

/**
 * How many connections there are at once, counted by their sockets. Helidon 4.3.0 has such a count ({@code maxTcpConnections}), but
 * never releases a connection whose TLS handshake fails: when all are lost this way, it accepts no more. From Helidon 4.5.0 its own
 * count can replace this class. Used only by the accepting thread.
 */
final class OpenConnections {

    private static final long LOOK_MILLIS = 20;

    private final Set<Socket> open = new HashSet<>();
    private final int most;

    OpenConnections(int most) {
        this.most = most;
    }

    /** Waits until there is room for one more. */
    void admit(Socket socket) {
        open.removeIf(Socket::isClosed);
        while (open.size() >= most) {
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("the server stops", e);
            }
            open.removeIf(Socket::isClosed);
        }
        open.add(socket);
    }
}
