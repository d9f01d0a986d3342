/** DuckDB over JDBC: sessions, statements from SQL files, and the check for read-only SQL. */
package io.tidemark.data.duckdb;
