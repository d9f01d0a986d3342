/*
summary: Daily specific feed rate by region, species, weight and sea temperature
is_not: "Feed given, not feed eaten, at the weight that the farm estimates. A mean over unit-days: a small pen counts as much as a large one."
family: feeding_v2
access: farmer
set: {by_country: false}
order: region (Sør, Midt, Nord), species, weight group, temperature
confidentiality:
  rule: "unit-days count from the ledger alone, where each month's cover enough farmer groups, grouped as atoms are; the tails cover as many"
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
  avg_temperature: {type: number, unit: °C, meaning: "mean of the sea temperatures of these degrees: all days of all sites at sea there in those months, fed or not"}
*/
-- Benchmark values are of unit-days of the last 24 released months, as they were when their month was released: at sea, with feed reported (0
-- too), biomass of counted species and a temperature of the site that day. All that the ledger has of a cell may be summed, so nothing is hidden
-- at request time but the tails. feed_cell has the sums by farmer group; feed_order has the single unit-days, numbered in their cell by rate, so
-- that a percentile is looked up by its number, with the running sum of the rates, so that the sum of a tail is a difference; feed_percentile has
-- the few of them that are looked up when none is excluded. Unit-days outside every region, and those of a region that too few groups share, count
-- for the country only. The mean temperature is that of the sea, of all sites and days, since a mean over the unit-days would tell on which sites they
-- are. Where nothing is released, a row without values is returned to a caller with unit-days in the snapshot's last 24 months.
WITH
group_cell AS (
  SELECT
    c.feed_cell_id, c.species_code, c.weight_group, c.degrees, c.farmer_group_key,
    c.day_count, c.sfr_sum, c.lowest, c.highest,
    CASE WHEN :by_country THEN c.country_cell ELSE c.region_cell END AS cell,
    CASE WHEN :by_country THEN 'Norge' ELSE c.production_region_name END AS region,
    NOT (:exclude_self AND coalesce(c.farmer_group_key = :own_group, false)) AS counts
  FROM feed_cell c
  WHERE :by_country OR c.production_region_name IS NOT NULL
),
cell AS (
  SELECT
    cell, region, species_code, weight_group, degrees,
    sum(day_count) AS all_days,
    sum(sfr_sum) AS all_sum,
    coalesce(sum(day_count) FILTER (WHERE counts), 0) AS days,
    sum(sfr_sum) FILTER (WHERE counts) AS sfr_sum
  FROM group_cell
  GROUP BY 1, 2, 3, 4, 5
),
own_cell AS (
  SELECT DISTINCT
    CASE WHEN :by_country THEN 'Norge' ELSE production_region_name END AS region,
    species_code,
    weight_group,
    degrees
  FROM group_feed_cell
  WHERE farmer_group_key = :own_group
    AND (:by_country OR production_region_name IS NOT NULL)
),
-- the caller's own unit-days if they do not count, each with the number of other unit-days before it
left_out AS (
  SELECT
    g.cell,
    d.number,
    d.sfr,
    d.number - row_number() OVER (PARTITION BY g.cell ORDER BY d.number) AS others_before
  FROM group_cell g
  JOIN feed_order d ON d.feed_cell_id = g.feed_cell_id AND d.by_country = :by_country
  WHERE NOT g.counts
),
-- a percentile, in tenths, lies at or after a place among the n unit-days that count, by so many tenths of the way to the next
-- one: 1 + p x (n - 1), in whole numbers
wanted AS (
  SELECT
    c.cell,
    p.tenth,
    s.step,
    (c.days - 1) * p.tenth % 10 AS way,
    (c.days - 1) * p.tenth / 10 + 1 + s.step AS place
  FROM cell c
  CROSS JOIN (VALUES (1), (5), (9)) AS p(tenth)
  CROSS JOIN (VALUES (0), (1)) AS s(step)
  WHERE c.days > 0
),
-- its number in the full order: plus the excluded unit-days before it
found AS (
  SELECT w.cell, w.tenth, w.step, w.way, CAST(w.place + count(o.cell) AS INTEGER) AS number
  FROM wanted w
  LEFT JOIN left_out o ON o.cell = w.cell AND o.others_before < w.place
  GROUP BY w.cell, w.tenth, w.step, w.way, w.place
),
-- where that number can be looked up
numbered AS (
  SELECT * FROM feed_order WHERE by_country = :by_country AND :exclude_self
  UNION ALL
  SELECT * FROM feed_percentile WHERE by_country = :by_country AND NOT :exclude_self
),
-- the percentile, and where a tail that ends there ends: the lower one with the last unit-day of the rate at step 0, the upper one with the first
-- of that rate, or of the next one if the percentile lies between two; with the sum of all rates up to the one, and before the other
percentile AS (
  SELECT
    f.cell,
    f.tenth,
    min(d.sfr) + (max(d.sfr) - min(d.sfr)) * max(f.way) / 10e0 AS percentile,
    max(d.last_equal) FILTER (WHERE f.step = 0) AS tail_to,
    max(d.rate_sum + exact_mean((d.last_equal - d.number) * d.sfr, 1)) FILTER (WHERE f.step = 0) AS sum_to,
    max(d.first_equal) FILTER (WHERE f.step = CASE WHEN f.way > 0 THEN 1 ELSE 0 END) AS tail_from,
    max(d.rate_sum - exact_mean((d.number - d.first_equal + 1) * d.sfr, 1)) FILTER (WHERE f.step = CASE WHEN f.way > 0 THEN 1 ELSE 0 END) AS sum_before
  FROM found f
  JOIN numbered d ON d.cell = f.cell AND d.number = f.number
  GROUP BY 1, 2
),
tail AS (
  SELECT
    cell,
    max(percentile) FILTER (WHERE tenth = 1) AS lower,
    max(percentile) FILTER (WHERE tenth = 5) AS median,
    max(percentile) FILTER (WHERE tenth = 9) AS upper,
    max(tail_to) FILTER (WHERE tenth = 1) AS lower_to,
    max(sum_to) FILTER (WHERE tenth = 1) AS lower_sum,
    max(tail_from) FILTER (WHERE tenth = 9) AS upper_from,
    max(sum_before) FILTER (WHERE tenth = 9) AS below_upper_sum
  FROM percentile
  GROUP BY 1
),
-- the excluded unit-days in the tails
tail_left_out AS (
  SELECT
    t.cell,
    count(o.number) FILTER (WHERE o.number <= t.lower_to) AS lower_days,
    sum(exact_mean(o.sfr, 1)) FILTER (WHERE o.number <= t.lower_to) AS lower_sum,
    count(o.number) FILTER (WHERE o.number >= t.upper_from) AS upper_days,
    sum(exact_mean(o.sfr, 1)) FILTER (WHERE o.number >= t.upper_from) AS upper_sum
  FROM tail t
  JOIN left_out o ON o.cell = t.cell
  GROUP BY 1
),
-- the tails depend on the groups whose unit-days they average, and on the caller's own when it is excluded
tail_group AS (
  SELECT
    g.cell,
    count(DISTINCT g.farmer_group_key) FILTER (WHERE NOT g.counts OR g.lowest <= t.lower) AS lower_groups,
    count(DISTINCT g.farmer_group_key) FILTER (WHERE NOT g.counts OR g.highest >= t.upper) AS upper_groups
  FROM group_cell g
  JOIN tail t ON t.cell = g.cell
  GROUP BY 1
),
tail_mean AS (
  SELECT
    t.cell,
    t.median,
    CASE WHEN are_enough(g.upper_groups, :min_farmers, false) THEN exact_mean(
      c.all_sum - t.below_upper_sum - coalesce(o.upper_sum, 0),
      c.all_days - t.upper_from + 1 - coalesce(o.upper_days, 0)) END AS highest,
    CASE WHEN are_enough(g.lower_groups, :min_farmers, false) THEN exact_mean(
      t.lower_sum - coalesce(o.lower_sum, 0),
      t.lower_to - coalesce(o.lower_days, 0)) END AS lowest
  FROM tail t
  JOIN cell c ON c.cell = t.cell
  JOIN tail_group g ON g.cell = t.cell
  LEFT JOIN tail_left_out o ON o.cell = t.cell
)
SELECT
  coalesce(c.region, o.region) AS region,
  coalesce(c.weight_group, o.weight_group) AS weight_group,
  b.bucket_name AS weight_bucket_name,
  b.first_gram AS weight_bucket_start,
  b.last_gram AS weight_bucket_end,
  coalesce(c.species_code, o.species_code) AS species,
  coalesce(c.degrees, o.degrees) AS temperature,
  exact_mean(c.sfr_sum, c.days) AS avg_sfr,
  t.median AS median_sfr,
  c.days AS num_of_measurements,
  t.highest AS highest_10_percent_avg_sfr,
  t.lowest AS lowest_10_percent_avg_sfr,
  CASE WHEN c.days > 0 THEN w.temperature END AS avg_temperature
FROM cell c
FULL OUTER JOIN own_cell o
  ON o.region = c.region
  AND o.species_code = c.species_code
  AND o.weight_group = c.weight_group
  AND o.degrees = c.degrees
JOIN feed_weight_group b ON b.weight_group = coalesce(c.weight_group, o.weight_group)
LEFT JOIN tail_mean t ON t.cell = c.cell
LEFT JOIN degree_temperature w ON w.region = c.region AND w.degrees = c.degrees
ORDER BY region_order(coalesce(c.region, o.region)), coalesce(c.species_code, o.species_code), coalesce(c.weight_group, o.weight_group),
  coalesce(c.degrees, o.degrees)
