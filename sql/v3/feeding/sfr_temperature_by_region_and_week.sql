/*
summary: Specific feed rate and sea temperature by ISO week and platform area
is_not: "Feed given, not feed eaten, and unit-days without a report are left out. The temperature is that of all sites at sea of the area, not of the
    fed sites alone."
family: feeding
period: week
slice: feeding_week
order: week, platform area id
confidentiality: {rule: benchmark, sum: [specific_feed_rate, site_count], public: [temperature]}
rows: [week, platform_area_id]
with: [area, fed]
fields:
  feeding_week: {type: date, meaning: Monday of the ISO week}
  temperature: {type: number, decimals: 2, unit: °C, meaning: "the area's sea temperature, the mean of its sites' averages; all sites at sea"}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  specific_feed_rate: {type: number, decimals: 2, unit: percent of body weight per day, meaning: "benchmark feed per biomass, over unit-days that
      report feed"}
  site_count: {type: integer, unit: sites, meaning: benchmark sites that report feed in the week}
  farmer_specific_feed_rate: {type: number, unit: percent of body weight per day, meaning: the caller's own}
  farmer_site_count: {type: integer, unit: sites, meaning: the caller's sites that report feed in the week}
  is_complete: {type: boolean, meaning: "whether the data cover the week; rates of a week that is not complete are scaled to the whole one and say
      little"}
*/
WITH
-- temperatures are of all sites at sea, with or without fish
area_temperature AS (
  SELECT t.week, m.platform_area_id, mean_degrees(sum(t.temperature), count(t.temperature)) AS temperature
  FROM site_week_temperature t
  JOIN platform_area_member m ON m.production_area_id = t.production_area_id
  WHERE t.week BETWEEN :first_day AND :last_day
    AND (:all_areas OR t.production_area_id IN (:areas))
  GROUP BY 1, 2
)
SELECT
  f.week AS feeding_week,
  t.temperature,
  a.platform_area_name,
  a.production_area_ids,
  f.feed_rate AS specific_feed_rate,
  f.site_count,
  f.own_feed_rate AS farmer_specific_feed_rate,
  own_count(f.own_site_count, :is_farmer) AS farmer_site_count,
  plus_days(f.week, 6) <= :complete_through AS is_complete
FROM fed f
JOIN area a ON a.platform_area_id = f.platform_area_id
LEFT JOIN area_temperature t ON t.platform_area_id = f.platform_area_id AND t.week = f.week
ORDER BY f.week, a.platform_area_id
OFFSET :offset LIMIT :row_limit
