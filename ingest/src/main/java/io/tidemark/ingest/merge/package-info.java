/** Merges checked rows with the published snapshot into the tables of the next snapshot. */
package io.tidemark.ingest.merge;
