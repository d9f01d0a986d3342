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
-- day. Sites outside every region count for the country alone. Decision where the definitions are silent: a row of the caller's
-- days alone has, with exclude_self, no values.
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
fed_day AS (
  SELECT
    CASE WHEN :by_country THEN 'Norge' ELSE d.production_region_name END AS region,
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
    coalesce(d.farmer_group_key = :own_group, false) AS is_own,
    feed_rate(d.feed_g, d.biomass_g) AS sfr,
    t.temperature
  FROM unit_day d
  JOIN site_day_temperature t ON t.site_id = d.site_id AND t.date = d.date
  WHERE d.date > plus_months(:data_end, -24)
    AND t.date > plus_months(:data_end, -24)
    AND d.feed_g IS NOT NULL
    AND d.biomass_g > 0
    AND (:by_country OR d.production_region_name IS NOT NULL)
),
cell AS (
  SELECT
    region,
    species_code,
    weight_group,
    degrees,
    count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups,
    count(sfr) FILTER (WHERE NOT (:exclude_self AND is_own)) AS day_count,
    sum(exact_mean(sfr, 1)) FILTER (WHERE NOT (:exclude_self AND is_own)) AS sfr_sum,
    sum(temperature) FILTER (WHERE NOT (:exclude_self AND is_own)) AS temperature_sum,
    array_agg(sfr) FILTER (WHERE NOT (:exclude_self AND is_own)) AS rates
  FROM fed_day
  GROUP BY 1, 2, 3, 4
),
percentile AS (
  SELECT
    cell.*,
    quantile_of(rates, 5e-1) AS median,
    quantile_of(rates, 9e-1) AS upper,
    quantile_of(rates, 1e-1) AS lower
  FROM cell
),
group_extreme AS (
  SELECT
    d.region,
    d.species_code,
    d.weight_group,
    d.degrees,
    d.farmer_group_key,
    d.is_own,
    count(d.sfr) FILTER (WHERE d.sfr >= p.upper) AS high_count,
    sum(exact_mean(d.sfr, 1)) FILTER (WHERE d.sfr >= p.upper) AS high_total,
    count(d.sfr) FILTER (WHERE d.sfr <= p.lower) AS low_count,
    sum(exact_mean(d.sfr, 1)) FILTER (WHERE d.sfr <= p.lower) AS low_total
  FROM fed_day d
  JOIN percentile p ON p.region = d.region AND p.species_code = d.species_code AND p.weight_group = d.weight_group
    AND p.degrees = d.degrees
  WHERE NOT (:exclude_self AND d.is_own)
    AND (d.sfr >= p.upper OR d.sfr <= p.lower)
  GROUP BY 1, 2, 3, 4, 5, 6
),
-- the ends rest on the groups whose unit-days they average
extreme AS (
  SELECT
    region,
    species_code,
    weight_group,
    degrees,
    exact_mean(sum(high_total), sum(high_count)) AS highest,
    count(farmer_group_key) FILTER (WHERE high_count > 0 AND NOT is_own) AS high_groups,
    exact_mean(sum(low_total), sum(low_count)) AS lowest,
    count(farmer_group_key) FILTER (WHERE low_count > 0 AND NOT is_own) AS low_groups
  FROM group_extreme
  GROUP BY 1, 2, 3, 4
)
SELECT
  p.region,
  p.weight_group,
  b.bucket_name AS weight_bucket_name,
  b.first_gram AS weight_bucket_start,
  b.last_gram AS weight_bucket_end,
  p.species_code AS species,
  p.degrees AS temperature,
  published(exact_mean(p.sfr_sum, p.day_count), p.other_groups, :min_groups) AS avg_sfr,
  published(p.median, p.other_groups, :min_groups) AS median_sfr,
  published_count(p.day_count, p.other_groups, :min_groups) AS num_of_measurements,
  published(x.highest, x.high_groups, :min_groups) AS highest_10_percent_avg_sfr,
  published(x.lowest, x.low_groups, :min_groups) AS lowest_10_percent_avg_sfr,
  exact_mean(p.temperature_sum, p.day_count) AS avg_temperature
FROM percentile p
JOIN weight_bucket b ON b.weight_group = p.weight_group
LEFT JOIN extreme x ON x.region = p.region AND x.species_code = p.species_code AND x.weight_group = p.weight_group
  AND x.degrees = p.degrees
ORDER BY region_order(p.region), p.species_code, p.weight_group, p.degrees
