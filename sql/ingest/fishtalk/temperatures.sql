/*
table: temperatures
summary: The site's mean temperature of the day, by depth where sensors say it
*/
-- Sensors count for each depth; a reading that no sea has is a row of its own, so that it is rejected. Where a site's day has none, the status
-- counts, at no known depth. Populations of one site often repeat one reading; the export does not say which do, so each counts.
SELECT
  min(origin) AS origin,
  date,
  site_id,
  TRY_CAST(round(sum(degrees) * 1e0 / count(*), 2) AS DECIMAL(18, 6)) AS temperature,
  count(*) AS measurement_count,
  depth_m
FROM reading
GROUP BY date, site_id, depth_m, CASE WHEN NOT is_sea THEN origin END
UNION ALL
SELECT
  min(origin) AS origin,
  date,
  site_id,
  TRY_CAST(round(sum(temperature) * 1e0 / count(temperature), 2) AS DECIMAL(18, 6)) AS temperature,
  count(temperature) AS measurement_count,
  NULL AS depth_m
FROM population_day d
WHERE temperature IS NOT NULL AND NOT EXISTS (SELECT 1 FROM reading r WHERE r.site_id = d.site_id AND r.date = d.date AND r.is_sea)
GROUP BY date, site_id
