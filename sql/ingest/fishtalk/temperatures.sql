/*
table: temperatures
summary: The site's mean temperature of the day, at no known depth
*/
-- Populations of one site often repeat one reading; the export does not say which do, so each counts as a measurement.
SELECT
  min(origin) AS origin,
  date,
  site_id,
  TRY_CAST(round(sum(temperature) * 1e0 / count(temperature), 2) AS DECIMAL(18, 6)) AS temperature,
  count(temperature) AS measurement_count
FROM population_day
WHERE temperature IS NOT NULL
GROUP BY date, site_id
