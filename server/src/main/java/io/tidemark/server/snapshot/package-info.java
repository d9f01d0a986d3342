/** The snapshots of a running server: followed, opened, tested with every route, held, switched. */
package io.tidemark.server.snapshot;
