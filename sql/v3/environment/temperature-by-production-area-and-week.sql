/*
summary: Sea temperature by production area and ISO week
is_not: "A mean of the sites that measured in that week, at any depth; not a mean over the area's sea. The running week holds the days so far."
family: environment
period: week
slice: measurement_week_date
order: production area id, week
fields:
  production_area_id: {type: integer, meaning: number of the production area}
  production_region_name: {type: string, meaning: "its region: Sør, Midt or Nord"}
  measurement_week_date: {type: date, meaning: Monday of the ISO week}
  avg_temperature: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages}
  median_temperature: {type: number, decimals: 2, unit: °C, meaning: median of the sites' averages}
  min_site_avg_temperature: {type: number, decimals: 2, unit: °C, meaning: the coldest site's average}
  max_site_avg_temperature: {type: number, decimals: 2, unit: °C, meaning: the warmest site's average}
  total_measurement_count: {type: number, decimals: 2, unit: measurements, meaning: measurements at all sites}
  std_dev_avg_temperature: {type: number, decimals: 2, unit: °C, meaning: sample standard deviation of the sites' averages; null for one site}
  is_current_week: {type: boolean, meaning: whether today lies in the week}
  is_previous_week: {type: boolean, meaning: whether it is the week before today's}
*/
-- Every site counts once.
SELECT
  s.production_area_id,
  a.region_name AS production_region_name,
  s.week AS measurement_week_date,
  mean_degrees(sum(s.temperature), count(s.temperature)) AS avg_temperature,
  median_degrees(array_agg(CAST(s.temperature AS DOUBLE))) AS median_temperature,
  min(s.temperature) AS min_site_avg_temperature,
  max(s.temperature) AS max_site_avg_temperature,
  sum(s.measurement_count) AS total_measurement_count,
  CAST(stddev_samp(CAST(s.temperature AS DOUBLE)) AS DECIMAL(18, 12)) AS std_dev_avg_temperature,
  s.week = week_start(CAST(:today AS DATE)) AS is_current_week,
  s.week = plus_days(week_start(CAST(:today AS DATE)), -7) AS is_previous_week
FROM site_week_temperature s
JOIN production_area a ON a.area_id = s.production_area_id
WHERE s.week BETWEEN :first_day AND :last_day
  AND (:all_areas OR s.production_area_id IN (:areas))
GROUP BY s.production_area_id, a.region_name, s.week
ORDER BY s.production_area_id, s.week
OFFSET :offset LIMIT :row_limit
