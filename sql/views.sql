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
