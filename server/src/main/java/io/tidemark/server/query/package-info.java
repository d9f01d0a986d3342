/** The open snapshots of a running server, and the queries on them. */
package io.tidemark.server.query;
