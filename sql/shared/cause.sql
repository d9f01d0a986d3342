/*
parameters: [rows, losses]
with: [loss]
*/
-- The sums of each cause in a row of the response: the benchmark's losses and the caller's own.
{as}side_cause AS (
  SELECT
    is_own,
    {rows},
    sum({loss}) AS {loss},
    category_code
  FROM {as}loss
  GROUP BY is_own, {rows}, category_code
),
{as}cause AS (
  SELECT
    {rows},
    coalesce(max({loss}) FILTER (WHERE NOT is_own), 0) AS {loss},
    coalesce(max({loss}) FILTER (WHERE is_own), 0) AS own_{loss},
    category_code
  FROM {as}side_cause
  GROUP BY {rows}, category_code
)
