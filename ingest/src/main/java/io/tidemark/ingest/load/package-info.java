/** Delivered files into typed tables of the working database, bad rows aside with their faults. */
package io.tidemark.ingest.load;
