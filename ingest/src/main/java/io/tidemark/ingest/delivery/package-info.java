/** Files as they were delivered: which ones there are, their bytes, their dialect, their lines. */
package io.tidemark.ingest.delivery;
