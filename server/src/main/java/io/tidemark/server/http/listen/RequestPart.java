package io.tidemark.server.http.listen;

import io.helidon.http.HttpPrologue;

/** The part of a request that a connection reads next. */
sealed interface RequestPart {

    /** The first line of a request; also what follows an answer. */
    record FirstLine() implements RequestPart {}

    /** The headers after this first line. */
    record HeaderLines(HttpPrologue first) implements RequestPart {}

    /** The body of a request that is not answered yet. */
    record Body() implements RequestPart {}
}
