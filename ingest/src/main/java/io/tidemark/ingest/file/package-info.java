/** The content of delivered files: lines, dialect, sheets, and size limits. */
package io.tidemark.ingest.file;
