/** Trino as the engine: a snapshot's tables there, the functions that queries take along, and the queries themselves. */
package io.tidemark.server.trino;
