package io.tidemark.data.verify;

import java.io.IOException;
import java.io.OutputStream;

/** A place with copies of published files, such as a backup. */
public interface SoundCopies {

    /** Its name, for people. */
    String name();

    /** Whether it has a file with this digest, lower-case hex. */
    boolean has(String sha256);

    /** Writes the content of that file. The reader compares it with the digest. */
    void copy(String sha256, OutputStream out) throws IOException;
}
