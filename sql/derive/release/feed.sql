-- The release of feed rates by temperature, and of the fish at the end of months. Parts are tables of the snapshot.

-- name: month_stock
-- Each company's fish of counted species at sea in a production area at the end of the months that end after one day and up to another: on each
-- site its stock on its last delivered day there within the month's last 7 days.
WITH
last_days AS (
  SELECT month_start(s.date) AS month, s.date, s.site_id, s.farmer_id, s.species_code, s.fish_count, s.biomass_g
  FROM ({stock_day}) s
  WHERE date_diff('day', s.date, month_end(s.date)) < 7
    AND month_end(s.date) BETWEEN :first_end AND :last_day
),
last_day AS (
  SELECT month, site_id, farmer_id, max(date) AS date
  FROM last_days
  GROUP BY 1, 2, 3
)
SELECT d.month, p.production_area_id, d.farmer_id, g.farmer_group_key, CAST(sum(d.biomass_g) AS BIGINT) AS biomass_g
FROM last_days d
JOIN last_day l ON l.month = d.month AND l.site_id = d.site_id AND l.farmer_id = d.farmer_id AND l.date = d.date
JOIN species k ON k.code = d.species_code AND k.is_counted
JOIN places p ON p.site_id = d.site_id AND p.site_placement = 'offshore' AND p.production_area_id IS NOT NULL
JOIN groups g ON g.farmer_id = d.farmer_id
WHERE d.fish_count > 0
GROUP BY 1, 2, 3, 4

-- name: site_temperature
-- The mean temperature of a site on a day, over all depths.
SELECT date, site_id, mean_degrees(sum(temperature * measurement_count), sum(measurement_count)) AS temperature
FROM ({temperature_day})
WHERE measurement_count > 0
  AND date BETWEEN :first_day AND :last_day
GROUP BY 1, 2

-- name: fed_days
-- The unit-days at sea that report feed (0 too), have biomass of counted species and a temperature of the site that day.
SELECT
  month_start(d.date) AS month,
  p.region_name AS production_region_name,
  p.region_place,
  d.species_code,
  legacy_weight_group(d.avg_weight_gram) AS weight_group,
  CAST(floor(CAST(t.temperature AS DOUBLE)) AS INTEGER) AS degrees,
  d.farmer_id,
  g.farmer_group_key,
  g.group_number,
  d.feed_g,
  d.biomass_g,
  t.temperature
FROM ({stock_day}) d
JOIN site_temperature t ON t.site_id = d.site_id AND t.date = d.date
JOIN species k ON k.code = d.species_code AND k.is_counted
JOIN places p ON p.site_id = d.site_id AND p.site_placement = 'offshore'
JOIN groups g ON g.farmer_id = d.farmer_id
WHERE d.date BETWEEN :first_day AND :last_day
  AND d.feed_g IS NOT NULL
  AND d.biomass_g > 0

-- name: feed_day_cells
-- A region's unit-days of one month, species, weight group and degree: the leaves; the coast is their root.
SELECT
  CAST(row_number() OVER (ORDER BY month, species_code, weight_group, degrees, region_place, production_region_name) AS INTEGER) AS cell,
  concat(month, ' ', species_code, ' ', weight_group, ' ', degrees) AS tree,
  c.*
FROM (SELECT DISTINCT month, species_code, weight_group, degrees, region_place, production_region_name FROM fed_days) c

-- name: feed_day_branches
SELECT cell, tree, 1 AS cells, 1 AS depth, production_region_name
FROM feed_day_cells
ORDER BY cell

-- name: feed_day_cell_rows
SELECT n.cell, d.*
FROM fed_days d
JOIN feed_day_cells n
  ON n.month = d.month
  AND n.species_code = d.species_code
  AND n.weight_group = d.weight_group
  AND n.degrees = d.degrees
  AND n.production_region_name IS NOT DISTINCT FROM d.production_region_name

-- name: feed_day_amounts
SELECT cell, group_number, count(*) AS amount
FROM feed_day_cell_rows
GROUP BY 1, 2
ORDER BY 1, 2

-- name: new_feed_days
-- The unit-days in an atom. A region's leaf that is an atom by itself counts for the region and the country, another one for the country alone.
SELECT d.*, a.atom_cells = 1 AS is_in_region
FROM feed_day_cell_rows d
JOIN feed_day_atoms a ON a.cell = d.cell

-- name: warm_days
-- The days on which a company fed counted species on a site at sea in a platform area that has a temperature.
SELECT DISTINCT
  piece_start(d.date) AS piece_start,
  d.date,
  d.site_id,
  d.farmer_id,
  g.farmer_group_key,
  g.group_number,
  p.platform_area_id,
  p.production_area_id,
  CAST(floor(CAST(t.temperature AS DOUBLE)) AS INTEGER) AS degrees,
  t.temperature
FROM ({stock_day}) d
JOIN site_temperature t ON t.site_id = d.site_id AND t.date = d.date
JOIN species k ON k.code = d.species_code AND k.is_counted
JOIN places p ON p.site_id = d.site_id AND p.site_placement = 'offshore' AND p.platform_area_id IS NOT NULL
JOIN groups g ON g.farmer_id = d.farmer_id
WHERE d.date BETWEEN :first_day AND :last_day
  AND d.feed_g > 0

-- name: site_day_cells
-- A production area's site-days of one piece and degree: the leaves. A degree of the platform area is above them, the platform area the root.
SELECT
  CAST(row_number() OVER (ORDER BY piece_start, platform_area_id, degrees, production_area_id) AS INTEGER) AS cell,
  concat(piece_start, ' ', platform_area_id) AS tree,
  c.*
FROM (SELECT DISTINCT piece_start, platform_area_id, degrees, production_area_id FROM warm_days) c

-- name: site_day_branches
SELECT cell, tree, 1 AS cells, 2 AS depth, degrees, production_area_id
FROM site_day_cells
ORDER BY cell

-- name: site_day_cell_rows
SELECT n.cell, d.*
FROM warm_days d
JOIN site_day_cells n
  ON n.piece_start = d.piece_start
  AND n.platform_area_id = d.platform_area_id
  AND n.degrees = d.degrees
  AND n.production_area_id = d.production_area_id

-- name: site_day_amounts
-- A site shared by several companies of a group has one day of that group.
SELECT cell, group_number, count(DISTINCT concat(date, ' ', site_id)) AS amount
FROM site_day_cell_rows
GROUP BY 1, 2
ORDER BY 1, 2

-- name: new_site_days
-- The site-days in an atom. Atoms are numbered by piece.
WITH
numbered AS (
  SELECT n.cell, a.atom_cells, CAST(dense_rank() OVER (PARTITION BY n.piece_start ORDER BY a.atom) AS INTEGER) AS atom
  FROM site_day_cells n
  JOIN site_day_atoms a ON a.cell = n.cell
)
SELECT d.*, n.atom, n.atom_cells
FROM site_day_cell_rows d
JOIN numbered n ON n.cell = d.cell
