/** Reads the content of delivered files: lines, CSV dialect and sheets, within size limits. */
package io.tidemark.ingest.file;
