/** Runs queries on an open snapshot: fair queue, sessions, cancellation and result cache. */
package io.tidemark.server.query;
