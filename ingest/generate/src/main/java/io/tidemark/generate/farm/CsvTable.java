package io.tidemark.generate.farm;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes a large CSV table of numbers, dates and plain ASCII codes, which never need quotes, directly to a byte buffer: it writes tens of millions of
 * rows. It refuses a text that would need quotes.
 */
public final class CsvTable implements Closeable {

    private static final int BUFFER_BYTES = 1 << 16;
    /** Maximum length of a value; the buffer is flushed when it has less room than this. */
    private static final int LONGEST_VALUE = 256;

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int used;
    private boolean rowStarted;
    private long rows;
    private long bytes;

    public CsvTable(Path file, String... columns) throws IOException {
        out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        for (String column : columns) {
            text(column);
        }
        endRow();
        rows = 0;
    }

    public CsvTable text(String value) throws IOException {
        int length = value.length();
        if (length > LONGEST_VALUE) {
            throw new IllegalArgumentException("too long for this table: " + value);
        }
        separate();
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~' || c == ',' || c == '"') {
                throw new IllegalArgumentException("needs quoting or is not ASCII: " + value);
            }
            buffer[used++] = (byte) c;
        }
        return this;
    }

    /** Appends ASCII bytes that need no check, such as a prepared date. */
    public CsvTable raw(byte[] value) throws IOException {
        separate();
        System.arraycopy(value, 0, buffer, used, value.length);
        used += value.length;
        return this;
    }

    public CsvTable empty() throws IOException {
        separate();
        return this;
    }

    public CsvTable bool(boolean value) throws IOException {
        return text(value ? "true" : "false");
    }

    public CsvTable integer(long value) throws IOException {
        separate();
        digits(value, 0);
        return this;
    }

    /** Appends a decimal given in units of its last digit: (1234, 1) is written 123.4. */
    public CsvTable decimal(long unscaled, int decimals) throws IOException {
        separate();
        digits(unscaled, decimals);
        return this;
    }

    public void endRow() throws IOException {
        buffer[used++] = '\n';
        rowStarted = false;
        rows++;
    }

    public long rows() {
        return rows;
    }

    /** Number of bytes so far; complete after close. */
    public long bytes() {
        return bytes + used;
    }

    @Override
    public void close() throws IOException {
        try (out) {
            flush();
        }
    }

    private void separate() throws IOException {
        if (used > BUFFER_BYTES - LONGEST_VALUE - 2) {
            flush();
        }
        if (rowStarted) {
            buffer[used++] = ',';
        }
        rowStarted = true;
    }

    private void flush() throws IOException {
        out.write(buffer, 0, used);
        bytes += used;
        used = 0;
    }

    private void digits(long value, int decimals) {
        long rest = value;
        if (rest < 0) {
            buffer[used++] = '-';
            rest = -rest;
        }
        long power = 10;
        int count = 1;
        while (count <= decimals || power <= rest) {
            power *= 10;
            count++;
        }
        for (int left = count - 1; left >= 0; left--) {
            power /= 10;
            buffer[used++] = (byte) ('0' + rest / power);
            rest %= power;
            if (left == decimals && decimals > 0) {
                buffer[used++] = '.';
            }
        }
    }
}
