package io.tidemark.bench;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A kept-alive HTTP/1.1 connection to this machine,
 * small enough to leave the processors to the server. Not thread-safe.
 */
final class HttpConnection implements AutoCloseable {

    /**
     * An answer.
     *
     * @param status its status
     * @param etag   its ETag, null without
     * @param size   bytes of its body
     * @param body   its body; empty if not kept
     */
    record Answer(int status, @Nullable String etag, int size, String body) {}

    private static final int BUFFER = 64 * 1024;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Socket socket;
    private final byte[] buffer = new byte[BUFFER];
    private int start;
    private int end;

    /** Connects. */
    HttpConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
    }

    /** The bytes of a request; {@code headers} are whole lines without line ends. */
    static byte[] request(String method, String target, String body, String... headers) {
        StringBuilder text = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        if (!body.isEmpty()) {
            text.append("Content-Type: application/json\r\nContent-Length: ").append(body.length()).append("\r\n");
        }
        return (text + "\r\n" + body).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Sends a request and reads its answer to the end without keeping it; returns the status. */
    int status(byte[] request) throws IOException {
        return exchange(request, null).status();
    }

    /** Sends a request and keeps the answer. */
    Answer ask(byte[] request) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        Answer head = exchange(request, body);
        return new Answer(head.status(), head.etag(), body.size(), body.toString(StandardCharsets.UTF_8));
    }

    private Answer exchange(byte[] request, @Nullable OutputStream body) throws IOException {
        socket.getOutputStream().write(request);
        String head = head();
        int status = Integer.parseInt(head, 9, 12, 10);
        String length = header(head, "Content-Length: ");
        if (status != NO_CONTENT && status != NOT_MODIFIED) {
            if (length != null) {
                take(Integer.parseInt(length), body);
            } else if (header(head, "Transfer-Encoding: ") != null) {
                chunks(body);
            }
        }
        return new Answer(status, header(head, "ETag: "), 0, "");
    }

    private void chunks(@Nullable OutputStream body) throws IOException {
        int size = Integer.parseInt(line(), 16);
        while (size > 0) {
            take(size, body);
            line();
            size = Integer.parseInt(line(), 16);
        }
        line();
    }

    private static @Nullable String header(String head, String name) {
        for (int at = head.indexOf("\r\n"); at >= 0; at = head.indexOf("\r\n", at + 2)) {
            if (head.regionMatches(true, at + 2, name, 0, name.length())) {
                int stop = head.indexOf("\r\n", at + 2);
                return head.substring(at + 2 + name.length(), stop < 0 ? head.length() : stop);
            }
        }
        return null;
    }

    private String head() throws IOException {
        int at = start;
        int matched = 0;
        while (matched < END.length) {
            if (at == end) {
                int kept = at - start;
                fill();
                at = start + kept;
            }
            byte next = buffer[at++];
            matched = next == END[matched] ? matched + 1 : next == END[0] ? 1 : 0;
        }
        String head = new String(buffer, start, at - start - END.length, StandardCharsets.ISO_8859_1);
        start = at;
        return head;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            if (start == end) {
                fill();
            }
            char next = (char) buffer[start++];
            if (next == '\n') {
                return line.toString();
            }
            if (next != '\r') {
                line.append(next);
            }
        }
    }

    private void take(int size, @Nullable OutputStream body) throws IOException {
        int left = size;
        while (left > 0) {
            if (start == end) {
                fill();
            }
            int part = Math.min(left, end - start);
            if (body != null) {
                body.write(buffer, start, part);
            }
            start += part;
            left -= part;
        }
    }

    // moves the unread bytes to the front
    private void fill() throws IOException {
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
        int read = socket.getInputStream().read(buffer, end, buffer.length - end);
        if (read <= 0) {
            throw new EOFException("the connection ended in the middle of an answer");
        }
        end += read;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
