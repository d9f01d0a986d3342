/** Deliveries: ingest and generate. */
package io.tidemark.server.cli.ingest;
