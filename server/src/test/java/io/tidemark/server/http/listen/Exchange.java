package io.tidemark.server.http.listen;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What is sent over a bare socket, and what must be answered.
 *
 * @param name     the fault
 * @param bytes    bytes to send; ISO-8859-1
 * @param statuses expected statuses of all responses, in order
 * @param end      the expected end of the connection
 */
record Exchange(String name, String bytes, String statuses, End end) {

    /** What becomes of a connection. */
    enum End { KEPT, CLOSED }

    static final String EOL = "\r\n";
    static final String HOST = "Host: localhost" + EOL;
    /** A request that is answered 200, on a connection that can be used. */
    static final String PROBE = "GET /health/live HTTP/1.1" + EOL + HOST + "Connection: close" + EOL + EOL;

    @Override
    public String toString() {
        return name;
    }

    static String chunk(String data) {
        return Integer.toHexString(data.length()) + EOL + data + EOL;
    }

    /** Sends text in pieces of so many bytes. */
    static void write(Socket socket, String text, int piece) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        socket.setTcpNoDelay(true);
        try {
            for (int at = 0; at < bytes.length; at += Math.min(piece, bytes.length - at)) {
                socket.getOutputStream().write(bytes, at, Math.min(piece, bytes.length - at));
            }
        } catch (SocketException e) {
            // the server has closed it before everything was sent; its response can still be read
        }
    }

    /** All that is answered until the server closes the connection. */
    static String readAll(Socket socket) throws IOException {
        StringBuilder answer = new StringBuilder();
        try {
            for (int next = socket.getInputStream().read(); next >= 0; next = socket.getInputStream().read()) {
                answer.append((char) next);
            }
        } catch (SocketException e) {
            // a reset, after an answer to more than the server reads
        }
        return answer.toString();
    }

    /** The statuses of consecutive responses. */
    static List<String> statuses(String answers) {
        List<String> statuses = new ArrayList<>();
        for (int at = answers.indexOf("HTTP/1.1 "); at >= 0; at = answers.indexOf("HTTP/1.1 ", at + 1)) {
            statuses.add(answers.substring(at + 9, at + 12));
        }
        return statuses;
    }
}
