/*
parameters: [rows, losses]
with: [loss]
*/
-- The sums of each cause in a row of the response: the benchmark's losses and the caller's own.
{as}side_cause AS (
  SELECT
    is_own,
    {row},
    {part},
    category_code,
    sum({sum}) AS {sum},
  FROM {as}loss
  GROUP BY
    is_own,
    {row},
    {part},
    category_code
),
{as}cause AS (
  SELECT
    {row},
    {part},
    category_code,
    coalesce(max({sum}) FILTER (WHERE NOT is_own), 0) AS {sum},
    coalesce(max({sum}) FILTER (WHERE is_own), 0) AS own_{sum},
  FROM {as}side_cause
  GROUP BY
    {row},
    {part},
    category_code
)
