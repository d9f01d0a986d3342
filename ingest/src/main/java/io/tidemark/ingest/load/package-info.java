/** Rows as read into the staging tables, bad ones aside with their faults. */
package io.tidemark.ingest.load;
