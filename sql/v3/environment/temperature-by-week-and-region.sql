/*
summary: Sea temperature by ISO week and region
is_not: "A mean of the sites that measured in that week, at any depth; not a mean over the sea of the region. Which sites measure changes from week to
    week."
family: environment
period: week
slice: measurement_week_date
order: week, region (Sør, Midt, Nord)
fields:
  production_region_name: {type: string, meaning: "the region: Sør, Midt or Nord"}
  measurement_week_date: {type: date, meaning: Monday of the ISO week}
  avg_temperature: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages}
  median_temperature: {type: number, decimals: 2, unit: °C, meaning: median of the sites' averages}
  min_site_avg_temperature: {type: number, decimals: 2, unit: °C, meaning: the coldest site's average}
  max_site_avg_temperature: {type: number, decimals: 2, unit: °C, meaning: the warmest site's average}
  total_measurement_count: {type: integer, unit: measurements, meaning: measurements at all sites}
  std_dev_avg_temperature: {type: number, decimals: 2, unit: °C, meaning: sample standard deviation of the sites' averages; null for one site}
  platform_area_name: {type: string, meaning: always null; a region is no platform area}
  production_area_ids: {type: "integer[]", meaning: the region's production areas that pass the filter}
*/
WITH
region AS (
  SELECT
    region_name,
    array_agg(area_id ORDER BY area_id) AS production_area_ids
  FROM production_area
  WHERE :all_areas OR area_id IN (:areas)
  GROUP BY 1
)
-- every site counts once
SELECT
  r.region_name AS production_region_name,
  s.week AS measurement_week_date,
  mean_degrees(sum(s.temperature), count(s.temperature)) AS avg_temperature,
  median_degrees(array_agg(CAST(s.temperature AS DOUBLE))) AS median_temperature,
  min(s.temperature) AS min_site_avg_temperature,
  max(s.temperature) AS max_site_avg_temperature,
  sum(s.measurement_count) AS total_measurement_count,
  CAST(stddev_samp(CAST(s.temperature AS DOUBLE)) AS DECIMAL(18, 12)) AS std_dev_avg_temperature,
  CAST(NULL AS VARCHAR) AS platform_area_name,
  r.production_area_ids
FROM site_week_temperature s
JOIN production_area a ON a.area_id = s.production_area_id
JOIN region r ON r.region_name = a.region_name
WHERE s.week BETWEEN :first_day AND :last_day
  AND (:all_areas OR s.production_area_id IN (:areas))
GROUP BY s.week, r.region_name, r.production_area_ids
ORDER BY s.week, region_order(r.region_name)
OFFSET :offset LIMIT :row_limit
