/** Deliveries are taken in as they land in a folder: {@link io.tidemark.ingest.watch.DeliveryWatch} is the way in. */
package io.tidemark.ingest.watch;
