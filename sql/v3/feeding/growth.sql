/*
summary: Estimated growth by month and platform area
is_not: "Weights are estimates until fish are weighed, and many come from a model that is fed with the feed: this is no check of the feed, and no feed
    conversion can be made of it. A correction of an estimate is in the growth of its day, and sorting out large fish looks like a loss of weight."
family: feeding
period: month
order: "month, platform area id, generation (year, spring first)"
parameters:
  from_date: {default_back: 12 weeks}
  group_by: {values: [area, area_and_generation], meaning: "what a row is for"}
confidentiality: {rule: benchmark, sum: [estimated_growth_rate], own: [compared_share, weighed_share]}
rows: [month, platform_area_id, {by_generation: "CASE WHEN :group_by <> 'area' THEN generation END"}]
with:
  - area
  - own_temperature
  - total: {as: grown, atom: feed_atom, sums: [gain_g, gain_biomass_g, biomass_days]}
fields:
  month: {type: date, meaning: the month's first day}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  generation: {type: string, meaning: "code of the generation; null by area"}
  estimated_growth_rate: {type: number, decimals: 2, unit: percent of body weight per day, meaning: "benchmark estimated growth per biomass, over
      unit-days that report feed and to which no fish were moved; null where those days are of too few groups"}
  farmer_estimated_growth_rate: {type: number, unit: percent of body weight per day, meaning: "the caller's own, over the same kind of unit-days"}
  farmer_growth_index: {type: number, meaning: "own growth / what fish of that weight grow at that temperature along the whole coast: 1.1 is a tenth
      more; null where nothing is compared"}
  compared_share: {type: number, unit: fraction, meaning: "the part of the caller's own biomass, day by day, that the index rests on: days with
      growth, a sea temperature and a rate of the coast"}
  weighed_share: {type: number, unit: fraction, meaning: "the part of the caller's own unit-days with growth on which the mean weight changed by more
      than 5 % at once: a weighing, not a model"}
  farmer_estimated_gain_kg: {type: number, unit: kg, meaning: "what the caller's own fish have gained on those unit-days"}
  farmer_thermal_growth_coefficient: {type: number, meaning: "1000 x the change of the cube root of the mean weight in grams / degree-days, over those
      of the caller's unit-days that have a sea temperature; each unit counts as much as its degree-days"}
  farmer_compared_share: {type: number, unit: fraction, meaning: "the part of the caller's own biomass, day by day, that the own growth rests on"}
  is_complete: {type: boolean, meaning: whether the data cover the month}
*/
-- Growth of a unit-day: fish x (mean weight - mean weight of the day before), if the unit reports feed, has the same cohort of the same company as
-- the day before, and its fish did not rise by more than 1 %. Growth and biomass of the rate are of the same unit-days. It lies in the unit-day's
-- cell, and 1 January has none, since a year's cells are made without the year before. Benchmark values are of atoms of feed whose unit-days with
-- growth are safe by themselves; the ledger has no growth of the others. At sea, by area.
--
-- The thermal growth coefficient has every own unit-day with growth and a sea temperature once: over the days of one unit the changes of the cube
-- root add up to that from the first to the last weight. So 1 January, which has no growth here, is in it, and in the index.
--
-- The index holds own growth of a unit-day against its biomass x the coast's rate (coast_growth) for its weight and whole degree, in the newest
-- released year before the month's. The rate is the same for every caller, who is in it too.
WITH
own_unit_day AS (
  SELECT
    d.date,
    d.site_id,
    d.fish_count,
    d.avg_weight_gram,
    d.biomass_g,
    d.feed_g,
    p.platform_area_id,
    CASE WHEN :group_by <> 'area' THEN d.generation END AS by_generation,
    lag(d.date) OVER fish AS date_before,
    lag(d.fish_count) OVER fish AS count_before,
    lag(d.avg_weight_gram) OVER fish AS gram_before,
    d.date >= CAST(:first_day AS DATE)
      AND (:all_areas OR p.production_area_id IN (:areas))
      AND (:all_generations OR d.generation IN (:generations))
      AND in_weight_range(weight_class(d.avg_weight_gram), :weight_range_start, :weight_range_end) AS passes
  FROM stock_day d
  JOIN farmer f ON f.farmer_id = d.farmer_id
  JOIN species k ON k.code = d.species_code AND k.is_counted
  JOIN site_place p ON p.site_id = d.site_id
  WHERE d.date BETWEEN plus_days(:first_day, -1) AND :last_day
    AND is_own(f.farmer_group_key, d.farmer_id, :own_group, :own)
    AND p.site_placement = 'offshore'
    AND p.platform_area_id IS NOT NULL
    AND d.fish_count > 0
  WINDOW fish AS (PARTITION BY d.site_id, d.unit_id, d.farmer_id, d.cohort_id ORDER BY d.date)
),
growing AS (
  SELECT
    month_start(d.date) AS month,
    period_start(d.date, 'year') AS year,
    d.platform_area_id,
    d.by_generation,
    d.avg_weight_gram,
    d.gram_before,
    d.biomass_g,
    gain_of(d.fish_count, d.avg_weight_gram, d.gram_before) AS gain_g,
    t.temperature
  FROM own_unit_day d
  LEFT JOIN own_temperature t ON t.site_id = d.site_id AND t.date = d.date
  WHERE d.passes
    AND d.feed_g IS NOT NULL
    AND d.date_before = plus_days(d.date, -1)
    AND has_no_move_in(d.fish_count, d.count_before)
),
rate_year AS (
  SELECT g.year, max(c.year) AS year_before
  FROM (SELECT DISTINCT year FROM growing) g
  JOIN coast_growth c ON c.year < g.year
  GROUP BY 1
),
expected AS (
  SELECT g.*, CASE WHEN c.growth_percent IS NOT NULL THEN exact_mean(g.biomass_g * c.growth_percent, 100) END AS expected_g
  FROM growing g
  LEFT JOIN rate_year y ON y.year = g.year
  LEFT JOIN coast_growth c
    ON c.year = y.year_before
    AND c.weight_from = growth_weight(g.avg_weight_gram)
    AND c.degrees = CAST(floor(CAST(g.temperature AS DOUBLE)) AS INTEGER)
),
own_growth AS (
  SELECT
    month,
    platform_area_id,
    by_generation,
    thermal_growth_coefficient(sum(root_growth(avg_weight_gram, gram_before)) FILTER (WHERE temperature IS NOT NULL), sum(temperature))
      AS coefficient,
    sum(gain_g) FILTER (WHERE expected_g IS NOT NULL) AS gain_g,
    sum(expected_g) AS expected_g,
    sum(biomass_g) FILTER (WHERE expected_g IS NOT NULL) AS biomass_g,
    share(count(*) FILTER (WHERE is_weighed(avg_weight_gram, gram_before)), count(*)) AS weighed_share
  FROM expected
  GROUP BY 1, 2, 3
)
SELECT
  t.month,
  a.platform_area_name,
  a.production_area_ids,
  t.by_generation AS generation,
  growth_rate(t.gain_g, t.gain_biomass_g) AS estimated_growth_rate,
  growth_rate(t.own_gain_g, t.own_gain_biomass_g) AS farmer_estimated_growth_rate,
  CASE WHEN w.expected_g > 0 THEN CAST(w.gain_g AS DOUBLE) / CAST(w.expected_g AS DOUBLE) END AS farmer_growth_index,
  share(w.biomass_g, t.own_biomass_days) AS compared_share,
  w.weighed_share,
  kilograms(own_count(t.own_gain_g, :is_farmer)) AS farmer_estimated_gain_kg,
  w.coefficient AS farmer_thermal_growth_coefficient,
  share(t.own_gain_biomass_g, t.own_biomass_days) AS farmer_compared_share,
  month_end(t.month) <= :complete_through AS is_complete
FROM grown_total t
JOIN area a ON a.platform_area_id = t.platform_area_id
LEFT JOIN own_growth w
  ON w.month = t.month
  AND w.platform_area_id = t.platform_area_id
  AND w.by_generation IS NOT DISTINCT FROM t.by_generation
ORDER BY t.month, t.platform_area_id, generation_order(t.by_generation), t.by_generation
OFFSET :offset LIMIT :row_limit
