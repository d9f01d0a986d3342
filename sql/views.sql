-- What every route may build on, beside the lake's own tables. The same text runs on DuckDB and on Trino.

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
-- none; degrees are the temperature times the measurements, which a site's average is made from.
CREATE VIEW site_reading AS
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
  AND t.measurement_count > 0;

-- A site's mean temperature on a day, at sea or on land, over all its readings.
CREATE VIEW site_day_temperature AS
SELECT date, site_id, exact_mean(sum(temperature * measurement_count), sum(measurement_count)) AS temperature
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
