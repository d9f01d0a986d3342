/** Writes synthetic deliveries: realistic, deterministic, in the layout that ingest reads. */
package io.tidemark.generate;
