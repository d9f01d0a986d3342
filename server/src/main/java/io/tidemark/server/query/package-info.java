/** Queries on one open snapshot: fair queue, sessions, cancellation, result cache. */
package io.tidemark.server.query;
