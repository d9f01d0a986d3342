/*
summary: Feeding days of a platform area by whole degrees of temperature, over the window
family: feeding
order: platform area id, degrees
fields:
  avg_temperature: {type: number, decimals: 2, unit: °C, meaning: mean temperature of the feeding days}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  count: {type: integer, unit: site-days, meaning: "benchmark feeding days: a day on which a site feeds and has a temperature"}
  rate_of_days_by_temperature: {type: number, unit: fraction, meaning: "share of the area's feeding days, those of hidden rows among them"}
*/
-- A row is a platform area and the degrees up to the next whole one. Sites on land count where they lie in an area. Decisions
-- where the definitions are silent: what a row shows rests on the farmer groups with a feeding day in it (one that reports feed
-- of 0 only has none); a row of the caller's days alone has, with exclude_self, no values.
WITH
group_day AS (
  SELECT
    date,
    site_id,
    platform_area_id,
    farmer_group_key,
    coalesce(farmer_group_key = :own_group, false) AS is_own
  FROM unit_day
  WHERE date BETWEEN :first_day AND :last_day
    AND feed_g > 0
    AND platform_area_id IS NOT NULL
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3, 4
),
warm_day AS (
  SELECT
    g.site_id,
    g.date,
    g.platform_area_id,
    g.farmer_group_key,
    g.is_own,
    t.temperature,
    CAST(floor(CAST(t.temperature AS DOUBLE)) AS INTEGER) AS degrees
  FROM group_day g
  JOIN site_day_temperature t ON t.site_id = g.site_id AND t.date = g.date
  WHERE t.date BETWEEN :first_day AND :last_day
),
-- a site shared by groups has one feeding day
site_day AS (
  SELECT
    platform_area_id,
    degrees,
    site_id,
    date,
    max(temperature) FILTER (WHERE NOT (:exclude_self AND is_own)) AS temperature
  FROM warm_day
  GROUP BY 1, 2, 3, 4
),
cell_group AS (
  SELECT platform_area_id, degrees, count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups
  FROM warm_day
  GROUP BY 1, 2
),
cell AS (
  SELECT platform_area_id, degrees, count(temperature) AS day_count, sum(temperature) AS temperature_sum
  FROM site_day
  GROUP BY 1, 2
),
cell_share AS (
  SELECT cell.*, sum(day_count) OVER (PARTITION BY platform_area_id) AS area_day_count
  FROM cell
),
area AS (
  SELECT DISTINCT platform_area_id, platform_area_name
  FROM platform_area_member
)
SELECT
  mean_degrees(c.temperature_sum, c.day_count) AS avg_temperature,
  a.platform_area_name,
  published_count(c.day_count, g.other_groups, :min_groups) AS count,
  published(share(c.day_count, c.area_day_count), g.other_groups, :min_groups) AS rate_of_days_by_temperature
FROM cell_share c
JOIN cell_group g ON g.platform_area_id = c.platform_area_id AND g.degrees = c.degrees
JOIN area a ON a.platform_area_id = c.platform_area_id
ORDER BY c.platform_area_id, c.degrees
OFFSET :offset LIMIT :row_limit
