/** Shared readers for authority files: text in two encodings, rows by column, faults by line. */
package io.tidemark.ingest.authority.format;
