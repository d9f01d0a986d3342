package io.tidemark.server.http.listen;

/** How near a connection is to its end. It only moves on, from each state to any later one. */
enum ConnectionEnd {
    /** Further requests may follow. */
    OPEN,
    /** The client has asked to close after this request; Helidon says so in the answer. */
    LAST_REQUEST,
    /** This server closes after its next answer: what follows cannot be read, or the version is HTTP/1.0. */
    LAST_ANSWER,
    /** The request was too slow, and is refused with 408. */
    TOO_SLOW,
    /** The answer has said that the connection closes. */
    ANNOUNCED,
    /** No part of a body has arrived in time: another read would wait as long again. */
    STALLED;

    boolean isAtLeast(ConnectionEnd other) {
        return compareTo(other) >= 0;
    }
}
