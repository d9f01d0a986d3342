-- The months that legacy v2 mortality reads: the last 36 complete ones, and 11 further back.
CREATE VIEW legacy_month AS
SELECT
  plus_months(end_month, -47) AS first_month,
  plus_months(end_month, -36) AS first_shown,
  plus_months(end_month, -1) AS last_month
FROM (SELECT first_incomplete_month(complete_through) AS end_month FROM completeness) d;

-- The released atoms of fish at sea alone, and whether all of it is in one region.
CREATE VIEW sea_atom AS
SELECT
  atom_id,
  count(production_region_name) = count(*) AND min(production_region_name) = max(production_region_name) AS is_in_region
FROM cell
WHERE atom_id IS NOT NULL
GROUP BY atom_id
HAVING count(*) FILTER (WHERE site_placement = 'offshore') = max(atom_cells);

-- The sums of each farmer group's fish at sea by site and month, for legacy v2 mortality, which has no filters: what is released, and what is there
-- now. Whether they count for everybody in the row of their region, and in that of the country: they are released, and their cells lie in
-- atoms inside it. Sums keep the type that the engine gives them: a month's grams may not fit into 64 bits.
-- held in the background: legacy v2 mortality sums the same millions of cells in every request
CREATE VIEW sea_month AS
SELECT
  true AS is_released,
  s.month,
  s.production_region_name,
  s.farmer_group_key,
  s.site_number,
  coalesce(a.is_in_region, false) AS is_open_region,
  a.atom_id IS NOT NULL AS is_open_country,
  sum(s.fish_days) AS fish_days,
  sum(s.biomass_days) AS biomass_days,
  sum(s.mortality_count) AS mortality_count,
  sum(s.mortality_biomass_g) AS mortality_biomass_g
FROM released_cell_stock s
JOIN legacy_month l ON s.piece_start BETWEEN l.first_month AND month_end(l.last_month)
LEFT JOIN sea_atom a ON a.atom_id = s.atom_id
WHERE s.site_placement = 'offshore'
GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL
SELECT
  false AS is_released,
  s.month,
  s.production_region_name,
  s.farmer_group_key,
  s.site_number,
  false AS is_open_region,
  false AS is_open_country,
  sum(s.fish_days) AS fish_days,
  sum(s.biomass_days) AS biomass_days,
  sum(s.mortality_count) AS mortality_count,
  sum(s.mortality_biomass_g) AS mortality_biomass_g
FROM cell_stock s
JOIN legacy_month l ON s.piece_start BETWEEN l.first_month AND month_end(l.last_month)
WHERE s.site_placement = 'offshore'
GROUP BY 1, 2, 3, 4, 5, 6, 7;

-- The same of their losses by cause, without the sites.
-- held in the background: as sea_month
CREATE VIEW loss_sea_month AS
SELECT
  true AS is_released,
  s.month,
  s.production_region_name,
  s.farmer_group_key,
  s.category_code,
  coalesce(a.is_in_region, false) AS is_open_region,
  a.atom_id IS NOT NULL AS is_open_country,
  sum(s.mortality_count) AS mortality_count,
  sum(s.loss_count) AS loss_count
FROM released_cell_loss s
JOIN legacy_month l ON s.piece_start BETWEEN l.first_month AND month_end(l.last_month)
LEFT JOIN sea_atom a ON a.atom_id = s.atom_id
WHERE s.site_placement = 'offshore'
GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL
SELECT
  false AS is_released,
  s.month,
  s.production_region_name,
  s.farmer_group_key,
  s.category_code,
  false AS is_open_region,
  false AS is_open_country,
  sum(s.mortality_count) AS mortality_count,
  sum(s.loss_count) AS loss_count
FROM cell_loss s
JOIN legacy_month l ON s.piece_start BETWEEN l.first_month AND month_end(l.last_month)
WHERE s.site_placement = 'offshore'
GROUP BY 1, 2, 3, 4, 5, 6, 7;

-- The weight groups of legacy v2 feeding, by number: a group ends where the next one starts.
-- held: they are few
CREATE VIEW feed_weight_group AS
SELECT *
FROM (VALUES
  (1, 0, 99, '0–99 g'),
  (2, 100, 249, '100–249 g'),
  (3, 250, 499, '250–499 g'),
  (4, 500, 999, '500–999 g'),
  (5, 1000, 1999, '1000–1999 g'),
  (6, 2000, 2999, '2000–2999 g'),
  (7, 3000, 3999, '3000–3999 g'),
  (8, 4000, 4999, '4000–4999 g'),
  (9, 5000, CAST(NULL AS INTEGER), '5000+ g')
) AS b(weight_group, first_gram, last_gram, bucket_name);

-- Where each farmer group has unit-days at sea of the snapshot's last 24 months that report feed (0 too), with biomass of counted species and a
-- temperature of the site that day: species, group of weight (the legacy v2 ones, by number), whole degrees of the site's mean temperature and
-- region (null outside every region).
-- held in the background: legacy v2 feeding shows a caller where its own unit-days are hidden
CREATE VIEW group_feed_cell AS
WITH
-- as site_day_temperature, of these days alone
recent_temperature AS (
  SELECT date, site_id, mean_degrees(sum(temperature * measurement_count), sum(measurement_count)) AS temperature
  FROM temperature_day
  WHERE measurement_count > 0
    AND date > plus_months((SELECT max(date) FROM stock_day), -24)
  GROUP BY 1, 2
)
SELECT DISTINCT
  f.farmer_group_key,
  p.production_region_name,
  d.species_code,
  legacy_weight_group(d.avg_weight_gram) AS weight_group,
  CAST(floor(CAST(t.temperature AS DOUBLE)) AS INTEGER) AS degrees
FROM stock_day d
JOIN recent_temperature t ON t.site_id = d.site_id AND t.date = d.date
JOIN species k ON k.code = d.species_code AND k.is_counted
JOIN site_place p ON p.site_id = d.site_id AND p.site_placement = 'offshore'
JOIN farmer f ON f.farmer_id = d.farmer_id
WHERE d.date > plus_months((SELECT max(date) FROM stock_day), -24)
  AND d.feed_g IS NOT NULL
  AND d.biomass_g > 0;

-- The unit-days that were released with the last 24 released months: a row for each farmer group, species, group of weight, degrees and region,
-- with the number of its unit-days and the sum of their rates. The region is null for those that count for the country alone. Groups are those of
-- today.
-- held in the background: legacy v2 feeding sums the same millions of unit-days in every request
CREATE VIEW feed_cell AS
SELECT
  CASE WHEN d.is_in_region THEN d.production_region_name END AS production_region_name,
  d.species_code,
  d.weight_group,
  d.degrees,
  coalesce(f.farmer_group_key, d.farmer_group_key) AS farmer_group_key,
  count(*) AS day_count,
  sum(exact_mean(feed_rate(d.feed_g, d.biomass_g), 1)) AS sfr_sum
FROM released_feed_day d
LEFT JOIN farmer f ON f.farmer_id = d.farmer_id
WHERE d.month >= plus_months((SELECT first_incomplete_month(released_through) FROM release), -24)
GROUP BY 1, 2, 3, 4, 5;

-- The sea's mean temperature at each whole degree in the last 24 released months, by region and of the country: over all days of all sites at sea,
-- fed or not, each once. It stands beside the number of unit-days, and a mean over these would be a second sum of them with weights that everybody
-- knows, the sites' temperatures: two sums over the same groups can be solved for one.
-- held in the background: legacy v2 feeding reads two years of temperatures in every request
CREATE VIEW degree_temperature AS
WITH
sea_day AS (
  SELECT g.region, CAST(floor(CAST(t.temperature AS DOUBLE)) AS INTEGER) AS degrees, t.temperature
  FROM site_day_temperature t
  JOIN site_place p ON p.site_id = t.site_id AND p.site_placement = 'offshore'
  JOIN release r ON t.date >= plus_months(first_incomplete_month(r.released_through), -24)
    AND t.date < first_incomplete_month(r.released_through)
  CROSS JOIN UNNEST(ARRAY['Norge', p.production_region_name]) AS g(region)
  WHERE g.region IS NOT NULL
)
SELECT region, degrees, mean_degrees(sum(temperature), count(temperature)) AS temperature
FROM sea_day
GROUP BY region, degrees;
