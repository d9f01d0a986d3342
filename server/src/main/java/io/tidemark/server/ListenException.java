package io.tidemark.server;

/** The server could not listen on its address. The message is for people. */
public final class ListenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Names the host and port. */
    public ListenException(String host, int port) {
        super("cannot listen on " + host + ":" + port + "; is the port taken?");
    }
}
