-- Which farmer a key belongs to, if several claim it. Parts are generated from a table's contract.

-- name: contested
-- Delivered rows whose key the lake has from another farmer.
SELECT g.row_id, o.farmer_id AS owner, o.site_id, o.date
FROM {good_rows} AS g
JOIN {touched} AS o ON {same} AND o.farmer_id <> g.farmer_id
WHERE o.site_id IN (SELECT site_id FROM {span})

-- name: taken
-- Those whose owner keeps the row in the lake, or delivers it again.
SELECT c.row_id, NULL AS value, NULL AS detail, NULL AS first_row
FROM contested AS c
SEMI JOIN {rows} AS r USING (row_id)
WHERE NOT EXISTS (SELECT 1 FROM {span} AS s
  WHERE s.farmer_id = c.owner AND s.site_id = c.site_id AND c.date BETWEEN s.first_date AND s.last_date)
UNION ALL
SELECT g.row_id, NULL, NULL, NULL
FROM contested AS c
JOIN {good_rows} AS g USING (row_id)
JOIN {good_rows} AS o ON {same} AND o.farmer_id = c.owner
