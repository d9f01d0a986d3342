package io.tidemark.server.config;

/** A record whose settings depend on each other. */
interface Checked {

    /**
     * Adds the mistakes in how the settings fit together. Each of them was read already,
     * with a placeholder where it is wrong.
     */
    void check(Mistakes mistakes);
}
