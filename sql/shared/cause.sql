/*
parameters: [rows, losses]
with: [loss]
*/
-- The sums of each cause in a row of the response: the benchmark's losses and the caller's own.
{as}side_cause AS (
  SELECT
    is_own,
    {rows},
    category_code,
    sum({loss}) AS {loss},
  FROM {as}loss
  GROUP BY is_own, {rows}, category_code
),
{as}cause AS (
  SELECT
    {rows},
    category_code,
    coalesce(max({loss}) FILTER (WHERE NOT is_own), 0) AS {loss},
    coalesce(max({loss}) FILTER (WHERE is_own), 0) AS own_{loss},
  FROM {as}side_cause
  GROUP BY {rows}, category_code
)
