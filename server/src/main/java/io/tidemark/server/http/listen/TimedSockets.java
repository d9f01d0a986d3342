package io.tidemark.server.http.listen;

import io.helidon.common.socket.SocketOptions;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Helidon's usual options for a connection, plus the read timeout, which this version of Helidon reads but does not
 * apply: an idle connection, or one with a stalled TLS handshake, would stay open forever.
 * Also limits the number of connections.
 *
 * @param usual       Helidon's options
 * @param open        counts the connections
 * @param readTimeout time limit of a read
 */
record TimedSockets(SocketOptions usual, OpenConnections open, Duration readTimeout) implements SocketOptions {

    /** Configures an accepted connection. */
    @Override
    public void configureSocket(Socket socket) {
        open.admit(socket);
        usual.configureSocket(socket);
        try {
            socket.setSoTimeout(Math.toIntExact(readTimeout.toMillis()));
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Map<SocketOption<?>, Object> socketOptions() {
        return usual.socketOptions();
    }

    @Override
    public Duration connectTimeout() {
        return usual.connectTimeout();
    }

    @Override
    public Optional<Integer> socketReceiveBufferSize() {
        return usual.socketReceiveBufferSize();
    }

    @Override
    public Optional<Integer> socketSendBufferSize() {
        return usual.socketSendBufferSize();
    }

    @Override
    public boolean socketReuseAddress() {
        return usual.socketReuseAddress();
    }

    @Override
    public boolean socketKeepAlive() {
        return usual.socketKeepAlive();
    }

    @Override
    public boolean tcpNoDelay() {
        return usual.tcpNoDelay();
    }
}
