package io.tidemark.server.http.listen;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.tidemark.server.http.ApiException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads bodies in chunks as they are defined (RFC 9112, section 7.1) for Helidon 4.3.0, which rejects extensions as a malformed
 * size, refuses trailers, reads lines without a limit and does not check the end of a chunk's data. Bytes are not copied.
 *
 * <p>It relies on how {@code Http1Connection.readNextChunk} reads: a line with the size, the data, two bytes that are skipped; after
 * the size 0 an empty line. All this was still so in Helidon 4.5.3; when it reads extensions and trailers and checks the skipped
 * bytes, this class can be deleted except for {@link #findNewLine}.
 */
final class RequestReader extends DataReader {

    /** Longest line, and longest trailers. */
    private static final int LONGEST = 4096;
    /** Digits and extensions; more digits than seven are too large anyway. */
    private static final Pattern SIZE = Pattern.compile("0*([0-9A-Fa-f]+)(?:[ \\t]*;[\\t\\x20-\\x7e\\ufffd]*)?");
    private static final int MOST_DIGITS = 7;
    private static final Pattern TRAILER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t\\x20-\\x7e\\ufffd]*");

    private final TimedConnection connection;
    private int chunk;
    private boolean last;

    RequestReader(TimedConnection connection) {
        super(connection::read);
        this.connection = connection;
    }

    /** A head has been read. */
    void nextBody() {
        chunk = 0;
        last = false;
    }

    /** Part of a head; nothing if the connection is to be closed. */
    @Override
    public int findNewLine(int max) {
        connection.beforeHead();
        return super.findNewLine(max);
    }

    /** A first line, or a header that Helidon always looks at. */
    @Override
    public byte[] readBytes(int length) {
        byte[] line = super.readBytes(length);
        if (connection.isAtFirstLine()) {
            RequestHead.method(line);
            return connection.firstLine(line);
        }
        return line;
    }

    /** A chunk's size without its extensions, or the empty line behind the last one. */
    @Override
    public String readLine() {
        if (last) {
            trailers();
            connection.bodyHasEnded();
            return "";
        }
        Matcher size = SIZE.matcher(line(LONGEST));
        if (!size.matches()) {
            throw connection.broken("has a chunk whose size is not a number in hexadecimal digits");
        }
        if (size.group(1).length() > MOST_DIGITS) {
            throw connection.tooLarge();
        }
        chunk = Integer.parseInt(size.group(1), 16);
        last = chunk == 0;
        return size.group(1);
    }

    /** A chunk's data, or a part of a body with a length. */
    @Override
    public BufferData readBuffer(int length) {
        BufferData data = super.readBuffer(length);
        if (chunk > 0) {
            chunk = 0;
            if (!startsWithNewLine()) {
                throw connection.broken("has a chunk that is longer than its size, or does not end with CR and LF");
            }
        }
        return data;
    }

    /** Trailers are read and ignored. */
    private void trailers() {
        int left = LONGEST;
        for (String line = line(left); !line.isEmpty(); line = line(left)) {
            left -= line.length() + 2;
            if (left <= 0 || !TRAILER.matcher(line).matches()) {
                throw connection.broken("ends with something that is no header, or with too many of them");
            }
        }
    }

    private String line(int longest) {
        int end;
        try {
            end = super.findNewLine(longest);
        } catch (IncorrectNewLineException e) {
            throw connection.broken("has a line that does not end with CR and LF");
        }
        if (end == longest) {
            throw connection.broken("has a line between its chunks that is too long");
        }
        String line = readAsciiString(end);
        skip(2);
        return line;
    }
}
