package io.tidemark.server;

/**
 * How much a test of random questions does: half in the ordinary run, all of it in {@code bin/test promise}, for which
 * the class has the tag "whole".
 */
public final class TestSize {

    private TestSize() {}

    /** The number, or half of it. */
    public static int of(int whole) {
        return Boolean.getBoolean("tests.whole") ? whole : whole / 2;
    }
}
