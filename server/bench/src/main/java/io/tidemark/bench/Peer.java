package io.tidemark.bench;

import java.io.IOException;

/** A running system that answers the compared routes. */
interface Peer extends AutoCloseable {

    /** The rows of a route, a list of objects in JSON. */
    String rows(String route) throws IOException, InterruptedException;

    /** Answers per second to a route over several connections. */
    double perSecond(String route, int connections, int seconds) throws IOException, InterruptedException;

    @Override
    void close();
}
