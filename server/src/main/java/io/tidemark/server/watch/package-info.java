/** Messages to companies about their pens after a publish, by mail and webhook, and a summary each Monday. */
@NullMarked
package io.tidemark.server.watch;

import org.jspecify.annotations.NullMarked;
