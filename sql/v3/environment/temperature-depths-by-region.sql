/*
summary: Sea temperature by day, platform area and depth
is_not: "A mean of the sites that measured on that day; not one profile of the sea. The depths come from different sites, so their difference need not
    be a layering."
family: environment
slice: date
order: date, platform area id
with: [area]
fields:
  date: {type: date, meaning: the day}
  production_region_name: {type: string, meaning: "the area's region: Sør, Midt or Nord"}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  temperature_measurement_count: {type: integer, unit: measurements, meaning: measurements at all sites and depths}
  temperature_shallow: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages above 5 m}
  temperature_medium: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages from 5 m and above 15 m}
  temperature_deep: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages from 15 m down}
  temperature_unknown: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages of readings without a depth}
  avg_temperature: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages over all depths}
  min_temperature: {type: number, decimals: 2, unit: °C, meaning: the coldest reading}
  max_temperature: {type: number, decimals: 2, unit: °C, meaning: the warmest reading}
  sites_count: {type: integer, unit: sites, meaning: sites with a reading that day}
*/
WITH
area_day AS (
  SELECT
    d.date,
    m.platform_area_id,
    sum(d.measurement_count) AS measurement_count,
    mean_degrees(sum(d.shallow), sum(d.shallow_sites)) AS shallow,
    mean_degrees(sum(d.medium), sum(d.medium_sites)) AS medium,
    mean_degrees(sum(d.deep), sum(d.deep_sites)) AS deep,
    mean_degrees(sum(d.unknown), sum(d.unknown_sites)) AS unknown,
    mean_degrees(sum(d.temperature), sum(d.sites)) AS temperature,
    min(d.coldest) AS coldest,
    max(d.warmest) AS warmest,
    CAST(sum(d.sites) AS BIGINT) AS site_count
  FROM area_day_temperature d
  JOIN platform_area_member m ON m.production_area_id = d.production_area_id
  WHERE d.date BETWEEN :first_day AND :last_day
    AND (:all_areas OR d.production_area_id IN (:areas))
  GROUP BY 1, 2
)
SELECT
  c.date,
  a.production_region_name,
  a.platform_area_name,
  a.production_area_ids,
  c.measurement_count AS temperature_measurement_count,
  c.shallow AS temperature_shallow,
  c.medium AS temperature_medium,
  c.deep AS temperature_deep,
  c.unknown AS temperature_unknown,
  c.temperature AS avg_temperature,
  c.coldest AS min_temperature,
  c.warmest AS max_temperature,
  c.site_count AS sites_count
FROM area_day c
JOIN area a ON a.platform_area_id = c.platform_area_id
ORDER BY c.date, a.platform_area_id
OFFSET :offset LIMIT :row_limit
