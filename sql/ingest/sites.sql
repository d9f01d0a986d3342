-- The site register of the next snapshot: new_site.

-- name: delivered_site
-- The canonical file wins over all registers; among registers the newest with a site wins, of the same day the later file.
-- Owners are |-separated numbers.
SELECT {columns} FROM (SELECT *, CAST(NULL AS VARCHAR[]) AS owner_numbers FROM good_site)
UNION ALL
SELECT
  r.site_id, r.site_name, r.latitude, r.longitude, r.placement, r.production_area_id, NULL AS farmer_id, NULL, NULL,
  list_filter(string_split(r.owners, '|'), lambda n: n <> '') AS owner_numbers, r.purpose, r.production_form
FROM register_site AS r
WHERE r.site_id NOT IN (SELECT site_id FROM good_site)
QUALIFY row_number() OVER (PARTITION BY r.site_id ORDER BY r.as_of DESC, r.file_no DESC) = 1

-- name: new_site
SELECT {cast_columns}
FROM (
  SELECT d.* REPLACE (
    coalesce(d.marine_type_code, o.marine_type_code) AS marine_type_code,
    coalesce(d.marine_type_region_code, o.marine_type_region_code) AS marine_type_region_code)
  FROM delivered_site AS d
  LEFT JOIN old_site AS o USING (site_id)
)

-- name: keep_all
INSERT INTO new_site SELECT {columns} FROM old_site

-- name: keep_in_use
INSERT INTO new_site
SELECT {columns} FROM old_site AS o
WHERE o.site_id NOT IN (SELECT site_id FROM new_site) AND o.site_id IN (
  SELECT DISTINCT site_id FROM old_stock_day
  UNION SELECT DISTINCT site_id FROM old_temperature_day
  UNION SELECT DISTINCT site_id FROM old_treatment
  UNION SELECT DISTINCT site_id FROM old_lice_week
  UNION SELECT DISTINCT site_id FROM old_disease_period)

-- name: add_reported
-- Sites that were closed before the register was made still have their reports.
INSERT INTO new_site(site_id, site_name, latitude, longitude, placement, production_area_id)
SELECT site_id, site_name, latitude, longitude, 'offshore', production_area_id
FROM report_site
WHERE site_id NOT IN (SELECT site_id FROM new_site)
QUALIFY row_number() OVER (PARTITION BY site_id ORDER BY week DESC, site_name) = 1

-- name: fresh_farmers
SELECT count(*) FROM new_farmer WHERE farmer_id NOT IN (SELECT farmer_id FROM old_farmer)

-- name: has_ownerless
-- Sites of a register of before their owners' numbers were kept.
SELECT 1 FROM new_site WHERE farmer_id IS NULL AND owner_numbers IS NULL LIMIT 1

-- name: set_owners
-- The owner among the farmers, when there is just one; its id may be the number itself.
UPDATE new_site SET farmer_id = o.farmer_id
FROM (
  SELECT s.site_id, CASE WHEN count(f.farmer_id) = 1 THEN min(f.farmer_id) END AS farmer_id
  FROM new_site AS s
  LEFT JOIN new_farmer AS f ON list_contains(s.owner_numbers, f.organisation_number) OR list_contains(s.owner_numbers, f.farmer_id)
  WHERE s.owner_numbers IS NOT NULL
  GROUP BY s.site_id
) AS o
WHERE o.site_id = new_site.site_id

-- name: lost_numbers
-- Companies that had an organisation number in the list before, and have none in the new one.
SELECT count(*)
FROM old_farmer AS o
JOIN new_farmer AS n USING (farmer_id)
WHERE o.organisation_number IS NOT NULL AND n.organisation_number IS NULL

-- name: new_site_farmer
SELECT {columns} FROM {rows}

-- name: sites_of_nobody_known
-- Sites of the list whose companies are all gone from the farmers list.
SELECT site_id
FROM new_site_farmer
GROUP BY site_id
HAVING bool_and(farmer_id NOT IN (SELECT farmer_id FROM new_farmer))
ORDER BY site_id

-- name: stock_of_others
-- Sites at which the lake has stock of a company that the site is not of.
SELECT count(DISTINCT c.site_id)
FROM ({claims}) AS c
WHERE len(list_filter(c.with_stock, lambda f: NOT list_contains(c.farmers, f))) > 0

-- name: unconfirmed_stock
-- Sites with stock in the lake whose owners by the register are nobody of the farmers list.
SELECT count(DISTINCT c.site_id)
FROM ({claims}) AS c
WHERE c.named_by = 'unconfirmed'

-- name: clear_unknown_farmers
UPDATE new_site SET farmer_id = NULL WHERE farmer_id NOT IN (SELECT farmer_id FROM new_farmer)

-- name: clear_unknown_areas
UPDATE new_site SET production_area_id = NULL
WHERE production_area_id NOT IN (SELECT area_id FROM new_production_area)

-- name: clear_areas_on_land
-- Production areas are defined for farming at sea.
UPDATE new_site SET production_area_id = NULL WHERE placement = 'onshore' AND production_area_id IS NOT NULL

-- name: clear_marine_types
UPDATE new_site SET marine_type_code = NULL, marine_type_region_code = NULL

-- name: set_marine_types
UPDATE new_site SET marine_type_code = m.marine_type_code, marine_type_region_code = m.marine_type_region_code
FROM good_site_marine_types AS m
WHERE m.site_id = new_site.site_id

-- name: placeless
-- Sites at sea without a production area, but with a position.
SELECT site_id, latitude, longitude
FROM new_site
WHERE placement = 'offshore' AND production_area_id IS NULL AND latitude IS NOT NULL AND longitude IS NOT NULL

-- name: outlines
SELECT area_id, area_name, area_geojson FROM new_production_area WHERE area_geojson IS NOT NULL ORDER BY area_id

-- name: set_areas
UPDATE new_site SET production_area_id = f.area_id FROM found_area AS f WHERE f.site_id = new_site.site_id

-- name: all_sites
SELECT * FROM new_site
