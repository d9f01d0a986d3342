/**
 * The synthetic delivery: a realistic, deterministic set of farmers' extracts in the layout that ingest reads. <p>{@link
 * io.tidemark.generate.DeliveryGenerator} is the entry point. Every number that describes fish, sea, lice or losses is
 * in {@link io.tidemark.generate.biology.BiologyParameters} with its source, or as our own choice where no
 * published value is known; every place on the coast in {@link io.tidemark.generate.coast.Coast}.
 */
package io.tidemark.generate;
