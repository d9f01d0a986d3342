-- The content of the authority's own files, in the staging tables.

-- name: known_areas
SELECT area_id FROM new_production_area

-- name: set_outlines
UPDATE new_production_area SET area_name = o.area_name, area_geojson = o.area_geojson
FROM found_outline AS o
WHERE o.area_id = new_production_area.area_id

-- name: add_marine_types
-- The lists take precedence over a file of water bodies, which only adds missing entries.
INSERT INTO new_marine_type
SELECT code, name FROM found_water WHERE kind = 'type' AND code NOT IN (SELECT code FROM new_marine_type)

-- name: add_marine_regions
INSERT INTO new_marine_type_region
SELECT code, name FROM found_water WHERE kind = 'region' AND code NOT IN (SELECT code FROM new_marine_type_region)

-- name: unknown_sites
SELECT file_no, line, site_id FROM {table} WHERE site_id NOT IN (SELECT site_id FROM new_site)

-- name: drop_unknown_sites
DELETE FROM {table} WHERE site_id NOT IN (SELECT site_id FROM new_site)

-- name: covered_months
-- For each file of figures by county, the number of its months that are known by production area.
SELECT file_no, count(DISTINCT month)
FROM statistics_month
WHERE layout = 0 AND (month IN (SELECT month FROM statistics_month WHERE layout > 0)
  OR month IN (SELECT month FROM old_authority_month WHERE production_area_id IS NOT NULL))
GROUP BY file_no

-- name: drop_covered_months
DELETE FROM statistics_month
WHERE month > CAST(getvariable('today') AS DATE) OR (layout = 0
  AND (month IN (SELECT month FROM statistics_month WHERE layout > 0)
    OR month IN (SELECT month FROM old_authority_month WHERE production_area_id IS NOT NULL)))
