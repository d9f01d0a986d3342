-- A file's rows unchanged, through DuckDB's own readers. Parts are generated from the contract and the header: names of the
-- contract or generated ones, never the file's own.

-- name: csv
-- Rows that the reader refuses go to refused_x and scanned_x.
SELECT {columns}
FROM read_csv(:file, auto_detect = false, header = true, quote = '"', escape = '"', delim = {delimiter}, columns = {types},
  dateformat = '%Y-%m-%d', compression = {packing}, decimal_separator = {decimal},
  parallel = {parallel}, store_rejects = true, rejects_table = {refused}, rejects_scan = {scanned}, rejects_limit = 0)

-- name: refused_count
SELECT count(DISTINCT line) FROM {refused}

-- name: other_forms
-- Whether rows were refused for a day, a whole number, a number or a flag in another form that can be read: as texts.
SELECT
  coalesce(bool_or(column_name IN ({days}) AND day_of(value) IS NOT NULL), false),
  coalesce(bool_or(column_name IN ({wholes}) AND has_spaced_thousands(value)), false),
  coalesce(bool_or(column_name IN ({numbers}) AND regexp_full_match(trim(value), '[-+]?\d*,\d+')), false),
  coalesce(bool_or(column_name IN ({flags}) AND flag_of(value) IS NOT NULL), false)
FROM (
  SELECT column_name, regexp_extract(error_message, 'Could not convert string "(.*)" to ', 1, 's') AS value
  FROM {refused}
  WHERE error_type = 'CAST'
)

-- name: keep_refused
-- One entry per row, with our message: the fault of its shape, else its first unreadable value.
INSERT INTO unread_row
SELECT DISTINCT ON (line)
  :number, line, coalesce(column_name, ''), value,
  CASE error_type
    WHEN 'CAST' THEN CASE column_name {allowed} ELSE 'cannot be read' END
    WHEN 'MISSING COLUMNS' THEN CASE WHEN csv_line = chr(26) THEN 'is the mark Ctrl-Z of an end of file: delete it'
      WHEN NOT contains(csv_line, {delimiter}) AND regexp_matches(csv_line, '[,;\t].*[,;\t]')
        THEN 'the row has other separators between its values than the header'
      ELSE 'the row has fewer values than the header' END
    WHEN 'TOO MANY COLUMNS' THEN 'the row has more values than the header'
    WHEN 'UNQUOTED VALUE' THEN 'a quoted value goes on after its closing quote'
    WHEN 'LINE SIZE OVER MAXIMUM' THEN 'the row is longer than 2 MB'
    ELSE 'the row cannot be read'
  END
FROM (
  SELECT *, CASE WHEN error_type = 'CAST'
    THEN regexp_extract(error_message, 'Could not convert string "(.*)" to ', 1, 's') ELSE '' END AS value
  FROM {refused}
)
ORDER BY line, error_type = 'CAST', coalesce(column_idx, 0)

-- name: first_unread
SELECT unit, column_name, value, reason FROM unread_row WHERE file_no = :number ORDER BY unit LIMIT 1

-- name: row_value
SELECT {column} FROM ({rows}) WHERE rowid = :row

-- name: cut_unread
-- Of what stands below a file's rows, such as a row of totals.
DELETE FROM unread_row WHERE file_no = :number AND unit > :unit

-- name: cut_rows
DELETE FROM {rows} WHERE rowid >= :kept

-- name: drop_unread
DELETE FROM unread_row WHERE file_no = :number

-- name: refused_units
SELECT unit FROM unread_row WHERE file_no = :number ORDER BY unit

-- name: unread_values
SELECT DISTINCT value FROM unread_row WHERE file_no = :number AND column_name <> ''

-- name: leave_out_deleted
-- Rows that are marked as deleted are no faulty ones.
DELETE FROM unread_row WHERE file_no = :number AND reason = :reason

-- name: bad_texts
-- Rows that were read with days or whole numbers as texts, with an invalid one.
SELECT rowid, CASE {which} END, CASE {what} END, CASE {why} END
FROM (SELECT *, {faults} FROM ({rows}))
WHERE {bad}
ORDER BY rowid
LIMIT :most

-- name: with_values
SELECT * EXCLUDE (rowid) REPLACE ({values}) FROM ({rows}) WHERE NOT ({bad})

-- name: parquet_columns
DESCRIBE SELECT * FROM read_parquet(:file, hive_partitioning = false)

-- name: parquet_texts
-- One long text in a dictionary may be in all rows: its length is checked before it is written out for each row. A NUL is found here
-- too, since the CSV cannot hold it.
SELECT coalesce(max(bytes), 0), coalesce(sum(bytes), 0), count(*) FILTER (has_nul)
FROM (SELECT {bytes} AS bytes, {has_nul} AS has_nul FROM read_parquet(:file, hive_partitioning = false) AS t({aliases}))

-- name: parquet_rows
SELECT {columns} FROM read_parquet(:file, hive_partitioning = false) AS t({aliases})

-- name: parquet_table
-- A whole file with its own columns.
SELECT * FROM read_parquet(:file, hive_partitioning = false)

-- name: parquet_bytes
SELECT coalesce(sum(strlen(concat(*COLUMNS(*)))), 0) FROM ({rows})

-- name: parquet_to_csv
COPY ({rows}) TO {target}
(FORMAT csv, HEADER true, DELIMITER ',')

-- name: keep_unread
-- Unreadable rows that were collected during the conversion to CSV; the file's number and units are known now.
INSERT INTO unread_row SELECT :number, line - :lines_before, column_name, value, reason FROM {collected}
