-- The platform's lists, the production areas and the authority's monthly figures of the next snapshot.

-- name: new_list
-- The delivered rows of a list, else the published ones.
SELECT {columns} FROM {rows}

-- name: keep_farmers_in_use
-- Rows whose farmer is missing would have no group for the confidentiality rule.
INSERT INTO new_farmer
SELECT * FROM old_farmer AS o
WHERE o.farmer_id NOT IN (SELECT farmer_id FROM new_farmer) AND o.farmer_id IN (
  SELECT DISTINCT farmer_id FROM old_stock_day
  UNION SELECT DISTINCT farmer_id FROM old_temperature_day WHERE farmer_id IS NOT NULL
  UNION SELECT DISTINCT farmer_id FROM old_treatment WHERE farmer_id IS NOT NULL
  UNION SELECT DISTINCT farmer_id FROM ({lice_count})
  UNION SELECT DISTINCT farmer_id FROM ({source_status}))

-- name: lost_categories
-- Codes that losses in the lake use and the new list does not have.
SELECT DISTINCT category_code
FROM old_loss_day
WHERE category_code NOT IN (SELECT level_3_code FROM new_loss_category)
ORDER BY 1

-- name: stock_of_unknown_species
-- Codes of stock in the lake that the new list does not have, with their rows.
SELECT species_code, count(*)
FROM old_stock_day
WHERE species_code NOT IN (SELECT code FROM new_species)
GROUP BY species_code
ORDER BY species_code

-- name: all_rows
SELECT * FROM {table}

-- name: farmers
SELECT farmer_id, farmer_group_key FROM new_farmer

-- name: delivered_outlines
SELECT area_id, area_name, area_geojson FROM good_production_area WHERE area_geojson IS NOT NULL

-- name: bad_outlines
SELECT row_id, NULL AS value, NULL AS detail, NULL AS first_row FROM good_production_area JOIN bad_outline USING (area_id)

-- name: unknown_members
-- Every production area lies in exactly one platform area, and every platform area in one region: the violations.
SELECT m.area_id, m.id
FROM (SELECT area_id, unnest(production_area_ids) AS id FROM new_platform_area) AS m
WHERE m.id NOT IN (SELECT area_id FROM new_production_area)
ORDER BY ALL

-- name: not_in_one_area
SELECT p.area_id, count(m.area_id), string_agg(m.area_id, ' and ' ORDER BY m.area_id)
FROM new_production_area AS p
LEFT JOIN (SELECT area_id, unnest(production_area_ids) AS id FROM new_platform_area) AS m ON m.id = p.area_id
GROUP BY p.area_id
HAVING count(m.area_id) <> 1
ORDER BY p.area_id

-- name: in_several_regions
SELECT m.area_id, string_agg(DISTINCT p.region_name, ' and ' ORDER BY p.region_name)
FROM (SELECT area_id, unnest(production_area_ids) AS id FROM new_platform_area) AS m
JOIN new_production_area AS p ON p.area_id = m.id
GROUP BY m.area_id
HAVING count(DISTINCT p.region_name) > 1
ORDER BY m.area_id

-- name: delivered_month
-- If several of the authority's own files cover a month, the newer layout wins, then the later file name; the canonical file wins
-- over all of them.
SELECT {columns} FROM good_authority_month
UNION ALL
SELECT {columns} FROM (
  SELECT * FROM statistics_month AS s
  WHERE s.month NOT IN (SELECT month FROM good_authority_month)
  QUALIFY dense_rank() OVER (PARTITION BY s.month ORDER BY s.layout DESC, s.file_name DESC) = 1
)

-- name: delivered_generation
-- Of the same file. The canonical file has no stocking years: those of the authority's own files stay beside it.
SELECT {columns} FROM statistics_generation AS s
QUALIFY dense_rank() OVER (PARTITION BY s.month ORDER BY s.layout DESC, s.file_name DESC) = 1

-- name: lost_figures
-- Published figures of an area and species whose month is delivered without them.
SELECT count(*), count(DISTINCT month)
FROM old_authority_month AS o
WHERE production_area_id IS NOT NULL AND month IN (SELECT month FROM delivered_month) AND NOT EXISTS (
  SELECT 1 FROM delivered_month AS d
  WHERE d.month = o.month AND d.production_area_id = o.production_area_id AND d.species_code = o.species_code)
HAVING count(*) > 0

-- name: authority_month
-- The months of a delivery replace the published ones.
SELECT {columns} FROM delivered_month
UNION ALL
SELECT {columns} FROM old_authority_month WHERE month NOT IN (SELECT month FROM delivered_month)

-- name: authority_generation
SELECT {columns} FROM delivered_generation
UNION ALL
SELECT {columns} FROM old_authority_generation WHERE month NOT IN (SELECT month FROM delivered_generation)
