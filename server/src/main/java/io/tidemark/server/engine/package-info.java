/** Engines that run the SQL of routes on a snapshot: what the server needs of one, and DuckDB in the server's own process. */
package io.tidemark.server.engine;
