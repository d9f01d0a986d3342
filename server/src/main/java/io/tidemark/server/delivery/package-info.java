/** A farmer's deliveries and rejected rows over HTTP, and background work on the lake. */
@NullMarked
package io.tidemark.server.delivery;

import org.jspecify.annotations.NullMarked;
