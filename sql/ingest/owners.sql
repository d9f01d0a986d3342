-- Which farmer a site belongs to, and a key, if several claim it. Parts are generated from a table's contract.

-- name: delivered_site_farmer
-- The companies of the delivery, with their sites. A name list also has texts of rows that were rejected.
SELECT farmer_id, site_id FROM name_unit WHERE site_id IS NOT NULL
UNION SELECT farmer_id, site_id FROM name_place WHERE site_id IS NOT NULL
UNION SELECT farmer_id, site_id FROM in_treatments

-- name: free_site
-- Delivered sites that nobody is named for.
SELECT DISTINCT site_id FROM delivered_site_farmer WHERE site_id NOT IN (SELECT site_id FROM named_site)

-- name: unconfirmed_site
-- Delivered sites whose owners by the register are nobody of the farmers list.
SELECT site_id FROM free_site WHERE site_id IN ({unconfirmed}) ORDER BY TRY_CAST(site_id AS BIGINT) NULLS LAST, site_id

-- name: stock_of_free_sites
SELECT site_id, farmer_id, date FROM ({rows}) SEMI JOIN free_site USING (site_id)

-- name: delivered_stock_of_free_sites
-- Of those that have no stock in the lake. Grouped by the dictionary number first: there are millions of rows.
SELECT n.site_id, n.farmer_id, d.date
FROM (SELECT unit, min(date) AS date FROM in_stock GROUP BY unit) AS d
JOIN name_unit AS n USING (unit)
SEMI JOIN free_site USING (site_id)
WHERE n.site_id NOT IN (SELECT site_id FROM lake_holder)

-- name: site_holder
SELECT site_id, farmer_id FROM named_site
UNION ALL
SELECT site_id, farmer_id FROM lake_holder
UNION ALL
SELECT site_id, farmer_id FROM ({first})

-- name: others_site
-- Companies of the delivery at sites of others. A site that nobody is named for or has stock at is free to all.
SELECT d.farmer_id, d.site_id
FROM delivered_site_farmer AS d
WHERE d.site_id IN (SELECT site_id FROM site_holder)
  AND NOT EXISTS (SELECT 1 FROM site_holder AS h WHERE h.site_id = d.site_id AND h.farmer_id = d.farmer_id)

-- name: mark_others
INSERT INTO bad_site
SELECT g.file_no, g.site_id, :fault, min(g.row_id), count(*)
FROM {good_rows} AS g
JOIN others_site AS o ON o.farmer_id = g.farmer_id AND o.site_id = g.site_id
GROUP BY g.file_no, g.site_id

-- name: remove_others
DELETE FROM {rows} WHERE row_id IN (
  SELECT g.row_id FROM {good_rows} AS g JOIN others_site AS o ON o.farmer_id = g.farmer_id AND o.site_id = g.site_id)

-- name: others_with_stock
-- Those that the lake has stock of there.
SELECT farmer_id, site_id
FROM others_site
SEMI JOIN old_stock_day USING (farmer_id, site_id)
ORDER BY ALL

-- name: holder_differs
-- Whether another snapshot leaves the free sites to other companies.
SELECT 1 FROM ((SELECT * FROM lake_holder EXCEPT ({first})) UNION ALL (({first}) EXCEPT SELECT * FROM lake_holder)) LIMIT 1

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
