/** A read-only DuckDB instance over one snapshot, with views and tables in memory. */
package io.tidemark.data.database;
