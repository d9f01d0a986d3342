-- A file's rows become staging rows: good ones go to in_x, bad ones to bad_row with their first fault. Parts are generated from a
-- table's contract: its columns, their checks, its dictionaries.

-- name: met
-- The file's texts of a dictionary: as read, their normal form, and their fault. Bad ones have no normal form.
SELECT raw, fault, CASE fault {values} END AS value, {means}
FROM (
  SELECT *, {fault} AS fault
  FROM (SELECT struct_pack({pack}) AS raw, {normals} FROM (SELECT DISTINCT {columns} FROM ({rows})))
)

-- name: new_names
-- Numbers new texts among rows of farmer_id and a dictionary's columns.
INSERT INTO {names}
SELECT (SELECT count(*) FROM {names}) + row_number() OVER (), r.*
FROM ({rows}) AS r
WHERE NOT EXISTS (SELECT 1 FROM {names} AS n WHERE n.farmer_id = r.farmer_id AND {same})

-- name: met_names
SELECT DISTINCT getvariable('farmer') AS farmer_id, {columns} FROM met WHERE fault = 255

-- name: file_names
-- The file's texts of a dictionary, as read, with their numbers; a bad one has none.
SELECT {raw}, f.fault, f.value, n.{number}
FROM met AS f
LEFT JOIN (SELECT * FROM {names} WHERE farmer_id = getvariable('farmer')) AS n ON {same}

-- name: rows
-- The file's rows: dictionary columns as read, all other columns in their normal form.
SELECT rowid + :first_row AS row_id, {columns} FROM ({rows_as_read})

-- name: take_good
INSERT INTO {into}
SELECT row_id, :file{stored}
FROM (
  -- Nearly every row is good: so a row is first checked by itself and joined only to texts without fault. Computing the fault of
  -- every row, as take_bad does, takes twice as long.
  SELECT r.row_id{taken}
  FROM (SELECT * FROM ({rows}) WHERE {own_fault} = 255) AS r {join_names}
)

-- name: first_rows
-- A file's first rows, each as a text, for ingest --explain.
SELECT CAST(r AS VARCHAR) FROM (SELECT {columns} FROM {rows} WHERE file_no = :file ORDER BY row_id LIMIT 3) AS r

-- name: rows_in_place
-- The lake's rows in the days of a company's file.
SELECT count(*)
FROM ({lake}) AS l
JOIN (
  SELECT farmer_id, site_id, min(date) AS first_day, max(date) AS last_day FROM {good_rows} WHERE file_no = :file GROUP BY ALL
) AS f ON l.farmer_id = f.farmer_id AND l.site_id = f.site_id AND l.date BETWEEN f.first_day AND f.last_day

-- name: list_in_place
SELECT count(*) FROM ({lake}) HAVING EXISTS (SELECT 1 FROM {good_rows} WHERE file_no = :file)

-- name: take_bad
INSERT INTO bad_row
SELECT :file, row_id, fault, CASE fault {values} ELSE {value_of_list} END, NULL, NULL
FROM (
  SELECT *, least(own_fault{list_faults}) AS fault
  FROM (SELECT r.*{list_values} FROM (SELECT *, {own_fault} AS own_fault FROM ({rows})) AS r {join_names})
)
WHERE fault < 255
