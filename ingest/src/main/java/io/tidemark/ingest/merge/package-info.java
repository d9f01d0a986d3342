/** Checked rows and the published snapshot become the tables of the next snapshot. */
package io.tidemark.ingest.merge;
