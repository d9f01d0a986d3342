/** A DuckDB instance over one snapshot, as a server or a check reads it. */
package io.tidemark.data.database;
