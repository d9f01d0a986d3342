/** Trino as the engine: registers a snapshot's tables there, adds functions to queries, and runs them. */
package io.tidemark.server.trino;
