/** Prometheus metrics of the server, fed by its events. */
package io.tidemark.server.metrics;
