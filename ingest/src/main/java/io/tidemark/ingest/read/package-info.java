/** Delivered files of any format into rows as they were read. */
package io.tidemark.ingest.read;
