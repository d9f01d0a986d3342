/** Merges checked rows and the published snapshot into the tables of the next snapshot. */
package io.tidemark.ingest.merge;
