/** Snapshots under the running server, and the queries on them. */
package io.tidemark.server.query;
