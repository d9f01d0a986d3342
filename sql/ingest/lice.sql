-- The lice of the weekly reports become lice_week. A report's weeks replace the lake's.

-- name: lice_week
SELECT {columns} FROM ({published})
WHERE week NOT IN (SELECT week FROM report_week WHERE target = 'lice')
UNION ALL
SELECT {columns} FROM (
  SELECT * FROM report_lice
  QUALIFY row_number() OVER (PARTITION BY week, site_id ORDER BY file_no, line) = 1
) WHERE in_year(week)

-- name: lice_years
-- The years of the delivered weeks.
SELECT DISTINCT year(week) FROM report_week WHERE target = 'lice'
