/** What stands in a delivered file: lines, dialect, sheets, and how much it may unpack to. */
package io.tidemark.ingest.file;
