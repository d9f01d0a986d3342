/*
summary: Daily specific feed rate by region, species, weight and sea temperature
family: feeding_v2
access: farmer
set: {by_country: false}
order: region (Sør, Midt, Nord), species, weight group, temperature
fields:
  region: {type: string, meaning: "Sør, Midt or Nord"}
  weight_group: {type: integer, meaning: "number of the weight group, 1 to 9"}
  weight_bucket_name: {type: string, meaning: the weight group in words}
  weight_bucket_start: {type: integer, unit: gram, meaning: its least weight}
  weight_bucket_end: {type: integer, unit: gram, meaning: "its greatest whole gram, inclusive; a group reaches to the next one's start; null for the last"}
  species: {type: string, meaning: FAO code of the species}
  temperature: {type: number, unit: °C, meaning: "whole degrees, the site's mean temperature of the day rounded down"}
  avg_sfr: {type: number, decimals: 4, unit: percent of body weight per day, meaning: mean over the unit-days}
  median_sfr: {type: number, unit: percent of body weight per day, meaning: median of the unit-days}
  num_of_measurements: {type: integer, unit: unit-days, meaning: unit-days in the benchmark}
  highest_10_percent_avg_sfr: {type: number, unit: percent of body weight per day, meaning: mean of the unit-days at or above the 90th percentile}
  lowest_10_percent_avg_sfr: {type: number, unit: percent of body weight per day, meaning: mean of the unit-days at or below the 10th percentile}
  avg_temperature: {type: number, unit: °C, meaning: mean of the unit-days' temperatures}
*/
-- Unit-days of the last 24 months, at sea and on land, that report feed (0 too), with biomass and a temperature of the site that
-- day; feed_cell and feed_cell_day hold them in order. Sites outside every region count for the country alone. Decision where the
-- definitions are silent: a row of the caller's days alone has, with exclude_self, no values.
WITH
weight_bucket AS (
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
  ) AS b(weight_group, first_gram, last_gram, bucket_name)
),
group_cell AS (
  SELECT
    feed_cell_id,
    CASE WHEN :by_country THEN country_cell ELSE region_cell END AS cell,
    CASE WHEN :by_country THEN 'Norge' ELSE production_region_name END AS region,
    species_code,
    weight_group,
    degrees,
    farmer_group_key,
    coalesce(farmer_group_key = :own_group, false) AS is_own,
    NOT (:exclude_self AND coalesce(farmer_group_key = :own_group, false)) AS counts,
    day_count,
    sfr_sum,
    temperature_sum
  FROM feed_cell
  WHERE :by_country OR production_region_name IS NOT NULL
),
cell AS (
  SELECT
    cell,
    region,
    species_code,
    weight_group,
    degrees,
    count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups,
    CAST(coalesce(sum(day_count) FILTER (WHERE counts), 0) AS BIGINT) AS day_count,
    sum(sfr_sum) FILTER (WHERE counts) AS sfr_sum,
    sum(temperature_sum) FILTER (WHERE counts) AS temperature_sum
  FROM group_cell
  GROUP BY 1, 2, 3, 4, 5
),
-- a percentile, in tenths, lies at or after a place among the n unit-days that count, by so many tenths of the way to the next
-- one: 1 + p x (n - 1), in whole numbers
wanted AS (
  SELECT
    c.cell,
    p.tenth,
    (c.day_count - 1) * p.tenth % 10 AS way,
    (c.day_count - 1) * p.tenth / 10 + 1 + s.step AS place
  FROM cell c
  CROSS JOIN (VALUES (1), (5), (9)) AS p(tenth)
  CROSS JOIN (VALUES (0), (1)) AS s(step)
  WHERE c.day_count > 0
),
-- the caller's own unit-days that do not count, each with the number of others before it
left_out AS (
  SELECT g.cell, d.place - row_number() OVER (PARTITION BY g.cell ORDER BY d.place) AS others_before
  FROM (
    SELECT feed_cell_id, CASE WHEN :by_country THEN place_in_country ELSE place_in_region END AS place
    FROM feed_cell_day
    WHERE :exclude_self
  ) d
  JOIN group_cell g ON g.feed_cell_id = d.feed_cell_id
  WHERE NOT g.counts
),
-- the place that a unit-day has among all is later by those that do not count and come before it
found AS (
  SELECT w.cell, w.tenth, w.way, CAST(w.place + count(o.others_before) AS INTEGER) AS place
  FROM wanted w
  LEFT JOIN left_out o ON o.cell = w.cell AND o.others_before < w.place
  GROUP BY w.cell, w.tenth, w.way, w.place
),
quantile AS (
  SELECT f.cell, f.tenth, min(d.sfr) + (max(d.sfr) - min(d.sfr)) * f.way / 10e0 AS sfr
  FROM (
    SELECT feed_cell_id, sfr, CASE WHEN :by_country THEN place_in_country ELSE place_in_region END AS place
    FROM feed_cell_day
  ) d
  JOIN group_cell g ON g.feed_cell_id = d.feed_cell_id
  JOIN found f ON f.cell = g.cell AND f.place = d.place
  GROUP BY f.cell, f.tenth, f.way
),
percentile AS (
  SELECT
    cell,
    max(sfr) FILTER (WHERE tenth = 1) AS lower,
    max(sfr) FILTER (WHERE tenth = 5) AS median,
    max(sfr) FILTER (WHERE tenth = 9) AS upper
  FROM quantile
  GROUP BY 1
),
group_extreme AS (
  SELECT
    d.feed_cell_id,
    d.sfr >= p.upper AS is_high,
    d.sfr <= p.lower AS is_low,
    count(d.sfr) AS day_count,
    sum(exact_mean(d.sfr, 1)) AS sfr_sum
  FROM feed_cell_day d
  JOIN group_cell g ON g.feed_cell_id = d.feed_cell_id
  JOIN percentile p ON p.cell = g.cell
  WHERE g.counts
    AND (d.sfr >= p.upper OR d.sfr <= p.lower)
  GROUP BY 1, 2, 3
),
-- the ends rest on the groups whose unit-days they average
extreme AS (
  SELECT
    g.cell,
    exact_mean(sum(e.sfr_sum) FILTER (WHERE e.is_high), sum(e.day_count) FILTER (WHERE e.is_high)) AS highest,
    count(DISTINCT g.farmer_group_key) FILTER (WHERE e.is_high AND NOT g.is_own) AS high_groups,
    exact_mean(sum(e.sfr_sum) FILTER (WHERE e.is_low), sum(e.day_count) FILTER (WHERE e.is_low)) AS lowest,
    count(DISTINCT g.farmer_group_key) FILTER (WHERE e.is_low AND NOT g.is_own) AS low_groups
  FROM group_extreme e
  JOIN group_cell g ON g.feed_cell_id = e.feed_cell_id
  GROUP BY 1
)
SELECT
  c.region,
  c.weight_group,
  b.bucket_name AS weight_bucket_name,
  b.first_gram AS weight_bucket_start,
  b.last_gram AS weight_bucket_end,
  c.species_code AS species,
  c.degrees AS temperature,
  published(exact_mean(c.sfr_sum, c.day_count), c.other_groups, :min_groups) AS avg_sfr,
  published(p.median, c.other_groups, :min_groups) AS median_sfr,
  published_count(c.day_count, c.other_groups, :min_groups) AS num_of_measurements,
  published(x.highest, x.high_groups, :min_groups) AS highest_10_percent_avg_sfr,
  published(x.lowest, x.low_groups, :min_groups) AS lowest_10_percent_avg_sfr,
  mean_degrees(c.temperature_sum, c.day_count) AS avg_temperature
FROM cell c
JOIN weight_bucket b ON b.weight_group = c.weight_group
LEFT JOIN percentile p ON p.cell = c.cell
LEFT JOIN extreme x ON x.cell = c.cell
ORDER BY region_order(c.region), c.species_code, c.weight_group, c.degrees
