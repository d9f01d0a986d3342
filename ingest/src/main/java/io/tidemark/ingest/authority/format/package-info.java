/** What all files of the authority have in common: text in two encodings, rows by column, faults by line. */
package io.tidemark.ingest.authority.format;
