/** Engines that run the routes' SQL on a snapshot: their interface, and DuckDB in this process. */
package io.tidemark.server.engine;
