/** Loads rows into the staging tables, bad ones separately with their faults. */
package io.tidemark.ingest.load;
