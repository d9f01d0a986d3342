package io.tidemark.server.listen;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.SocketWriterException;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;

/**
 * Writes to a client. If the client has disconnected, this closes the connection; Helidon 4.3.0 would treat it as an error of the
 * route and log it with a stack trace.
 */
record ClientWriter(DataWriter writer) implements DataWriter {

    @Override
    public void write(BufferData... buffers) {
        whileThere(() -> writer.write(buffers));
    }

    @Override
    public void write(BufferData buffer) {
        whileThere(() -> writer.write(buffer));
    }

    @Override
    public void writeNow(BufferData... buffers) {
        whileThere(() -> writer.writeNow(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
        whileThere(() -> writer.writeNow(buffer));
    }

    @Override
    public void flush() {
        whileThere(writer::flush);
    }

    private static void whileThere(Runnable write) {
        try {
            write.run();
        } catch (UncheckedIOException | SocketWriterException e) {
            throw new ServerConnectionException("the client has gone before it had read its answer", e);
        }
    }
}
