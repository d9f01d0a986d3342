/** Writes rows as JSON, CSV, NDJSON and Parquet. */
package io.tidemark.server.format;
