-- The day up to which a snapshot is complete (definitions.md, section 1). Parts are the lake's tables.

-- name: complete_through
-- Of the sea sites with fish of counted species in the 14 days up to the last day of the data, at least 95 % have delivered that day or a
-- later one. By sites, not by fish: a share of the fish would tell a late company's size. Sites that are unconfirmed (claims.sql) do not count.
WITH
site_end AS (
  SELECT d.site_id, max(d.date) AS last_day
  FROM ({stock_day}) d
  JOIN ({site}) s ON s.site_id = d.site_id
  LEFT JOIN ({species}) k ON k.code = d.species_code
  WHERE d.date > CAST(:data_end AS DATE) - 14
    AND s.placement = 'offshore'
    AND d.site_id NOT IN ({unconfirmed})
  GROUP BY d.site_id
  HAVING count(*) FILTER (WHERE d.fish_count > 0 AND k.is_counted) > 0
),
ranked AS (
  SELECT last_day, row_number() OVER (ORDER BY last_day DESC) AS place, count(*) OVER () AS sites
  FROM site_end
)
SELECT max(last_day)
FROM ranked
WHERE 100 * place >= 95 * sites
