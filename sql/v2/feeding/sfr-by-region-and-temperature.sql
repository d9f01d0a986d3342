/*
summary: Daily specific feed rate by region, species, weight and sea temperature
is_not: "Feed given, not feed eaten, at the weight that the farm estimates. A mean over unit-days: a small pen counts as much as a large one."
family: feeding_v2
access: farmer
set: {by_country: false}
order: region (Sør, Midt, Nord), species, weight group, temperature
confidentiality:
  rule: "unit-days count from the ledger alone, where each month's cover enough farmer groups, grouped as atoms are; the tails and the median are made
      once for each calendar quarter, for every caller, where they cover as many, also when known sums are subtracted"
  sum: [avg_sfr, num_of_measurements]
  made_once: [median_sfr, "*_10_percent_avg_sfr"]
  public: [weight_group, "weight_bucket_*", temperature, avg_temperature]
with: [fed_degree]
fields:
  region: {type: string, meaning: "Sør, Midt or Nord"}
  weight_group: {type: integer, meaning: "number of the weight group, 1 to 9"}
  weight_bucket_name: {type: string, meaning: the weight group in words}
  weight_bucket_start: {type: integer, unit: gram, meaning: its least weight}
  weight_bucket_end: {type: integer, unit: gram, meaning: "its greatest whole gram, inclusive; a group reaches to the next one's start; null for the
      last"}
  species: {type: string, meaning: FAO code of the species}
  temperature: {type: number, unit: °C, meaning: "whole degrees, the site's mean temperature of the day rounded down"}
  avg_sfr: {type: number, decimals: 4, unit: percent of body weight per day, meaning: mean over the unit-days}
  median_sfr: {type: number, unit: percent of body weight per day, meaning: "median of the unit-days of all companies, the caller's too: the mean of
      the eight newest released quarters in which it may be shown, by the unit-days
      shown of them"}
  num_of_measurements: {type: integer, unit: unit-days, meaning: unit-days in the benchmark}
  highest_10_percent_avg_sfr: {type: number, unit: percent of body weight per day, meaning: "mean of the unit-days at or above the 90th percentile, of
      the same quarters and companies, where it may be shown"}
  lowest_10_percent_avg_sfr: {type: number, unit: percent of body weight per day, meaning: "mean of the unit-days at or below the 10th percentile,
      likewise"}
  avg_temperature: {type: number, unit: °C, meaning: "mean of the sea temperatures of these degrees: all days of all sites at sea there in those
      months, fed or not"}
*/
-- Benchmark values are of unit-days of the last 24 released months, as they were when their month was released: at sea, with feed reported (0
-- too), biomass of counted species and a temperature of the site that day. All that the ledger has of a cell may be summed, so nothing is hidden
-- at request time. Unit-days outside every region, and those of a region that too few groups share, count for the country only.
-- The tails and the median were made and judged when their quarter was released: exclude_self does not change them.
-- The mean temperature is that of the sea, of all sites and days (the degree itself if the readings have changed since the release): a mean over the
-- unit-days would tell on which sites they are.
-- Where nothing is released, a row without values is returned to a caller with unit-days in the snapshot's last 24 months.
WITH
own_cell AS (
  SELECT DISTINCT
    CASE WHEN :by_country THEN 'Norge' ELSE production_region_name END AS region,
    species_code,
    weight_group,
    degrees
  FROM group_feed_cell
  WHERE farmer_group_key = :own_group
    AND (:by_country OR production_region_name IS NOT NULL)
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
  CASE WHEN c.days > 0 THEN coalesce(w.temperature, c.degrees) END AS avg_temperature
FROM cell c
FULL OUTER JOIN own_cell o
  ON o.region = c.region
  AND o.species_code = c.species_code
  AND o.weight_group = c.weight_group
  AND o.degrees = c.degrees
JOIN feed_weight_group b ON b.weight_group = coalesce(c.weight_group, o.weight_group)
LEFT JOIN feed_tail t
  ON t.region = c.region
  AND t.species_code = c.species_code
  AND t.weight_group = c.weight_group
  AND t.degrees = c.degrees
  AND c.days > 0
LEFT JOIN degree_temperature w ON w.region = c.region AND w.degrees = c.degrees
ORDER BY region_order(coalesce(c.region, o.region)), coalesce(c.species_code, o.species_code), coalesce(c.weight_group, o.weight_group),
  coalesce(c.degrees, o.degrees)
