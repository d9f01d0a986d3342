-- Exports of farm systems: each system has its own schema, in which its mapping's SQL runs. A row's origin is the number of its
-- file, followed by 40 bits with its row id.

-- name: schema
CREATE SCHEMA work.{system}

-- name: export_site
-- The site of an export.
CREATE TABLE work.{system}.export_site(file INTEGER, site_id VARCHAR)

-- name: add_export
INSERT INTO work.{system}.export_site VALUES (:file, :site)

-- name: source
CREATE VIEW {name} AS
SELECT (CAST(g.file_no AS BIGINT) << 40) + g.row_id AS origin, g.file_no AS file, e.site_id{columns}
FROM work.main.{good_rows} AS g
JOIN work.{system}.export_site AS e ON e.file = g.file_no
WHERE g.farmer_id = getvariable('farmer')

-- name: unpivoted
-- A row for each of these columns that has a value, with the code that the mapping gives it.
CREATE VIEW {name} AS
SELECT * FROM (SELECT *, unnest([{cells}], recursive := true) FROM {source}) WHERE value IS NOT NULL

-- name: times_of_the_day
SELECT count(*), CAST(min({time}) AS VARCHAR)
FROM {good_rows}
WHERE file_no = :file AND {time} <> date_trunc('day', {time})
HAVING count(*) > 0

-- name: utc_midnights
-- A file's times without a zone, if each is midnight in Norway written in UTC. A time that had a zone has a microsecond more.
UPDATE {rows} SET {time} = timezone('Europe/Oslo', timezone('UTC', {time}))
WHERE file_no = :file AND {time} = date_trunc('second', {time}) AND (
  SELECT bool_and(hour({time}) >= 22 AND date_trunc('day', timezone('Europe/Oslo', timezone('UTC', {time})))
    = timezone('Europe/Oslo', timezone('UTC', {time})))
  FROM {rows} WHERE file_no = :file AND {time} = date_trunc('second', {time}))

-- name: forget_zones
UPDATE {rows} SET {time} = date_trunc('second', {time}) WHERE file_no = :file AND {time} > date_trunc('second', {time})

-- name: others
-- A file's rows of which not all values are kept, with the first values that are not.
SELECT count(*), array_to_string(list_sort(list(DISTINCT {column}))[:5], ', ') || CASE WHEN count(DISTINCT {column}) > 5 THEN ' ...' ELSE '' END
FROM {good_rows}
WHERE file_no = :file AND NOT regexp_full_match({column}, :kept)
HAVING count(*) > 0

-- name: leave_out
DELETE FROM {rows} WHERE file_no = :file AND NOT regexp_full_match({column}, :kept)

-- name: unknown
-- Rows with a value that the other file of the same company and site does not have.
SELECT g.row_id, NULL AS value, NULL AS detail, NULL AS first_row
FROM {good_rows} AS g
JOIN work.{system}.export_site AS s ON s.file = g.file_no
WHERE NOT EXISTS (
  SELECT 1 FROM {known_rows} AS k JOIN work.{system}.export_site AS e ON e.file = k.file_no
  WHERE e.site_id = s.site_id AND k.farmer_id = g.farmer_id AND k.{known} = g.{column})

-- name: loss_category
CREATE VIEW loss_category AS SELECT * FROM work.main.new_loss_category

-- name: without_origin
SELECT count(*) FROM mapped WHERE origin IS NULL

-- name: files
SELECT DISTINCT CAST(origin >> 40 AS INTEGER) AS file FROM mapped ORDER BY file

-- name: mapped_file
-- Rows of one file, in a total order, even among rows with the same origin.
SELECT * FROM mapped WHERE origin >> 40 = :file ORDER BY origin

-- name: mapped_csv
COPY (SELECT * EXCLUDE (origin) {plain} FROM mapped_file ORDER BY rowid) TO {target} (FORMAT csv, HEADER true, DELIMITER ',')

-- name: origins
SELECT origin FROM mapped_file ORDER BY rowid
