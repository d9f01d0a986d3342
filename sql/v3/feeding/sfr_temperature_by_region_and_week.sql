/*
summary: Specific feed rate and sea temperature by ISO week and platform area
family: feeding
period: week
order: week, platform area id
fields:
  feeding_week: {type: date, meaning: Monday of the ISO week}
  temperature: {type: number, decimals: 2, unit: °C, meaning: "the area's sea temperature, the mean of its sites' averages; all sites at sea"}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  specific_feed_rate: {type: number, unit: percent of body weight per day, meaning: "benchmark feed per biomass, over unit-days that report feed"}
  site_count: {type: integer, unit: sites, meaning: benchmark sites that report feed in the week}
  farmer_specific_feed_rate: {type: number, unit: percent of body weight per day, meaning: the caller's own}
  farmer_site_count: {type: integer, unit: sites, meaning: the caller's sites that report feed in the week}
*/
-- Decision where the definitions are silent: a site or farmer group counts that reports feed and has fish on those unit-days.
WITH
area AS (
  SELECT
    platform_area_id,
    platform_area_name,
    array_agg(production_area_id ORDER BY production_area_id) AS production_area_ids
  FROM platform_area_member
  WHERE :all_areas OR production_area_id IN (:areas)
  GROUP BY 1, 2
),
site_week AS (
  SELECT
    week_start(date) AS week,
    platform_area_id,
    site_id,
    farmer_group_key,
    coalesce(farmer_group_key = :own_group, false) AS is_own,
    sum(feed_g) AS feed_g,
    sum(biomass_g) AS biomass_g
  FROM unit_day
  WHERE date BETWEEN :first_day AND :last_day
    AND feed_g IS NOT NULL
    AND platform_area_id IS NOT NULL
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3, 4
  HAVING sum(fish_count) > 0
),
cell AS (
  SELECT
    week,
    platform_area_id,
    count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups,
    count(DISTINCT site_id) FILTER (WHERE NOT (:exclude_self AND is_own)) AS site_count,
    sum(feed_g) FILTER (WHERE NOT (:exclude_self AND is_own)) AS feed_g,
    sum(biomass_g) FILTER (WHERE NOT (:exclude_self AND is_own)) AS biomass_g,
    count(DISTINCT site_id) FILTER (WHERE is_own) AS own_site_count,
    sum(feed_g) FILTER (WHERE is_own) AS own_feed_g,
    sum(biomass_g) FILTER (WHERE is_own) AS own_biomass_g
  FROM site_week
  GROUP BY 1, 2
),
-- temperatures are of all sites at sea, whatever fish they hold
area_temperature AS (
  SELECT t.week, m.platform_area_id, mean_degrees(sum(t.temperature), count(t.temperature)) AS temperature
  FROM site_week_temperature t
  JOIN platform_area_member m ON m.production_area_id = t.production_area_id
  WHERE t.week BETWEEN :first_day AND :last_day
    AND (:all_areas OR t.production_area_id IN (:areas))
  GROUP BY 1, 2
)
SELECT
  c.week AS feeding_week,
  t.temperature,
  a.platform_area_name,
  a.production_area_ids,
  published(feed_rate(c.feed_g, c.biomass_g), c.other_groups, :min_groups) AS specific_feed_rate,
  c.site_count,
  feed_rate(c.own_feed_g, c.own_biomass_g) AS farmer_specific_feed_rate,
  own_count(c.own_site_count, :is_farmer) AS farmer_site_count
FROM cell c
JOIN area a ON a.platform_area_id = c.platform_area_id
LEFT JOIN area_temperature t ON t.platform_area_id = c.platform_area_id AND t.week = c.week
ORDER BY c.week, a.platform_area_id
OFFSET :offset LIMIT :row_limit
