/** Watches a folder and ingests each delivery when it is complete. */
package io.tidemark.ingest.watch;
