/** Messages to companies about their pens after a publish, by mail and webhook. */
@NullMarked
package io.tidemark.server.watch;

import org.jspecify.annotations.NullMarked;
