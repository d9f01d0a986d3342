package io.tidemark.server.part;

/** A feature of the server, which starts itself. */
@FunctionalInterface
public interface Feature {

    /**
     * Starts with the parts that were added before, and adds its own.
     * Does nothing where the configuration leaves it out.
     */
    void start(Parts parts);
}
