-- Where farmers have had fish: the first and the last stock row of a company on a site, and the last with fish.
-- held: shows who farms where without the stock rows
CREATE VIEW farmer_site AS
SELECT
  c.farmer_id,
  f.farmer_group_key,
  c.site_id,
  min(c.first_date) AS first_date,
  max(c.last_date) AS last_date,
  max(c.last_fish_date) AS last_fish_date
FROM cohort_year c
JOIN farmer f ON f.farmer_id = c.farmer_id
GROUP BY 1, 2, 3;

-- Since when each company's cohorts have been at sea in a production area (null outside all of them): the day of their first stock row
-- there, with fish or without. Of counted species; days on land, before the transfer, are not in it.
-- held: generations and treatments look it up without the stock rows
CREATE VIEW sea_cohort AS
SELECT
  c.farmer_id,
  f.farmer_group_key,
  c.cohort_id,
  c.generation,
  p.production_area_id,
  p.platform_area_id,
  min(c.first_counted_date) AS first_date
FROM cohort_year c
JOIN farmer f ON f.farmer_id = c.farmer_id
JOIN site_place p ON p.site_id = c.site_id
WHERE p.site_placement = 'offshore'
  AND c.first_counted_date IS NOT NULL
GROUP BY 1, 2, 3, 4, 5, 6;

-- A site of the register with the names behind its codes, whether farmers deliver its stock, and the day of its last stock row.
CREATE VIEW site_record AS
SELECT
  s.site_id,
  s.site_name,
  s.latitude,
  s.longitude,
  s.placement,
  s.production_area_id,
  a.area_name AS production_area_name,
  s.marine_type_code,
  t.name AS marine_type_name,
  s.marine_type_region_code,
  r.name AS marine_type_region_name,
  g.site_id IS NOT NULL AS is_in_platform,
  CAST(g.last_date AS TIMESTAMP) AS last_registration_date
FROM site s
LEFT JOIN production_area a ON a.area_id = s.production_area_id
LEFT JOIN marine_type t ON t.code = s.marine_type_code
LEFT JOIN marine_type_region r ON r.code = s.marine_type_region_code
LEFT JOIN (SELECT site_id, max(last_date) AS last_date FROM farmer_site GROUP BY 1) g ON g.site_id = s.site_id;

-- Each farmer group's fish of counted species in a production area at the end of a month, at sea: on each site, a company's stock on its
-- last delivered day there within the month's last 7 days. A unit without a row on that day is empty: farm systems stop reporting a
-- unit once it is. If the data end within a month, that month has the 7 days up to data end, even if these reach back into the month before.
-- held in the background: it needs one week of each month's stock rows
CREATE VIEW month_end_biomass AS
WITH
data_end AS (
  SELECT max(date) AS day
  FROM stock_day
),
last_days AS (
  SELECT month_start(s.date) AS month, s.date, s.site_id, s.farmer_id, s.species_code, s.fish_count, s.biomass_g
  FROM stock_day s
  CROSS JOIN data_end e
  WHERE date_diff('day', s.date, month_end(s.date)) < 7
    AND month_end(s.date) <= e.day
  UNION ALL
  SELECT month_start(e.day) AS month, s.date, s.site_id, s.farmer_id, s.species_code, s.fish_count, s.biomass_g
  FROM stock_day s
  CROSS JOIN data_end e
  WHERE s.date > plus_days(e.day, -7)
    AND e.day < month_end(e.day)
),
last_day AS (
  SELECT month, site_id, farmer_id, max(date) AS date
  FROM last_days
  GROUP BY 1, 2, 3
)
SELECT
  d.month,
  p.production_area_id,
  f.farmer_group_key,
  CAST(sum(d.biomass_g) AS BIGINT) AS biomass_g
FROM last_days d
JOIN last_day l ON l.month = d.month AND l.site_id = d.site_id AND l.farmer_id = d.farmer_id AND l.date = d.date
JOIN species k ON k.code = d.species_code AND k.is_counted
JOIN site_place p ON p.site_id = d.site_id
JOIN farmer f ON f.farmer_id = d.farmer_id
WHERE d.fish_count > 0
  AND p.site_placement = 'offshore'
  AND p.production_area_id IS NOT NULL
GROUP BY 1, 2, 3;
