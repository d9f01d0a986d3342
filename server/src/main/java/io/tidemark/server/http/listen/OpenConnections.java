package io.tidemark.server.http.listen;

import java.net.Socket;
import java.util.HashSet;
import java.util.Set;

/**
 * Limits the number of open connections, counted by their sockets. Helidon 4.3.0 has such a limit ({@code
 * maxTcpConnections}), but never releases a connection whose TLS handshake fails, until it accepts no more connections.
 * From Helidon 4.5.0 on, its own limit can replace this class. Used only by the accepting thread.
 */
final class OpenConnections {

    private static final long LOOK_MILLIS = 20;

    private final Set<Socket> open = new HashSet<>();
    private final int most;

    OpenConnections(int most) {
        this.most = most;
    }

    /** Waits until another connection is allowed. */
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
