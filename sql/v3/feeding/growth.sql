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
confidentiality: {rule: benchmark, sum: [estimated_growth_rate]}
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
-- root add up to that from the first to the last weight. So 1 January, which has no growth here, is in it.
WITH
own_unit_day AS (
  SELECT
    d.date,
    d.site_id,
    d.fish_count,
    d.avg_weight_gram,
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
    AND f.farmer_group_key = :own_group
    AND p.site_placement = 'offshore'
    AND p.platform_area_id IS NOT NULL
    AND d.fish_count > 0
  WINDOW fish AS (PARTITION BY d.site_id, d.unit_id, d.farmer_id, d.cohort_id ORDER BY d.date)
),
warmth AS (
  SELECT
    month_start(d.date) AS month,
    d.platform_area_id,
    d.by_generation,
    thermal_growth_coefficient(sum(root_growth(d.avg_weight_gram, d.gram_before)), sum(t.temperature)) AS coefficient
  FROM own_unit_day d
  JOIN own_temperature t ON t.site_id = d.site_id AND t.date = d.date
  WHERE d.passes
    AND d.feed_g IS NOT NULL
    AND d.date_before = plus_days(d.date, -1)
    AND has_no_move_in(d.fish_count, d.count_before)
  GROUP BY 1, 2, 3
)
SELECT
  t.month,
  a.platform_area_name,
  a.production_area_ids,
  t.by_generation AS generation,
  growth_rate(t.gain_g, t.gain_biomass_g) AS estimated_growth_rate,
  growth_rate(t.own_gain_g, t.own_gain_biomass_g) AS farmer_estimated_growth_rate,
  kilograms(own_count(t.own_gain_g, :is_farmer)) AS farmer_estimated_gain_kg,
  w.coefficient AS farmer_thermal_growth_coefficient,
  share(t.own_gain_biomass_g, t.own_biomass_days) AS farmer_compared_share,
  month_end(t.month) <= :complete_through AS is_complete
FROM grown_total t
JOIN area a ON a.platform_area_id = t.platform_area_id
LEFT JOIN warmth w
  ON w.month = t.month
  AND w.platform_area_id = t.platform_area_id
  AND w.by_generation IS NOT DISTINCT FROM t.by_generation
ORDER BY t.month, t.platform_area_id, generation_order(t.by_generation), t.by_generation
OFFSET :offset LIMIT :row_limit
