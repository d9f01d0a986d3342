package io.tidemark.ingest.authority.format;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * A JSON text that is read part by part, such as the objects of its list. A part that is too long stops the reading
 * before it fills memory.
 */
public final class BoundedText extends FilterReader {

    private final long most;
    private long used;

    /** Limits a part to so many characters; a parser that reads ahead may take some thousand more. */
    public BoundedText(Reader text, long most) {
        super(text);
        this.most = most;
    }

    /** The next part begins. */
    public void nextPart() {
        used = 0;
    }

    @Override
    public int read() throws IOException {
        return counted(super.read(), 1);
    }

    @Override
    public int read(char[] into, int offset, int length) throws IOException {
        int n = super.read(into, offset, length);
        return counted(n, n);
    }

    private int counted(int result, int characters) throws IOException {
        used += result < 0 ? 0 : characters;
        if (used > most) {
            throw new StreamConstraintsException("one of its objects is longer than " + most + " characters");
        }
        return result;
    }
}
