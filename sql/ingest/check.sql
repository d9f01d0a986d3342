-- Faults that are found by comparing rows, and the bad rows of a file. Parts are generated from a table's contract.

-- name: hit
-- Row ids with value, detail and first row, each row once.
SELECT DISTINCT ON (row_id)
  row_id, CAST(value AS VARCHAR) AS value, CAST(detail AS VARCHAR) AS detail, CAST(first_row AS BIGINT) AS first_row
FROM ({hits})

-- name: hits
SELECT count(*) FROM hit

-- name: mark_hits
INSERT INTO bad_row
SELECT g.file_no, g.row_id, :fault, {value}, h.detail, h.first_row
FROM hit AS h
JOIN {good_rows} AS g USING (row_id)

-- name: remove_hits
DELETE FROM {rows} WHERE row_id IN (SELECT row_id FROM hit)

-- name: unknown
-- Rows whose column has an unknown value.
SELECT row_id, NULL AS value, NULL AS detail, NULL AS first_row
FROM {good_rows} AS g
WHERE {column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM {known} AS k WHERE k.{known_column} = g.{column})

-- name: unknown_of_list
-- The same for a dictionary column: each text is looked up once.
SELECT row_id, NULL AS value, NULL AS detail, NULL AS first_row
FROM {rows}
WHERE {number} IN (
  SELECT {number} FROM {names} AS g
  WHERE {column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM {known} AS k WHERE k.{known_column} = g.{column}))

-- name: near_codes
-- The three causes whose code or name is most like each unknown code, of the first hundred: nobody reads more, and each is compared with all names.
UPDATE bad_row SET detail = near.words
FROM (
  SELECT value, 'near are ' || string_agg(level_3_code || ' ' || category_name, ', ' ORDER BY likeness DESC, level_3_code) AS words
  FROM (
    SELECT u.value, c.level_3_code, c.category_name, list_max(list_transform(
      [c.level_3_code, c.category_name, c.category_name_short, c.category_name_eng, c.category_name_short_eng],
      name -> jaro_winkler_similarity(lower(u.value), lower(name)))) AS likeness
    FROM (
      SELECT value FROM bad_row WHERE fault = :fault AND length(value) <= 100 GROUP BY value ORDER BY min(row_id) LIMIT 100
    ) AS u
    CROSS JOIN new_loss_category AS c
    QUALIFY row_number() OVER (PARTITION BY u.value ORDER BY likeness DESC, c.level_3_code) <= 3
  )
  GROUP BY value
) AS near
WHERE bad_row.fault = :fault AND bad_row.value = near.value

-- name: twice
-- A 64-bit hash per row finds the candidates in one pass.
SELECT h FROM (SELECT hash({key}) AS h FROM {good_rows}) GROUP BY h HAVING count(*) > 1

-- name: doubles
-- The second and later rows of each key.
SELECT row_id, {shown} AS value, NULL AS detail, first_value(row_id) OVER one AS first_row
FROM {good_rows}
WHERE hash({key}) IN (SELECT h FROM twice)
WINDOW one AS (PARTITION BY {key} ORDER BY row_id)
QUALIFY row_number() OVER one > 1

-- name: has_doubles
-- Cheap and exact: per key without the date and 64 days, one bit a day, XORed: a duplicate clears its bit.
SELECT 1
FROM {rows}
GROUP BY {numbers}, (date - DATE '1970-01-01') >> 6
HAVING count(*) <> bit_count(bit_xor(CAST(1 AS UBIGINT) << CAST((date - DATE '1970-01-01') & 63 AS UBIGINT)))
LIMIT 1

-- name: is_shared
-- Whether two farmers have the same texts.
SELECT 1 FROM {names} GROUP BY {columns} HAVING count(*) > 1 LIMIT 1

-- name: bad_row_count
SELECT count(*) FROM bad_row WHERE file_no = :file

-- name: rows_of_bad_sites
SELECT coalesce(CAST(sum(row_count) AS BIGINT), 0) FROM bad_site WHERE file_no = :file

-- name: bad_site_count
SELECT count(*) FROM bad_site WHERE file_no = :file

-- name: unread_rows
SELECT unit, column_name, value, reason FROM unread_row WHERE file_no = :file ORDER BY unit LIMIT :most

-- name: bad_rows
-- A site whose rows are rejected as a whole is one line, at the first of them.
SELECT row_id, fault, value, detail, coalesce(first_row, -1) FROM bad_row WHERE file_no = :file
UNION ALL
SELECT first_row, fault, site_id, if(row_count = 1, 'its row', 'all ' || row_count || ' rows of it') || ' in this file', -1
FROM bad_site WHERE file_no = :file
ORDER BY row_id LIMIT :most

-- name: unread_kinds
-- The first of each kind, and how many there are.
SELECT min(unit), column_name, arg_min(value, unit), reason, count(*) FROM unread_row WHERE file_no = :file GROUP BY column_name, reason

-- name: bad_kinds
SELECT min(row_id), fault, arg_min(coalesce(value, ''), row_id), CAST(sum(row_count) AS BIGINT), arg_min(coalesce(detail, ''), row_id)
FROM (
  SELECT row_id, fault, value, 1 AS row_count, detail FROM bad_row WHERE file_no = :file
  UNION ALL
  SELECT first_row, fault, site_id, row_count, NULL FROM bad_site WHERE file_no = :file
)
GROUP BY fault
