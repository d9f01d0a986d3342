-- The lice of the authority's reports become lice_week. A weekly report's weeks replace those of weekly reports; a site's week in it, or in a
-- report to the food-safety authority, replaces the latter's. Where both have a site's week, the weekly report goes before: it has the limit, too.

-- name: lice_week
SELECT {columns} FROM ({published}) AS o
WHERE NOT (data_source = 'barentswatch' AND week IN (SELECT week FROM report_week WHERE target = 'lice'))
  AND NOT EXISTS (SELECT 1 FROM report_lice AS r WHERE r.week = o.week AND r.site_id = o.site_id)
UNION ALL
SELECT {columns} FROM (
  SELECT * FROM report_lice
  QUALIFY row_number() OVER (PARTITION BY week, site_id ORDER BY data_source, file_no, line) = 1
) WHERE in_year(week)

-- name: lice_years
-- The years of the delivered weeks.
SELECT DISTINCT year(week) FROM (SELECT week FROM report_week WHERE target = 'lice' UNION ALL SELECT week FROM report_lice)
