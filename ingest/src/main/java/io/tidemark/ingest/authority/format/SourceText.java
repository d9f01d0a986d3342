package io.tidemark.ingest.authority.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * A text file whose encoding is found by reading it: UTF-16 by its byte order mark or its zero bytes, UTF-8 (with or
 * without byte order mark) if every byte fits, else ISO-8859-1, which older exports of the authority use.
 *
 * @param file    where it is
 * @param charset UTF-8, UTF-16 or ISO-8859-1
 * @param stop    called from time to time while reading; throws to stop it
 */
public record SourceText(Path file, Charset charset, Runnable stop) {

    private static final int HEAD_BYTES = 64 * 1024;
    private static final byte[] MARK_BYTES = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final char MARK = '\uFEFF';

    /**
     * Detects the encoding.
     *
     * @throws AuthorityFormatException if the file cannot be read, or has the byte order mark of UTF-8 and is not UTF-8
     */
    public static SourceText of(Path file, Runnable stop) {
        try {
            byte[] head = headBytes(file);
            Optional<Charset> wide = Utf16.of(head);
            if (wide.isPresent()) {
                return new SourceText(file, wide.get(), stop);
            }
            if (isUtf8(file, stop)) {
                return new SourceText(file, StandardCharsets.UTF_8, stop);
            }
            if (startsWithMark(head)) {
                throw new AuthorityFormatException(file, "starts as UTF-8 (byte order mark) but holds bytes that are "
                        + "not UTF-8");
            }
            return new SourceText(file, StandardCharsets.ISO_8859_1, stop);
        } catch (IOException e) {
            throw AuthorityFormatException.unreadable(file, e);
        }
    }

    /** A remark on an encoding that is not UTF-8, for people; empty for UTF-8. */
    public String readAs() {
        return charset.equals(StandardCharsets.UTF_8) ? "" : charset.equals(StandardCharsets.ISO_8859_1)
                ? " (read as ISO-8859-1, since it is not valid UTF-8)" : " (read as " + charset.name() + ")";
    }

    /** Opens it for reading, past a byte order mark. */
    public Reader open() throws IOException {
        return pastMark(new InputStreamReader(new StoppableStream(Files.newInputStream(file), stop),
                charset.newDecoder()));
    }

    /**
     * The beginning of a file as text: at most 64 KiB, whole lines if it has line breaks; empty for binary or
     * unreadable files.
     */
    public static Optional<String> head(Path file) {
        try {
            byte[] bytes = headBytes(file);
            Optional<Charset> wide = Utf16.of(bytes);
            if (wide.isPresent()) {
                return Optional.of(pastMark(new String(bytes, 0, bytes.length / 2 * 2, wide.get())));
            }
            for (byte b : bytes) {
                if (b == 0) {
                    return Optional.empty();
                }
            }
            return Optional.of(decodeHead(bytes));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String decodeHead(byte[] bytes) throws IOException {
        byte[] whole = bytes.length < HEAD_BYTES ? bytes : upToLastLineBreak(bytes);
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(whole)).toString();
        } catch (CharacterCodingException e) {
            text = new String(whole, StandardCharsets.ISO_8859_1);
        }
        return pastMark(text);
    }

    private static String pastMark(String text) {
        return text.isEmpty() || text.charAt(0) != MARK ? text : text.substring(1);
    }

    /** Cuts a longer file's beginning at a line break: a cut elsewhere could split a character. */
    private static byte[] upToLastLineBreak(byte[] bytes) {
        for (int i = bytes.length - 1; i >= 0; i--) {
            if (bytes[i] == '\n') {
                return Arrays.copyOf(bytes, i);
            }
        }
        return bytes;
    }

    private static byte[] headBytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(HEAD_BYTES);
        }
    }

    private static boolean startsWithMark(byte[] bytes) {
        return bytes.length >= MARK_BYTES.length
                && Arrays.equals(bytes, 0, MARK_BYTES.length, MARK_BYTES, 0, MARK_BYTES.length);
    }

    private static boolean isUtf8(Path file, Runnable stop) throws IOException {
        // unlike InputStreamReader with a charset, this reader reports malformed input
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            char[] buffer = new char[8192];
            while (reader.read(buffer) >= 0) {
                // only decodes the text, to see whether it can
                stop.run();
            }
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static Reader pastMark(Reader reader) throws IOException {
        PushbackReader pushback = new PushbackReader(reader, 1);
        int first = pushback.read();
        if (first >= 0 && first != MARK) {
            pushback.unread(first);
        }
        return pushback;
    }
}
