package io.tidemark.bench;

import java.io.IOException;
import java.util.List;

/** A running system that answers the compared routes. */
interface Peer extends AutoCloseable {

    /** The rows of a route, a list of objects in JSON. */
    String rows(String route) throws IOException, InterruptedException;

    /** Answers per second to a route over several connections. */
    double perSecond(String route, int connections, int seconds) throws IOException, InterruptedException;

    /**
     * Answers per second to different requests of a route; NaN if that is not measured.
     *
     * @param requests the requests, each used about as often
     */
    default double distinctPerSecond(List<String> requests, int connections, int seconds) throws IOException,
            InterruptedException {
        return Double.NaN;
    }

    @Override
    void close();
}
