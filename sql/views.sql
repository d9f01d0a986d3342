-- What every route may build on, beside the lake's own tables. The same text runs on DuckDB and on Trino. A view under "held:
-- why" is worked out once, when a snapshot is opened, and kept in memory as a table; on Trino it is a view like the others.

-- A production area and the platform area that it belongs to.
CREATE VIEW platform_area_member AS
SELECT
  p.area_id AS platform_area_id,
  p.name AS platform_area_name,
  m.production_area_id
FROM platform_area p
CROSS JOIN UNNEST(p.production_area_ids) AS m(production_area_id);

-- A site and the areas that it lies in; the areas are null on land and outside every production area.
CREATE VIEW site_place AS
SELECT
  s.site_id,
  s.site_name,
  s.placement AS site_placement,
  s.production_area_id,
  a.area_name AS production_area_name,
  a.region_name AS production_region_name,
  m.platform_area_id,
  m.platform_area_name
FROM site s
LEFT JOIN production_area a ON a.area_id = s.production_area_id
LEFT JOIN platform_area_member m ON m.production_area_id = s.production_area_id;

-- A unit's day with its place and its farmer's group: what every benchmark is made from.
CREATE VIEW unit_day AS
SELECT
  d.date,
  d.site_id,
  d.unit_id,
  d.farmer_id,
  f.farmer_group_key,
  d.cohort_id,
  d.generation,
  d.species_code,
  d.fish_count,
  d.avg_weight_gram,
  d.biomass_g,
  d.mortality_count,
  d.mortality_biomass_g,
  d.culling_count,
  d.culling_biomass_g,
  d.feed_g,
  p.site_placement,
  p.production_area_id,
  p.production_region_name,
  p.platform_area_id
FROM stock_day d
JOIN site_place p ON p.site_id = d.site_id
JOIN farmer f ON f.farmer_id = d.farmer_id;

-- A farmer's fish and deaths on a site by month: the last 36 complete months, and the 11 before them that the longest risk looks
-- back to.
-- held: legacy v2 mortality has no filters, and sums the same unit-days at every request
CREATE VIEW site_farmer_month AS
SELECT
  month_start(date) AS month,
  site_id,
  farmer_id,
  sum(fish_count) AS fish_days,
  sum(mortality_count) AS mortality_count,
  sum(biomass_g) AS biomass_days,
  sum(mortality_biomass_g) AS mortality_biomass
FROM stock_day
WHERE date >= plus_months(first_incomplete_month((SELECT max(date) FROM stock_day)), -47)
  AND date < first_incomplete_month((SELECT max(date) FROM stock_day))
GROUP BY 1, 2, 3;

-- A unit's losses of a day by cause, with the same place, group and weight as the unit's day.
CREATE VIEW unit_loss AS
SELECT
  l.date,
  l.site_id,
  l.unit_id,
  l.farmer_id,
  f.farmer_group_key,
  l.generation,
  l.species_code,
  l.unit_avg_weight_gram AS avg_weight_gram,
  l.category_code,
  substr(l.category_code, 1, 1) AS level_1_code,
  l.loss_count,
  l.loss_biomass_g,
  CASE WHEN l.loss_type = 'mortality' THEN l.loss_count ELSE 0 END AS mortality_count,
  CASE WHEN l.loss_type = 'mortality' THEN l.loss_biomass_g ELSE 0 END AS mortality_biomass_g,
  CASE WHEN l.loss_type = 'culling' THEN l.loss_count ELSE 0 END AS culling_count,
  CASE WHEN l.loss_type = 'culling' THEN l.loss_biomass_g ELSE 0 END AS culling_biomass_g,
  p.site_placement,
  p.production_area_id,
  p.production_region_name,
  p.platform_area_id
FROM loss_day l
JOIN site_place p ON p.site_id = l.site_id
JOIN farmer f ON f.farmer_id = l.farmer_id;

-- A treatment with its week and its place. The authority's have no owner.
-- held: there are few of them, and the treatment routes read all of their columns
CREATE VIEW placed_treatment AS
SELECT
  t.treatment_id,
  t.date,
  week_start(t.date) AS week,
  t.farmer_id AS owner_id,
  t.site_id,
  t.unit_ids,
  t.species_code,
  t.treatment_category,
  t.treatment_target,
  t.treatment_subtype,
  concat(t.treatment_category, ' - ', t.treatment_target) AS category_target_combination,
  t.requires_handling,
  t.is_antibiotic,
  t.treatment_site_scope,
  t.number_of_units_treated,
  t.treatment_count,
  CASE WHEN t.is_antibiotic THEN t.treatment_count ELSE 0 END AS antibiotic_count,
  CASE WHEN t.requires_handling THEN t.treatment_count ELSE 0 END AS handling_count,
  t.system_source,
  t.data_source,
  p.site_placement,
  p.production_area_id,
  p.production_area_name,
  p.production_region_name
FROM treatment t
JOIN site_place p ON p.site_id = t.site_id;

-- Treatments of a production area, species and ISO week, with what the weeks before hold. Weeks without treatments have no row
-- and count as 0: what looks back are sums over ranges of weeks, to which they add nothing. The weeks before the snapshot's first
-- treatment are such weeks too for the 4-week mean and the changes; a year before is null until there is one, and what compares
-- with 12 or 52 weeks needs weeks_before, the weeks since that first one.
-- held: the treatment routes look back over all of it at every request
CREATE VIEW treatment_week AS
WITH
first_week AS (
  SELECT min(week_start(date)) AS week
  FROM treatment
),
area_week AS (
  SELECT
    week,
    production_area_id,
    production_area_name,
    species_code,
    CAST(sum(treatment_count) AS BIGINT) AS total,
    count(DISTINCT site_id) AS sites,
    count(DISTINCT owner_id) AS owners,
    count(DISTINCT date) AS days,
    count(DISTINCT treatment_category) AS categories,
    sum(antibiotic_count) AS antibiotic,
    coalesce(sum(treatment_count) FILTER (WHERE treatment_category = 'Mechanical'), 0) AS mechanical,
    coalesce(sum(treatment_count) FILTER (WHERE treatment_category = 'Bath'), 0) AS bath,
    coalesce(sum(treatment_count) FILTER (WHERE treatment_category = 'Thermal'), 0) AS thermal,
    coalesce(sum(treatment_count) FILTER (WHERE treatment_target = 'Lice'), 0) AS lice,
    coalesce(sum(treatment_count) FILTER (WHERE treatment_target = 'Parasites'), 0) AS parasites,
    coalesce(sum(treatment_count) FILTER (WHERE treatment_target = 'Bacteria'), 0) AS bacteria
  FROM placed_treatment
  WHERE production_area_id IS NOT NULL
  GROUP BY 1, 2, 3, 4
),
-- weeks by their number, which a frame can count back from
looking_back AS (
  SELECT
    a.*,
    coalesce(sum(total) OVER last_week, 0) AS last_week_total,
    sum(total) OVER last_4 AS total_4,
    coalesce(sum(total) OVER earlier_4, 0) AS earlier_total_4,
    coalesce(sum(total) OVER earlier_12, 0) AS total_12,
    coalesce(sum(total * total) OVER earlier_12, 0) AS squares_12,
    coalesce(sum(total) OVER earlier_52, 0) AS total_52
  FROM (SELECT area_week.*, week_index(week) AS week_number FROM area_week) a
  WINDOW
    last_week AS (PARTITION BY production_area_id, species_code ORDER BY week_number
      RANGE BETWEEN 1 PRECEDING AND 1 PRECEDING),
    last_4 AS (PARTITION BY production_area_id, species_code ORDER BY week_number
      RANGE BETWEEN 3 PRECEDING AND CURRENT ROW),
    earlier_4 AS (PARTITION BY production_area_id, species_code ORDER BY week_number
      RANGE BETWEEN 7 PRECEDING AND 4 PRECEDING),
    earlier_12 AS (PARTITION BY production_area_id, species_code ORDER BY week_number
      RANGE BETWEEN 12 PRECEDING AND 1 PRECEDING),
    earlier_52 AS (PARTITION BY production_area_id, species_code ORDER BY week_number
      RANGE BETWEEN 52 PRECEDING AND 1 PRECEDING)
)
SELECT
  w.*,
  w.week_number - week_index(f.week) AS weeks_before,
  CASE WHEN week_a_year_before(w.week) >= f.week THEN coalesce(y.total, 0) END AS year_before_total
FROM looking_back w
CROSS JOIN first_week f
LEFT JOIN area_week y
  ON y.week = week_a_year_before(w.week)
  AND y.production_area_id = w.production_area_id
  AND y.species_code IS NOT DISTINCT FROM w.species_code;

-- The same for each category and target, a series of their own, with the totals of the area, species and week that they are part
-- of.
-- held: as treatment_week
CREATE VIEW treatment_series_week AS
WITH
series_week AS (
  SELECT
    week,
    production_area_id,
    production_area_name,
    species_code,
    treatment_category,
    treatment_target,
    CAST(sum(treatment_count) AS BIGINT) AS total,
    count(DISTINCT site_id) AS sites,
    count(DISTINCT owner_id) AS owners,
    sum(handling_count) AS handling,
    sum(antibiotic_count) AS antibiotic
  FROM placed_treatment
  WHERE production_area_id IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6
)
SELECT
  s.*,
  s.week_number - (SELECT min(week_index(week_start(date))) FROM treatment) AS weeks_before,
  sum(total) OVER area_week AS area_total,
  sum(handling) OVER area_week AS area_handling,
  sum(antibiotic) OVER area_week AS area_antibiotic,
  coalesce(sum(total) OVER last_week, 0) AS last_week_total,
  sum(total) OVER last_4 AS total_4,
  coalesce(sum(total) OVER earlier_4, 0) AS earlier_total_4,
  coalesce(sum(total) OVER earlier_12, 0) AS total_12,
  coalesce(sum(total * total) OVER earlier_12, 0) AS squares_12,
  coalesce(sum(total) OVER earlier_52, 0) AS total_52
FROM (SELECT series_week.*, week_index(week) AS week_number FROM series_week) s
WINDOW
  area_week AS (PARTITION BY production_area_id, species_code, week),
  last_week AS (PARTITION BY production_area_id, species_code, treatment_category, treatment_target ORDER BY week_number
    RANGE BETWEEN 1 PRECEDING AND 1 PRECEDING),
  last_4 AS (PARTITION BY production_area_id, species_code, treatment_category, treatment_target ORDER BY week_number
    RANGE BETWEEN 3 PRECEDING AND CURRENT ROW),
  earlier_4 AS (PARTITION BY production_area_id, species_code, treatment_category, treatment_target ORDER BY week_number
    RANGE BETWEEN 7 PRECEDING AND 4 PRECEDING),
  earlier_12 AS (PARTITION BY production_area_id, species_code, treatment_category, treatment_target ORDER BY week_number
    RANGE BETWEEN 12 PRECEDING AND 1 PRECEDING),
  earlier_52 AS (PARTITION BY production_area_id, species_code, treatment_category, treatment_target ORDER BY week_number
    RANGE BETWEEN 52 PRECEDING AND 1 PRECEDING);

-- A production area with the platform area that it belongs to and their names.
CREATE VIEW area_place AS
SELECT
  a.area_id AS production_area_id,
  a.area_name AS production_area_name,
  a.region_name AS production_region_name,
  m.platform_area_id,
  m.platform_area_name
FROM production_area a
JOIN platform_area_member m ON m.production_area_id = a.area_id;

-- A sea temperature reading at a site at sea, of the platform or not, with its production area. A reading of no measurements is
-- none; degrees are the temperature times the measurements, which a site's average is made from, and stand once more, with the
-- measurements, under the reading's depth band.
CREATE VIEW site_reading AS
WITH reading AS (
  SELECT
    t.date,
    t.site_id,
    s.production_area_id,
    depth_band(t.depth_m) AS depth_band,
    t.temperature,
    t.measurement_count,
    t.temperature * t.measurement_count AS degrees
  FROM temperature_day t
  JOIN site s ON s.site_id = t.site_id
  WHERE s.placement = 'offshore'
    AND s.production_area_id IS NOT NULL
    AND t.measurement_count > 0
)
SELECT
  date,
  site_id,
  production_area_id,
  temperature,
  measurement_count,
  degrees,
  CASE WHEN depth_band = 'shallow' THEN degrees END AS shallow_degrees,
  CASE WHEN depth_band = 'shallow' THEN measurement_count END AS shallow_count,
  CASE WHEN depth_band = 'medium' THEN degrees END AS medium_degrees,
  CASE WHEN depth_band = 'medium' THEN measurement_count END AS medium_count,
  CASE WHEN depth_band = 'deep' THEN degrees END AS deep_degrees,
  CASE WHEN depth_band = 'deep' THEN measurement_count END AS deep_count,
  CASE WHEN depth_band = 'unknown' THEN degrees END AS unknown_degrees,
  CASE WHEN depth_band = 'unknown' THEN measurement_count END AS unknown_count
FROM reading;

-- A site's mean temperature in an ISO week, over all its readings: each is weighted by its measurements.
-- held: weekly routes look back for years
CREATE VIEW site_week_temperature AS
SELECT
  week_start(date) AS week,
  production_area_id,
  site_id,
  mean_degrees(sum(degrees), sum(measurement_count)) AS temperature,
  sum(measurement_count) AS measurement_count
FROM site_reading
GROUP BY 1, 2, 3;

-- A production area's mean temperature in a month: made as a week's, over all readings of each site, then across sites.
-- held: as site_week_temperature
CREATE VIEW area_month_temperature AS
WITH site_month AS (
  SELECT
    month_start(date) AS month,
    production_area_id,
    site_id,
    mean_degrees(sum(degrees), sum(measurement_count)) AS temperature
  FROM site_reading
  GROUP BY 1, 2, 3
)
SELECT month, production_area_id, mean_degrees(sum(temperature), count(temperature)) AS temperature
FROM site_month
GROUP BY 1, 2;

-- A production area's sea temperatures on a day: the sums of its sites' means, of all readings and of those of each depth band, and
-- the numbers of sites that have one. A site's mean weights each reading by its measurements.
-- held: a site's day is many sums for a handful of readings
CREATE VIEW area_day_temperature AS
WITH site_day AS (
  SELECT
    date,
    production_area_id,
    site_id,
    mean_degrees(sum(degrees), sum(measurement_count)) AS temperature,
    mean_degrees(sum(shallow_degrees), sum(shallow_count)) AS shallow,
    mean_degrees(sum(medium_degrees), sum(medium_count)) AS medium,
    mean_degrees(sum(deep_degrees), sum(deep_count)) AS deep,
    mean_degrees(sum(unknown_degrees), sum(unknown_count)) AS unknown,
    min(temperature) AS coldest,
    max(temperature) AS warmest,
    sum(measurement_count) AS measurement_count
  FROM site_reading
  GROUP BY 1, 2, 3
)
SELECT
  date,
  production_area_id,
  sum(measurement_count) AS measurement_count,
  sum(temperature) AS temperature,
  count(temperature) AS sites,
  sum(shallow) AS shallow,
  count(shallow) AS shallow_sites,
  sum(medium) AS medium,
  count(medium) AS medium_sites,
  sum(deep) AS deep,
  count(deep) AS deep_sites,
  sum(unknown) AS unknown,
  count(unknown) AS unknown_sites,
  min(coldest) AS coldest,
  max(warmest) AS warmest
FROM site_day
GROUP BY 1, 2;

-- A site's mean temperature on a day, at sea or on land, over all its readings.
CREATE VIEW site_day_temperature AS
SELECT date, site_id, mean_degrees(sum(temperature * measurement_count), sum(measurement_count)) AS temperature
FROM temperature_day
WHERE measurement_count > 0
GROUP BY 1, 2;

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
LEFT JOIN (SELECT site_id, max(date) AS last_date FROM stock_day GROUP BY 1) g ON g.site_id = s.site_id;

-- The unit-days of the snapshot's last 24 months that report feed (0 too), with biomass and a temperature of the site that day,
-- at sea and on land: a row for each farmer group, species, group of weight (the legacy v2 ones, by number), whole degrees of the
-- site's mean temperature and region (null outside every region), with the rates of its unit-days. Cells of the country and of a
-- region, each by a number, are the same without the farmer groups, and without the regions.
-- held: legacy v2 feeding puts the same millions of unit-days in order at every request
CREATE VIEW feed_cell AS
WITH
-- as site_day_temperature, of these days alone
recent_temperature AS (
  SELECT date, site_id, mean_degrees(sum(temperature * measurement_count), sum(measurement_count)) AS temperature
  FROM temperature_day
  WHERE measurement_count > 0
    AND date > plus_months((SELECT max(date) FROM stock_day), -24)
  GROUP BY 1, 2
),
fed_day AS (
  SELECT
    d.production_region_name,
    d.species_code,
    CASE
      WHEN d.avg_weight_gram < 100 THEN 1
      WHEN d.avg_weight_gram < 250 THEN 2
      WHEN d.avg_weight_gram < 500 THEN 3
      WHEN d.avg_weight_gram < 1000 THEN 4
      WHEN d.avg_weight_gram < 2000 THEN 5
      WHEN d.avg_weight_gram < 3000 THEN 6
      WHEN d.avg_weight_gram < 4000 THEN 7
      WHEN d.avg_weight_gram < 5000 THEN 8
      ELSE 9 END AS weight_group,
    CAST(floor(CAST(t.temperature AS DOUBLE)) AS INTEGER) AS degrees,
    d.farmer_group_key,
    feed_rate(d.feed_g, d.biomass_g) AS sfr,
    t.temperature
  FROM unit_day d
  JOIN recent_temperature t ON t.site_id = d.site_id AND t.date = d.date
  WHERE d.date > plus_months((SELECT max(date) FROM stock_day), -24)
    AND d.feed_g IS NOT NULL
    AND d.biomass_g > 0
)
SELECT
  CAST(row_number() OVER (ORDER BY species_code, weight_group, degrees, production_region_name, farmer_group_key) AS INTEGER)
    AS feed_cell_id,
  CAST(dense_rank() OVER (ORDER BY species_code, weight_group, degrees) AS INTEGER) AS country_cell,
  CAST(dense_rank() OVER (ORDER BY species_code, weight_group, degrees, production_region_name) AS INTEGER) AS region_cell,
  production_region_name,
  species_code,
  weight_group,
  degrees,
  farmer_group_key,
  count(sfr) AS day_count,
  sum(exact_mean(sfr, 1)) AS sfr_sum,
  sum(temperature) AS temperature_sum,
  array_agg(sfr) AS rates
FROM fed_day
GROUP BY production_region_name, species_code, weight_group, degrees, farmer_group_key;

-- Those unit-days one by one, each with its place, from the lowest rate, in its cell of the country and of its region.
-- held: so that a percentile is looked up by its place
CREATE VIEW feed_cell_day AS
SELECT
  c.feed_cell_id,
  r.sfr,
  CAST(row_number() OVER (PARTITION BY c.country_cell ORDER BY r.sfr) AS INTEGER) AS place_in_country,
  CAST(row_number() OVER (PARTITION BY c.region_cell ORDER BY r.sfr) AS INTEGER) AS place_in_region
FROM feed_cell c
CROSS JOIN UNNEST(c.rates) AS r(sfr);
