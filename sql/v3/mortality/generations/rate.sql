/*
summary: Losses of a generation in a platform area, month by month and added up since it came there
is_not: "The cumulative risk is the chance that a fish is lost while it stays at sea; it is not the share of the fish stocked, and it stops when few fish are left. Days in tanks on land count nowhere, and the benchmark passes over hidden pieces: hold farmer_compared_cumulative rates against it, not the caller's complete line."
family: mortality
period: month
look_back: all
order: "generation (year, spring first), platform area id, month"
confidentiality: benchmark
rows: [month, generation, platform_area_id]
sums: [fish_days, mortality_count, culling_count, loss_count]
with: [area, total]
each: {kind: [loss, mortality, culling]}
fields:
  loss_rate_month: {type: date, meaning: the month's last day}
  generation: {type: string, meaning: code of the generation}
  generation_month_number: {type: integer, unit: months, meaning: "months since the generation's first in the area, 0 in that one; null when it was there before the data"}
  farmer_generation_month_number: {type: integer, unit: months, meaning: "months since the caller's own first; null before it, and when it was there before the data"}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  "{kind}_rate": {type: number, unit: fraction per month, meaning: "benchmark {kind} per mean fish at risk"}
  "cumulative_{kind}_rate": {type: number, unit: fraction, meaning: "benchmark {kind} risk since the first month"}
  "farmer_{kind}_rate": {type: number, unit: fraction per month, meaning: "the caller's own {kind} per mean fish at risk"}
  "farmer_cumulative_{kind}_rate": {type: number, unit: fraction, meaning: "the caller's own {kind} risk since the first month"}
*/
-- A generation's first month in an area is that of its first stock row there, over all farmers and regardless of the filters. Months without a
-- rate add nothing to a risk.
WITH
first_month AS (
  SELECT
    c.generation,
    p.platform_area_id,
    month_start(min(c.first_date)) AS month,
    month_start(min(c.first_date) FILTER (WHERE f.farmer_group_key = :own_group)) AS own_month
  FROM cohort_year c
  JOIN site_place p ON p.site_id = c.site_id
  JOIN farmer f ON f.farmer_id = c.farmer_id
  GROUP BY 1, 2
),
rate AS (
  SELECT
    month,
    generation,
    platform_area_id,
    period_rate({kind}_count, fish_days, day(month_end(month))) AS {kind}_rate,
    period_rate(own_{kind}_count, own_fish_days, day(month_end(month))) AS farmer_{kind}_rate,
    month BETWEEN :first_day AND :last_day AS asked
  FROM total
),
risk AS (
  SELECT
    rate.*,
    risk_of(sum({kind}_rate) OVER so_far) AS cumulative_{kind}_rate,
    risk_of(sum(farmer_{kind}_rate) OVER so_far) AS farmer_cumulative_{kind}_rate,
    month_end(month) AS loss_rate_month
  FROM rate
  WINDOW so_far AS (PARTITION BY generation, platform_area_id ORDER BY month ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
)
SELECT
  r.*,
  CASE WHEN f.month > month_start(:data_begin) THEN date_diff('month', f.month, r.month) END AS generation_month_number,
  CASE WHEN f.own_month > month_start(:data_begin) AND f.own_month <= r.month
    THEN date_diff('month', f.own_month, r.month) END AS farmer_generation_month_number,
  a.platform_area_name,
  a.production_area_ids
FROM risk r
JOIN first_month f ON f.generation = r.generation AND f.platform_area_id = r.platform_area_id
JOIN area a ON a.platform_area_id = r.platform_area_id
WHERE r.asked
ORDER BY substr(r.generation, 2), substr(r.generation, 1, 1) DESC, r.platform_area_id, r.month
OFFSET :offset LIMIT :row_limit
