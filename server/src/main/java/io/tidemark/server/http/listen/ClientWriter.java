package io.tidemark.server.http.listen;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.SocketWriterException;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Writes to a client. If the client has disconnected, it closes the connection; Helidon 4.3.0 would treat that as an
 * error of the route and log a stack trace. It ends the response to HEAD after the headers. Used only by the
 * connection's thread.
 */
final class ClientWriter implements DataWriter {

    private static final byte[] END_OF_HEADERS = {'\r', '\n', '\r', '\n'};

    /** The part of a response to send. */
    private enum Part { ALL, HEADERS, NOTHING }

    private final DataWriter writer;
    private Part next = Part.ALL;

    ClientWriter(DataWriter writer) {
        this.writer = writer;
    }

    /** Starts another request, whose response is sent in full. */
    void sendAll() {
        next = Part.ALL;
    }

    /**
     * Announces that the next write has a response's headers, perhaps with a part of its body: sends only the headers.
     */
    void sendHeadersOnly() {
        next = Part.HEADERS;
    }

    @Override
    public void write(BufferData... buffers) {
        write(BufferData.create(buffers));
    }

    @Override
    public void write(BufferData buffer) {
        if (next != Part.NOTHING) {
            BufferData part = part(buffer);
            whileThere(() -> writer.write(part));
        }
    }

    @Override
    public void writeNow(BufferData... buffers) {
        writeNow(BufferData.create(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
        if (next != Part.NOTHING) {
            BufferData part = part(buffer);
            whileThere(() -> writer.writeNow(part));
        }
    }

    @Override
    public void flush() {
        whileThere(writer::flush);
    }

    private BufferData part(BufferData buffer) {
        if (next == Part.ALL) {
            return buffer;
        }
        byte[] bytes = buffer.readBytes();
        for (int end = END_OF_HEADERS.length; end <= bytes.length; end++) {
            if (Arrays.equals(bytes, end - END_OF_HEADERS.length, end, END_OF_HEADERS, 0, END_OF_HEADERS.length)) {
                next = Part.NOTHING;
                return BufferData.create(bytes, 0, end);
            }
        }
        throw new IllegalStateException("the headers of a response were written in parts");
    }

    private static void whileThere(Runnable write) {
        try {
            write.run();
        } catch (UncheckedIOException | SocketWriterException e) {
            throw new ServerConnectionException("the client disconnected before it had read its answer", e);
        }
    }
}
