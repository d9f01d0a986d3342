package io.tidemark.ingest.file;

import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a UTF-8 text one at a time, with a limit on their length. */
public final class TextLines implements Closeable {

    /** The maximum number of characters of a line; further ones are skipped. */
    public static final int MAX_LINE_CHARACTERS = 2_000_000;

    private static final char MARK = '\uFEFF';

    private final Reader in;
    private final Charset charset;
    private long number;
    private boolean cut;
    private boolean afterReturn;

    private TextLines(Reader in, Charset charset) {
        this.in = in;
        this.charset = charset;
    }

    /** Opens a file at its beginning. */
    public static TextLines open(DeliveredFile file) throws IOException {
        // an explicit decoder reports invalid UTF-8; a charset alone would replace it
        return new TextLines(new BufferedReader(new InputStreamReader(file.open(), StandardCharsets.UTF_8.newDecoder()),
                1 << 16), StandardCharsets.UTF_8);
    }

    /** Over a text of an encoding, which the caller closes. */
    public static TextLines over(Reader text, Charset charset) {
        return new TextLines(new BufferedReader(text, 1 << 16), charset);
    }

    /** The next line without its end, null after the last. */
    public @Nullable String next() throws IOException, BadFileException {
        StringBuilder line = new StringBuilder();
        cut = false;
        try {
            int c = in.read();
            if (afterReturn && c == '\n') {
                c = in.read();
            }
            afterReturn = false;
            if (c == MARK && number == 0) {
                c = in.read();
            }
            if (c < 0) {
                return null;
            }
            number++;
            for (; c >= 0 && c != '\n' && c != '\r'; c = in.read()) {
                if (line.length() < MAX_LINE_CHARACTERS) {
                    line.append((char) c);
                } else {
                    cut = true;
                }
            }
            afterReturn = c == '\r';
            return line.toString();
        } catch (CharacterCodingException e) {
            throw new BadFileException("near line " + (number + 1) + " is not " + charset.name()
                    + "; save the file with that encoding", e);
        }
    }

    /** The number of the last line, from 1. */
    public long number() {
        return number;
    }

    /** Whether the last line was cut at the limit. */
    public boolean isCut() {
        return cut;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
