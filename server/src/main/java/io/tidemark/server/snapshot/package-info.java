/** The snapshots of a running server: follows the lake, opens and tests new snapshots, and switches to them. */
package io.tidemark.server.snapshot;
