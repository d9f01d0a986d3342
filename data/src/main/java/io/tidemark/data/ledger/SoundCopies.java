package io.tidemark.data.ledger;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** A place with copies of published files, such as a backup. */
public interface SoundCopies {

    /** Its name, for people. */
    String name();

    /** Whether it has a file with this digest, lower-case hex. */
    boolean has(String sha256);

    /** The digest that it has of a file, by its path in the lake; empty if it does not have it. */
    default Optional<String> digest(String path) {
        return Optional.empty();
    }

    /** Writes the content of that file. The reader compares it with the digest. */
    void copy(String sha256, OutputStream out) throws IOException;
}
