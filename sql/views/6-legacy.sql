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
  sum(s.mortality_biomass_g) AS mortality_biomass_g,
  bitwise_or_agg(s.days) AS days
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
  sum(s.mortality_biomass_g) AS mortality_biomass_g,
  bitwise_or_agg(s.days) AS days
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

-- The mortality risk of each site at sea over each horizon, for legacy v2 mortality: by month and region and for the country, once over
-- all fish for callers who see all, and once for the others over the fish that is open there. A site has a rate in a month with such
-- fish on enough days. Covers the last 36 complete months and looks back 11 further.
-- held in the background: legacy v2 mortality has no filters, and ranks the same sites in every request
CREATE VIEW site_risk AS
WITH
site_month AS (
  SELECT
    v.sees_all,
    s.month,
    g.region,
    s.site_number,
    period_rate(sum(s.mortality_count), sum(s.fish_days), day(month_end(s.month))) AS count_rate,
    period_rate(sum(s.mortality_biomass_g), sum(s.biomass_days), day(month_end(s.month))) AS biomass_rate
  FROM sea_month s
  CROSS JOIN UNNEST(ARRAY['Norge', s.production_region_name]) AS g(region)
  CROSS JOIN (VALUES (true), (false)) AS v(sees_all)
  WHERE g.region IS NOT NULL
    AND CASE WHEN v.sees_all THEN NOT s.is_released WHEN g.region = 'Norge' THEN s.is_open_country ELSE s.is_open_region END
  GROUP BY 1, 2, 3, 4
  HAVING has_enough_days(bitwise_or_agg(s.days))
),
risk AS (
  SELECT
    sees_all,
    month,
    region,
    site_number,
    cumulative_risk(count_rate, CASE WHEN count_rate IS NOT NULL THEN 1 END, 1) AS risk_1,
    cumulative_risk(sum(count_rate) OVER last_3, count(count_rate) OVER last_3, 3) AS risk_3,
    cumulative_risk(sum(count_rate) OVER last_6, count(count_rate) OVER last_6, 6) AS risk_6,
    cumulative_risk(sum(count_rate) OVER last_12, count(count_rate) OVER last_12, 12) AS risk_12,
    cumulative_risk(sum(count_rate) OVER this_year, count(count_rate) OVER this_year, month(month)) AS risk_year,
    cumulative_risk(biomass_rate, CASE WHEN biomass_rate IS NOT NULL THEN 1 END, 1) AS vi_risk_1,
    cumulative_risk(sum(biomass_rate) OVER last_3, count(biomass_rate) OVER last_3, 3) AS vi_risk_3,
    cumulative_risk(sum(biomass_rate) OVER last_6, count(biomass_rate) OVER last_6, 6) AS vi_risk_6,
    cumulative_risk(sum(biomass_rate) OVER last_12, count(biomass_rate) OVER last_12, 12) AS vi_risk_12,
    cumulative_risk(sum(biomass_rate) OVER this_year, count(biomass_rate) OVER this_year, month(month)) AS vi_risk_year
  FROM site_month
  WINDOW
    last_3 AS (PARTITION BY sees_all, region, site_number ORDER BY month
      RANGE BETWEEN INTERVAL '2' MONTH PRECEDING AND CURRENT ROW),
    last_6 AS (PARTITION BY sees_all, region, site_number ORDER BY month
      RANGE BETWEEN INTERVAL '5' MONTH PRECEDING AND CURRENT ROW),
    last_12 AS (PARTITION BY sees_all, region, site_number ORDER BY month
      RANGE BETWEEN INTERVAL '11' MONTH PRECEDING AND CURRENT ROW),
    this_year AS (PARTITION BY sees_all, region, site_number, year(month) ORDER BY month
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
horizon(name) AS (
  VALUES
    ('rate__1_m'), ('rate__3_m'), ('rate__6_m'), ('rate__12_m'), ('rate__year'),
    ('vi_rate__1_m'), ('vi_rate__3_m'), ('vi_rate__6_m'), ('vi_rate__12_m'), ('vi_rate__year')
),
site_value AS (
  SELECT
    r.sees_all,
    r.month,
    r.region,
    r.site_number,
    h.name AS horizon,
    CASE
      WHEN h.name = 'rate__1_m' THEN r.risk_1
      WHEN h.name = 'rate__3_m' THEN r.risk_3
      WHEN h.name = 'rate__6_m' THEN r.risk_6
      WHEN h.name = 'rate__12_m' THEN r.risk_12
      WHEN h.name = 'rate__year' THEN r.risk_year
      WHEN h.name = 'vi_rate__1_m' THEN r.vi_risk_1
      WHEN h.name = 'vi_rate__3_m' THEN r.vi_risk_3
      WHEN h.name = 'vi_rate__6_m' THEN r.vi_risk_6
      WHEN h.name = 'vi_rate__12_m' THEN r.vi_risk_12
      WHEN h.name = 'vi_rate__year' THEN r.vi_risk_year
    END AS value
  FROM risk r
  CROSS JOIN legacy_month f
  CROSS JOIN horizon h
  WHERE r.month >= f.first_shown
)
SELECT sees_all, month, region, site_number, horizon, value
FROM site_value
WHERE value IS NOT NULL;

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
-- with the rates of its unit-days. The region is null for those that count for the country alone. Numbered cells of a region are the same rows
-- without the farmer groups; cells of the country also without the regions. Groups are those of today.
-- held in the background: legacy v2 feeding sorts the same millions of unit-days in every request
CREATE VIEW feed_cell AS
WITH
fed_day AS (
  SELECT
    CASE WHEN d.is_in_region THEN d.production_region_name END AS production_region_name,
    d.species_code,
    d.weight_group,
    d.degrees,
    coalesce(f.farmer_group_key, d.farmer_group_key) AS farmer_group_key,
    feed_rate(d.feed_g, d.biomass_g) AS sfr
  FROM released_feed_day d
  LEFT JOIN farmer f ON f.farmer_id = d.farmer_id
  WHERE d.month >= plus_months((SELECT first_incomplete_month(released_through) FROM release), -24)
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
  min(sfr) AS lowest,
  max(sfr) AS highest,
  array_agg(sfr) AS rates
FROM fed_day
GROUP BY production_region_name, species_code, weight_group, degrees, farmer_group_key;

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

-- The single unit-days, once in the cells of the country and once in those of the regions. Numbered in a cell by rate, with the
-- first and the last number of the same rate, the running sum of the rates, and the number of unit-days of the cell.
-- held in the background: so that a percentile is looked up by its number
CREATE VIEW feed_order AS
WITH
-- a feed_cell lies in a cell of the country, and in one of its region if it has one
by_cell AS (
  SELECT v.by_country, CASE WHEN v.by_country THEN c.country_cell ELSE c.region_cell END AS cell, c.*
  FROM feed_cell c
  CROSS JOIN (VALUES (true), (false)) AS v(by_country)
  WHERE v.by_country OR c.production_region_name IS NOT NULL
),
cell_sum AS (
  SELECT by_country, cell, sum(day_count) AS days, sum(sfr_sum) AS sfr_sum
  FROM by_cell
  GROUP BY 1, 2
),
-- the unit-days in the cells before it: all unit-days are sorted at once, which is much faster than cell by cell
cell_start AS (
  SELECT
    by_country,
    cell,
    days,
    sum(days) OVER so_far - days AS days_before,
    sum(sfr_sum) OVER so_far - sfr_sum AS sum_before
  FROM cell_sum
  WINDOW so_far AS (PARTITION BY by_country ORDER BY cell ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
unit_day AS (
  SELECT d.by_country, d.cell, d.feed_cell_id, r.sfr
  FROM by_cell d
  CROSS JOIN UNNEST(d.rates) AS r(sfr)
),
numbered AS (
  SELECT
    unit_day.*,
    row_number() OVER in_order AS number,
    rank() OVER by_rate AS first_equal,
    count(*) OVER by_rate AS last_equal,
    sum(exact_mean(sfr, 1)) OVER so_far AS rate_sum
  FROM unit_day
  WINDOW
    in_order AS (PARTITION BY by_country ORDER BY cell, sfr, feed_cell_id),
    by_rate AS (PARTITION BY by_country ORDER BY cell, sfr),
    so_far AS (PARTITION BY by_country ORDER BY cell, sfr, feed_cell_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
)
SELECT
  n.by_country,
  n.cell,
  n.feed_cell_id,
  n.sfr,
  CAST(n.number - s.days_before AS INTEGER) AS number,
  CAST(n.first_equal - s.days_before AS INTEGER) AS first_equal,
  CAST(n.last_equal - s.days_before AS INTEGER) AS last_equal,
  n.rate_sum - s.sum_before AS rate_sum,
  CAST(s.days AS INTEGER) AS days
FROM numbered n
JOIN cell_start s ON s.by_country = n.by_country AND s.cell = n.cell;

-- Those at the 10th, the 50th and the 90th percentile of their whole cell: the last one at or before it, and the next one.
-- held in the background: a few thousand of the millions, for callers who leave out no unit-days
CREATE VIEW feed_percentile AS
SELECT *
FROM feed_order
WHERE number - (days - 1) / 10 IN (1, 2)
  OR number - (days - 1) * 5 / 10 IN (1, 2)
  OR number - (days - 1) * 9 / 10 IN (1, 2);
