-- The tails and the median of feed rates by temperature, for legacy v2 feeding: made once, when a calendar quarter is released (definitions.md,
-- section 2, Figures that are no sums). Parts are tables of the ledger.

-- name: tail_days
-- The unit-days of a cell (region or none, species, weight group and degree) with their place by rate, from 0.
SELECT
  :quarter AS quarter,
  d.month,
  d.production_region_name,
  d.species_code,
  d.weight_group,
  d.degrees,
  d.farmer_id,
  d.farmer_group_key,
  d.feed_g,
  d.biomass_g,
  row_number() OVER (PARTITION BY d.month, d.production_region_name, d.species_code, d.weight_group, d.degrees, d.farmer_id, d.feed_g, d.biomass_g)
    AS copy,
  feed_rate(d.feed_g, d.biomass_g) AS sfr,
  row_number() OVER (in_cell ORDER BY feed_rate(d.feed_g, d.biomass_g)) - 1 AS place,
  count(*) OVER in_cell - 1 AS last_place
FROM fed_days d
WHERE d.month BETWEEN :quarter AND plus_months(:quarter, 2)
WINDOW in_cell AS (PARTITION BY d.production_region_name, d.species_code, d.weight_group, d.degrees)

-- name: tail_bounds
-- The rates from which on, and up to which, a unit-day is in a tail, and the median. A percentile p lies at place p x (n - 1), between two
-- unit-days or at one: so the first unit-day at or after it begins the upper tail, and the last one at or before it ends the lower.
SELECT
  production_region_name,
  species_code,
  weight_group,
  degrees,
  min(sfr) FILTER (WHERE 10 * place >= 9 * last_place) AS highest_from,
  max(sfr) FILTER (WHERE 10 * place <= last_place) AS lowest_to,
  sum(sfr) FILTER (WHERE 2 * place BETWEEN last_place - 1 AND last_place + 1)
    / count(*) FILTER (WHERE 2 * place BETWEEN last_place - 1 AND last_place + 1) AS median
FROM tail_days
GROUP BY 1, 2, 3, 4

-- name: tail_rows
-- What each company has in the tails, among the released unit-days of each of the quarter's months (leaf_month), or not among them: what came or was
-- corrected after the release of its month is in no sum of it. Where a leaf counts for the country alone, the known sum has other regions' unit-days,
-- too, of more groups than the leaf: so it is judged by the leaf. Part is released_feed_day.
WITH
leaf AS (
  SELECT month, production_region_name, species_code, weight_group, degrees, farmer_id, feed_g, biomass_g,
    row_number() OVER (PARTITION BY month, production_region_name, species_code, weight_group, degrees, farmer_id, feed_g, biomass_g) AS copy
  FROM ({feed_day}) f
  WHERE month BETWEEN :quarter AND plus_months(:quarter, 2)
)
SELECT
  d.quarter,
  d.production_region_name,
  d.species_code,
  d.weight_group,
  d.degrees,
  l.month AS leaf_month,
  d.farmer_id,
  d.farmer_group_key,
  CAST(count(*) AS INTEGER) AS days,
  CAST(count(*) FILTER (WHERE d.sfr >= b.highest_from) AS INTEGER) AS highest_days,
  CAST(count(*) FILTER (WHERE d.sfr <= b.lowest_to) AS INTEGER) AS lowest_days,
  CAST(sum(exact_mean(d.sfr, 1)) FILTER (WHERE d.sfr >= b.highest_from) AS DOUBLE) AS highest_sum,
  CAST(sum(exact_mean(d.sfr, 1)) FILTER (WHERE d.sfr <= b.lowest_to) AS DOUBLE) AS lowest_sum,
  any_value(b.median) AS median
FROM tail_days d
JOIN tail_bounds b
  ON b.production_region_name IS NOT DISTINCT FROM d.production_region_name
  AND b.species_code = d.species_code
  AND b.weight_group = d.weight_group
  AND b.degrees = d.degrees
LEFT JOIN leaf l
  ON l.month = d.month
  AND l.production_region_name IS NOT DISTINCT FROM d.production_region_name
  AND l.species_code = d.species_code
  AND l.weight_group = d.weight_group
  AND l.degrees = d.degrees
  AND l.farmer_id = d.farmer_id
  AND l.feed_g = d.feed_g
  AND l.biomass_g = d.biomass_g
  AND l.copy = d.copy
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8

-- name: valued_tails
-- The rows with the figures of their cell, rounded; not yet judged.
SELECT
  r.* EXCLUDE (highest_sum, lowest_sum, median),
  to_three_digits(sum(highest_sum ORDER BY farmer_id, leaf_month) OVER in_cell / sum(highest_days) OVER in_cell) AS highest_sfr,
  to_three_digits(sum(lowest_sum ORDER BY farmer_id, leaf_month) OVER in_cell / sum(lowest_days) OVER in_cell) AS lowest_sfr,
  to_three_digits(median) AS median_sfr
FROM tail_rows r
WINDOW in_cell AS (PARTITION BY production_region_name, species_code, weight_group, degrees)

-- name: tail_picks
-- The unit-days of each shown tail, of both together, and of the median (all of them). Blocks are the released leaves. Part is released_feed_tail.
SELECT
  concat(r.quarter, ' ', r.production_region_name, ' ', r.species_code, ' ', r.weight_group, ' ', r.degrees, ' ', v.figure) AS set_id,
  CASE v.figure WHEN 'median' THEN NULL ELSE CAST(r.leaf_month AS VARCHAR) END AS block,
  coalesce(g.farmer_group_key, r.farmer_group_key) AS farmer_group_key,
  sum(CASE v.figure WHEN 'highest' THEN r.highest_days WHEN 'lowest' THEN r.lowest_days WHEN 'both' THEN least(r.days, r.highest_days + r.lowest_days)
    ELSE r.days END) AS chosen,
  sum(r.days) - sum(CASE v.figure WHEN 'highest' THEN r.highest_days WHEN 'lowest' THEN r.lowest_days
    WHEN 'both' THEN least(r.days, r.highest_days + r.lowest_days) ELSE r.days END) AS others
FROM ({tails}) r
LEFT JOIN groups g ON g.farmer_id = r.farmer_id
CROSS JOIN (VALUES ('highest'), ('lowest'), ('both'), ('median')) AS v(figure)
WHERE CASE v.figure WHEN 'highest' THEN r.highest_sfr WHEN 'lowest' THEN r.lowest_sfr WHEN 'both' THEN r.highest_sfr + r.lowest_sfr
  ELSE r.median_sfr END IS NOT NULL
GROUP BY 1, 2, 3

-- name: judged_tails
-- The rows with the figures that may be shown. Where both tails pass only one by one, the lowest is not shown. Part is released_feed_tail.
SELECT r.* EXCLUDE (name) REPLACE (
  CASE WHEN h.is_safe THEN r.highest_sfr END AS highest_sfr,
  CASE WHEN l.is_safe AND (NOT coalesce(h.is_safe, false) OR b.is_safe) THEN r.lowest_sfr END AS lowest_sfr,
  CASE WHEN m.is_safe THEN r.median_sfr END AS median_sfr)
FROM (
  SELECT t.*, concat(t.quarter, ' ', t.production_region_name, ' ', t.species_code, ' ', t.weight_group, ' ', t.degrees, ' ') AS name
  FROM ({tails}) t
) r
LEFT JOIN judged h ON h.set_id = concat(r.name, 'highest')
LEFT JOIN judged l ON l.set_id = concat(r.name, 'lowest')
LEFT JOIN judged b ON b.set_id = concat(r.name, 'both')
LEFT JOIN judged m ON m.set_id = concat(r.name, 'median')

-- name: tails_left
-- The rows of others. A tail with unit-days of the company, and a median of a cell with such, is not shown any more.
WITH
erased AS (
  SELECT quarter, production_region_name, species_code, weight_group, degrees, max(highest_days) AS highest_days, max(lowest_days) AS lowest_days
  FROM ({tails}) e
  WHERE farmer_id = :farmer
  GROUP BY 1, 2, 3, 4, 5
)
SELECT r.* REPLACE (
  CASE WHEN coalesce(e.highest_days, 0) = 0 THEN r.highest_sfr END AS highest_sfr,
  CASE WHEN coalesce(e.lowest_days, 0) = 0 THEN r.lowest_sfr END AS lowest_sfr,
  CASE WHEN e.quarter IS NULL THEN r.median_sfr END AS median_sfr)
FROM ({tails}) r
LEFT JOIN erased e
  ON e.quarter = r.quarter
  AND e.production_region_name IS NOT DISTINCT FROM r.production_region_name
  AND e.species_code = r.species_code
  AND e.weight_group = r.weight_group
  AND e.degrees = r.degrees
WHERE r.farmer_id <> :farmer
