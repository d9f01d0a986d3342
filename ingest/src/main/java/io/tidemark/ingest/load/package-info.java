/** Loads rows into the staging tables, and bad rows separately with their faults. */
package io.tidemark.ingest.load;
