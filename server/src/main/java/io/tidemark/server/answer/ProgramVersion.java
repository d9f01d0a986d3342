package io.tidemark.server.answer;

/** The program's version. */
public final class ProgramVersion {

    /** As {@code tidemark --version} shows it. */
    public static final String TEXT = "0.1.0-SNAPSHOT";

    private ProgramVersion() {}
}
