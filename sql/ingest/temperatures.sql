-- Temperatures become temperature_day: the farmers' and those of the authority's lice report. A report's reading is stored at the
-- week's Monday and at three metres, the depth that the rules on lice counts require.

-- name: has_others
-- Whether there are other rows than those that farmers deliver now.
SELECT 1 FROM touched_temperature UNION ALL SELECT 1 FROM report_temperature LIMIT 1

-- name: temperature_day
SELECT {columns} FROM (SELECT *, 'farmer' AS data_source FROM good_temperatures) WHERE in_year(date)
UNION ALL
SELECT {columns} FROM touched_temperature AS o
WHERE in_year(date)
  AND NOT EXISTS (SELECT 1 FROM span_temperatures AS s
    WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)
  AND NOT (o.data_source = 'authority' AND monday(date) IN (SELECT week FROM report_week WHERE target = 'temperature'))
UNION ALL
SELECT {columns} FROM (
  SELECT *, NULL AS farmer_id, 3 AS depth_m, 1 AS measurement_count, 'authority' AS data_source
  FROM report_temperature
  QUALIFY row_number() OVER (PARTITION BY date, site_id ORDER BY file_no, line) = 1
) WHERE in_year(date)

-- name: fresh_rows
-- Only rows that were delivered now: texts are not checked again.
SELECT * FROM in_temperatures WHERE in_year(date)

-- name: fresh_temperature_day
SELECT t.date, p.site_id, p.farmer_id, t.depth_m, t.temperature, t.measurement_count, 'farmer' AS data_source
FROM in_temperatures AS t
JOIN text_place AS p USING (place)
WHERE in_year(t.date)
