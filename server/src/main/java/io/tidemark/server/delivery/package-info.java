/** A farmer's deliveries and rejected rows over HTTP, and work on the lake that a request must not do in its own thread. */
@NullMarked
package io.tidemark.server.delivery;

import org.jspecify.annotations.NullMarked;
