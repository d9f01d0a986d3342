package io.tidemark.server.http.listen;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads chunked bodies by the standard (RFC 9112, section 7.1) for Helidon 4.3.0, which rejects extensions as a
 * malformed size, refuses trailers, reads lines without a limit and does not check the end of a chunk's data. It copies
 * no bytes.
 *
 * <p>It relies on the order in which {@code Http1Connection.readNextChunk} reads: a line with the size, the data, two
 * skipped bytes; after the size 0 an empty line. Helidon 4.5.3 still behaves like this. Once Helidon reads extensions
 * and trailers and checks the skipped bytes, delete this class except for {@link #findNewLine}.
 */
final class RequestReader extends DataReader {

    /** Limit of a line, and of all trailers, bytes. */
    private static final int MAX_LINE_BYTES = 4096;
    /** Matches digits and extensions. */
    private static final Pattern SIZE = Pattern.compile("0*([0-9A-Fa-f]+)(?:[ \\t]*;[\\t\\x20-\\x7e\\ufffd]*)?");
    /** A size with more digits, leading zeros aside, may not fit an int. */
    private static final int MAX_DIGITS = 7;
    private static final Pattern TRAILER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t\\x20-\\x7e\\ufffd]*");

    private final TimedConnection connection;
    private int chunk;
    private boolean last;

    RequestReader(TimedConnection connection) {
        super(connection::read);
        this.connection = connection;
    }

    /** Prepares for the body after a head. */
    void nextBody() {
        chunk = 0;
        last = false;
    }

    /** Looks for the end of a line in a head; returns nothing if the connection is to be closed. */
    @Override
    public int findNewLine(int max) {
        connection.beforeHead();
        return super.findNewLine(max);
    }

    /** Reads a first line, or a header that Helidon always looks at. */
    @Override
    public byte[] readBytes(int length) {
        byte[] line = super.readBytes(length);
        if (connection.isAtFirstLine()) {
            RequestHead.method(line);
            return connection.firstLine(line);
        }
        return line;
    }

    /** Reads a chunk's size without its extensions, or the empty line after the last chunk. */
    @Override
    public String readLine() {
        if (last) {
            trailers();
            connection.bodyHasEnded();
            return "";
        }
        Matcher size = SIZE.matcher(line(MAX_LINE_BYTES));
        if (!size.matches()) {
            throw connection.broken("has a chunk whose size is not a number in hexadecimal digits");
        }
        if (size.group(1).length() > MAX_DIGITS) {
            throw connection.broken("has a chunk whose size has more than " + MAX_DIGITS + " digits");
        }
        chunk = Integer.parseInt(size.group(1), 16);
        last = chunk == 0;
        return size.group(1);
    }

    /** Reads a chunk's data, or a part of a body with a length. */
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

    /** Reads and ignores trailers. */
    private void trailers() {
        int left = MAX_LINE_BYTES;
        for (String line = line(left); !line.isEmpty(); line = line(left)) {
            left -= line.length() + 2;
            if (left <= 0 || !TRAILER.matcher(line).matches()) {
                throw connection.broken("ends with an invalid header, or with too many headers");
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
