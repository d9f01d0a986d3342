/** The commands for deliveries: ingest and generate. */
package io.tidemark.server.cli.ingest;
