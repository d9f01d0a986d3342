/** DuckDB over JDBC: sessions, statements from SQL files, and which SQL only reads. */
package io.tidemark.data.duckdb;
