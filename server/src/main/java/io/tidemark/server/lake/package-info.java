/** What the lake tells beside its figures: deliveries, rejected rows, snapshots. Read where a request must not wait in native code. */
@NullMarked
package io.tidemark.server.lake;

import org.jspecify.annotations.NullMarked;
