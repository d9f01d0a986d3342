/** Ingests deliveries as they land in a folder: {@link io.tidemark.ingest.watch.DeliveryWatch} is the entry point. */
package io.tidemark.ingest.watch;
