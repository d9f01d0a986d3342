-- The lice of the authority's reports become lice_week. A weekly lice report replaces the rows that came from weekly reports, for its weeks. A row of
-- either source replaces a food-safety report's row of the same site and week. If a delivery has both, the weekly report takes precedence, since it
-- has the limit, too.

-- name: lice_week
SELECT {columns} FROM ({published}) AS o
WHERE NOT (data_source = 'barentswatch' AND week IN (SELECT week FROM report_week WHERE target = 'lice'))
  AND NOT EXISTS (SELECT 1 FROM report_lice AS r WHERE r.week = o.week AND r.site_id = o.site_id)
UNION ALL
SELECT {columns} FROM (
  SELECT * FROM report_lice
  QUALIFY row_number() OVER (PARTITION BY week, site_id ORDER BY data_source, file_no, line) = 1
) WHERE in_year(week)

-- name: lice_count
-- What farmers counted. A file replaces the days of its sites.
SELECT {columns} FROM good_lice WHERE in_year(date)
UNION ALL
SELECT {columns} FROM touched_lice AS o
WHERE in_year(date)
  AND NOT EXISTS (SELECT 1 FROM span_lice AS s
    WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)

-- name: lice_years
-- The years of the delivered weeks.
SELECT DISTINCT year(week) FROM (SELECT week FROM report_week WHERE target = 'lice' UNION ALL SELECT week FROM report_lice)
