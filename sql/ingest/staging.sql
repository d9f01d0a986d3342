-- Empty staging tables of a contract. Parts are generated from the contract.

-- name: names
SELECT CAST(NULL AS INTEGER) AS {number}, CAST(NULL AS VARCHAR) AS farmer_id, {columns} FROM (SELECT {as_read}) WHERE false

-- name: good_rows
SELECT CAST(NULL AS BIGINT) AS row_id, CAST(NULL AS INTEGER) AS file_no{farmer}{numbers}{stored}
FROM (SELECT {as_read})
WHERE false

-- name: good_view
SELECT x.row_id, x.file_no{farmer}{columns} FROM {rows} AS x{join_names}

-- name: columns_of
-- How a table or view was made, for comparing with how it is declared.
SELECT column_name, column_type FROM (DESCRIBE {table})

-- name: tables
-- Without views: each is made together with its table, and listing them takes DuckDB as long as a dozen other statements.
SELECT table_name FROM duckdb_tables() WHERE database_name IN ('work', 'temp') AND schema_name = 'main'

-- name: packed
SELECT x AS r FROM ({rows}) AS x
