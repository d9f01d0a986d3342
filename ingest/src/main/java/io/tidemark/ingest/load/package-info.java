/** Delivered files into typed tables of the working database, with a fault on every bad row. */
package io.tidemark.ingest.load;
