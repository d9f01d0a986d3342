-- The content of the authority's own files, in the staging tables.

-- name: first_staged
-- A file's first rows as they would be stored, each as a text, for ingest --explain.
SELECT CAST(r AS VARCHAR) FROM (SELECT * EXCLUDE (file_no) FROM {table} WHERE file_no = :file ORDER BY ALL LIMIT 3) AS r

-- name: known_areas
SELECT area_id, area_name FROM new_production_area

-- name: set_outlines
UPDATE new_production_area SET area_name = o.area_name, area_geojson = o.area_geojson
FROM found_outline AS o
WHERE o.area_id = new_production_area.area_id AND o.file_no = :file_no

-- name: other_temperatures
-- Temperatures of a site and week that an earlier file has differently.
SELECT file_no, line, temperature, first_file
FROM (
  SELECT
    file_no, line, temperature, first_value(file_no) OVER earlier_first AS first_file,
    first_value(temperature) OVER earlier_first AS first_temperature
  FROM report_temperature
  WINDOW earlier_first AS (PARTITION BY date, site_id ORDER BY file_no, line)
)
WHERE temperature <> first_temperature

-- name: other_lice
-- Lice of a site and week that an earlier weekly report has differently.
SELECT file_no, line, adult_female, first_file
FROM (
  SELECT
    file_no, line, adult_female, first_value(file_no) OVER earlier_first AS first_file,
    [adult_female, mobile, attached, lice_limit] AS lice, [is_above_limit, has_counted, is_probably_without_fish] AS said,
    first_value([adult_female, mobile, attached, lice_limit]) OVER earlier_first AS first_lice,
    first_value([is_above_limit, has_counted, is_probably_without_fish]) OVER earlier_first AS first_said
  FROM report_lice
  WHERE data_source = 'barentswatch'
  WINDOW earlier_first AS (PARTITION BY week, site_id ORDER BY file_no, line)
)
WHERE lice IS DISTINCT FROM first_lice OR said IS DISTINCT FROM first_said

-- name: other_periods
-- Last days of a disease that an earlier file has differently in the same week.
SELECT file_no, line, to_date, first_file
FROM (
  SELECT file_no, line, to_date, first_value(file_no) OVER earlier_first AS first_file, first_value(to_date) OVER earlier_first AS first_day
  FROM report_disease
  WINDOW earlier_first AS (PARTITION BY week, site_id, disease, status, from_date ORDER BY file_no)
)
WHERE to_date IS DISTINCT FROM first_day

-- name: rejected_rows
SELECT file_no, line FROM ({rejected})

-- name: drop_rejected
DELETE FROM {table} WHERE (file_no, line) IN (SELECT file_no, line FROM rejected_report_row)

-- name: taken_elsewhere
-- What the snapshot takes from another file of the delivery than this one: from a canonical table, or from a file of the authority.
SELECT file_no, canonical, CASE WHEN canonical IS NULL THEN other END, what, count(*)
FROM (
  SELECT DISTINCT
    file_no, 'months' AS what, CASE WHEN month IN (SELECT month FROM good_authority_month) THEN 'authority_month' END AS canonical,
    first_value(file_no) OVER (PARTITION BY month ORDER BY layout DESC, file_name DESC) AS other, CAST(month AS VARCHAR) AS id
  FROM statistics_month
  UNION ALL
  SELECT
    file_no, 'sites', CASE WHEN site_id IN (SELECT site_id FROM good_site) THEN 'site' END,
    first_value(file_no) OVER (PARTITION BY site_id ORDER BY as_of DESC, file_no DESC), site_id
  FROM register_site
  UNION ALL
  SELECT
    file_no, 'areas', NULL, first_value(file_no) OVER (PARTITION BY area_id ORDER BY file_no DESC), CAST(area_id AS VARCHAR)
  FROM found_outline
  UNION ALL
  SELECT file_no, 'measures', NULL, first_value(file_no) OVER (PARTITION BY treatment_id ORDER BY file_no, line), treatment_id
  FROM report_treatment
  UNION ALL
  SELECT file_no, 'temperatures', NULL, first_value(file_no) OVER (PARTITION BY date, site_id ORDER BY file_no, line), site_id
  FROM report_temperature
  UNION ALL
  SELECT file_no, 'lice counts', NULL, first_value(file_no) OVER (PARTITION BY week, site_id ORDER BY data_source, file_no, line), site_id
  FROM report_lice
  UNION ALL
  SELECT
    file_no, 'periods', NULL, first_value(file_no) OVER (PARTITION BY site_id, disease, status, from_date ORDER BY week DESC, file_no),
    concat_ws(' ', site_id, disease, status, from_date)
  FROM report_disease
  UNION ALL
  SELECT file_no, 'periods of ' || kind, NULL, first_value(file_no) OVER (PARTITION BY kind, period ORDER BY file_no DESC),
    CAST(period AS VARCHAR)
  FROM institute_quartile
  UNION ALL
  SELECT file_no, 'months', NULL, first_value(file_no) OVER (PARTITION BY month ORDER BY file_no DESC), CAST(month AS VARCHAR)
  FROM institute_loss
)
WHERE canonical IS NOT NULL OR other <> file_no
GROUP BY ALL
ORDER BY ALL

-- name: unknown_sites
-- A row may be in several tables.
SELECT DISTINCT file_no, line, site_id
FROM (
  SELECT file_no, line, site_id FROM report_treatment
  UNION ALL
  SELECT file_no, line, site_id FROM report_temperature
  UNION ALL
  SELECT file_no, line, site_id FROM report_lice
  UNION ALL
  SELECT file_no, line, site_id FROM report_disease
)
WHERE site_id NOT IN (SELECT site_id FROM new_site)

-- name: corrected_weeks
-- Sites and weeks of food-safety reports of which another file has a later report: that file has the week.
SELECT file_no, site_id, week, later
FROM (
  SELECT file_no, site_id, week, first_value(file_no) OVER (PARTITION BY site_id, week ORDER BY sent_ms DESC, file_no) AS later
  FROM report_site_week
)
WHERE later <> file_no

-- name: count_corrected
SELECT file_no, later, count(*) FROM ({corrected_weeks}) GROUP BY file_no, later ORDER BY file_no, later

-- name: drop_corrected
DELETE FROM {table} WHERE (file_no, site_id, {day}) IN (SELECT file_no, site_id, week FROM ({corrected_weeks}))

-- name: reported_measures
-- Measures of a site and week that the food-safety reports have. Those know nothing of cleaner fish.
SELECT file_no, count(*)
FROM report_treatment
WHERE treatment_id LIKE 'lice-%' AND treatment_category <> 'Cleanerfish'
  AND (site_id, date) IN (SELECT site_id, week FROM report_site_week)
GROUP BY file_no

-- name: drop_reported_measures
DELETE FROM report_treatment
WHERE treatment_id LIKE 'lice-%' AND treatment_category <> 'Cleanerfish'
  AND (site_id, date) IN (SELECT site_id, week FROM report_site_week)

-- name: known_lice
-- Lice of the food-safety reports that the lake has of the weekly report, which knows the limit, too.
SELECT file_no, count(*)
FROM report_lice
WHERE data_source = 'mattilsynet'
  AND (site_id, week) IN (SELECT site_id, week FROM old_lice_week WHERE data_source = 'barentswatch')
  AND week NOT IN (SELECT week FROM report_week WHERE target = 'lice')
GROUP BY file_no

-- name: drop_known_lice
DELETE FROM report_lice
WHERE data_source = 'mattilsynet'
  AND (site_id, week) IN (SELECT site_id, week FROM old_lice_week WHERE data_source = 'barentswatch')
  AND week NOT IN (SELECT week FROM report_week WHERE target = 'lice')

-- name: covered_months
-- For each file of figures by county, the number of its months that are known by production area.
SELECT file_no, count(DISTINCT month)
FROM statistics_month
WHERE layout = 0 AND (month IN (SELECT month FROM statistics_month WHERE layout > 0)
  OR month IN (SELECT month FROM old_authority_month WHERE production_area_id IS NOT NULL))
GROUP BY file_no

-- name: drop_covered_months
-- Of {table}, the months or the stocking years.
DELETE FROM {table}
WHERE month > CAST(getvariable('today') AS DATE) OR (layout = 0
  AND (month IN (SELECT month FROM {table} WHERE layout > 0)
    OR month IN (SELECT month FROM old_authority_month WHERE production_area_id IS NOT NULL)))
