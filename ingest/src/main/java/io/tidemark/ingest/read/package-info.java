/** Reads delivered files of any format into rows. */
package io.tidemark.ingest.read;
