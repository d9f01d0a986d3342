/*
parameters: [rows, sums]
with: [stock]
*/
-- The totals of each row of the response: the benchmark's sums, null without an included atom, and the caller's own.
{as}side_total AS (
  SELECT
    is_own,
    {row},
    {part},
    sum({sum}) AS {sum},
    count(DISTINCT site_number) AS site_count
  FROM {as}stock
  GROUP BY
    is_own,
    {row},
    {part},
),
{as}total AS (
  SELECT
    {row},
    {part},
    max({sum}) FILTER (WHERE NOT is_own) AS {sum},
    max({sum}) FILTER (WHERE is_own) AS own_{sum},
    max(site_count) FILTER (WHERE NOT is_own) AS site_count,
    max(site_count) FILTER (WHERE is_own) AS own_site_count
  FROM {as}side_total
  GROUP BY
    {row},
    {part},
)
