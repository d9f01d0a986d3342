/** How the rows of an answer are written: JSON, CSV, NDJSON, Parquet, and how those bytes are compressed. */
package io.tidemark.server.format;
