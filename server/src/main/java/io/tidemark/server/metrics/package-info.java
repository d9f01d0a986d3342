/** Meters of a server, fed from its events, for Prometheus. */
package io.tidemark.server.metrics;
