/*
summary: Monthly losses by region and placement, with their risks over 3, 6 and 12 months
is_not: "Not the losses of the fish stocked in those twelve months, and not the authority's figure. The site average counts a small site as much as a
    large one; the pooled rate counts fish."
family: mortality
internal: true
period: month
look_back: 23 months
slice: loss_rate_month
set: {placement: both}
order: "month, placement (offshore first), region (Norge, Sør, Midt, Nord)"
confidentiality: benchmark
sums: [fish_days, mortality_count, culling_count, loss_count, days]
rows: [month, site_placement]
with:
  - stock: {parts: [production_region_name]}
each: {kind: [loss, mortality, culling], months: [12, 6, 3]}
fields:
  production_region_name: {type: string, meaning: "region; Norge is the whole country, sites outside every production area included"}
  site_placement: {type: string, meaning: offshore (at sea) or onshore (on land)}
  loss_rate_month: {type: date, meaning: the month's first day}
  "weighted_{kind}_rate": {type: number, unit: fraction per month, meaning: "benchmark {kind} per mean fish at risk, all sites pooled"}
  "cumulative_weighted_{kind}_rate_{months}_months": {type: number, unit: fraction, meaning: "rolling {months}-month {kind}: the risk over the
      {months} months to this one, all sites pooled"}
  "avg_site_{kind}_rate": {type: number, unit: fraction per month, meaning: "mean of the sites' own {kind} rates; null when generations or weights are
      filtered, or when the sites averaged belong to too few farmer groups"}
  "cumulative_avg_site_{kind}_rate_{months}_months": {type: number, unit: fraction, meaning: "{kind} risk over {months} months to this one, from the
      site averages; null unless each month has one"}
  site_count: {type: integer, unit: sites, meaning: benchmark sites with fish in the month}
  relative_trend_12_months: {type: number, unit: fraction, meaning: "pooled loss risk over 12 months against the same 12 months earlier: new/old - 1"}
  is_last_month: {type: boolean, meaning: whether it is the last complete month}
  is_complete: {type: boolean, meaning: "whether the data cover the month; rates of a month that is not complete are scaled to the whole one and say
      little"}
*/
-- Decided here: relative_trend_12_months is null when the risk of the year before is missing or 0. Therefore the route looks back 23 months. The
-- caller's own fish only decide which rows are returned.
WITH
group_sum AS (
  SELECT
    is_own,
    month,
    site_placement,
    production_region_name,
    site_number,
    farmer_group_key,
    sum({kind}_count) AS {kind}_count,
    sum(fish_days) AS fish_days,
    bitwise_or_agg(days) AS days
  FROM stock
  GROUP BY 1, 2, 3, 4, 5, 6
),
-- once for its region, with the atoms that lie in it, and once for the country, with all atoms
group_month AS (
  SELECT group_sum.*, region
  FROM group_sum
  CROSS JOIN UNNEST(ARRAY['Norge', production_region_name]) AS g(region)
  WHERE region IS NOT NULL
),
site_month AS (
  SELECT
    is_own,
    month,
    site_placement,
    region,
    site_number,
    CAST(day(month_end(month)) AS INTEGER) AS month_days,
    sum({kind}_count) AS {kind}_count,
    CASE WHEN has_enough_days(bitwise_or_agg(days)) THEN period_rate(sum({kind}_count), sum(fish_days), day(month_end(month))) END AS {kind}_rate,
    sum(fish_days) AS fish_days
  FROM group_month
  GROUP BY 1, 2, 3, 4, 5
),
-- whether a site average may be shown: it is no sum, and the sites that it averages must belong to enough groups
averaged AS (
  SELECT
    g.month,
    g.site_placement,
    g.region,
    :sees_all OR (:all_generations AND is_every_weight(:weight_range_start, :weight_range_end)
      AND are_enough(count(DISTINCT g.farmer_group_key), :min_farmers, :exclude_self)) AS is_shown
  FROM group_month g
  JOIN site_month s
    ON s.is_own = g.is_own AND s.month = g.month AND s.site_placement = g.site_placement AND s.region = g.region
    AND s.site_number = g.site_number
  WHERE s.loss_rate IS NOT NULL
    AND NOT g.is_own
  GROUP BY g.month, g.site_placement, g.region
),
rate AS (
  SELECT
    s.month,
    s.site_placement,
    s.region,
    period_rate(sum(s.{kind}_count) FILTER (WHERE NOT s.is_own), sum(s.fish_days) FILTER (WHERE NOT s.is_own), s.month_days) AS weighted_{kind}_rate,
    CASE WHEN a.is_shown THEN sum(s.{kind}_rate) FILTER (WHERE NOT s.is_own) / count(s.{kind}_rate) FILTER (WHERE NOT s.is_own) END AS avg_site_{kind}_rate,
    CASE WHEN count(*) FILTER (WHERE NOT s.is_own) > 0 THEN count(s.site_number) FILTER (WHERE NOT s.is_own) END AS site_count
  FROM site_month s
  LEFT JOIN averaged a ON a.month = s.month AND a.site_placement = s.site_placement AND a.region = s.region
  GROUP BY s.month, s.site_placement, s.region, s.month_days, a.is_shown
),
-- each month counts in the months that look back to it; a month has all of its rates or none
looking_back AS (
  SELECT
    plus_months(e.month, b.months) AS month,
    e.site_placement,
    e.region,
    cumulative_risk(sum(e.weighted_{kind}_rate) FILTER (WHERE b.months < {months}), count(e.weighted_loss_rate) FILTER (WHERE b.months < {months}), {months}) AS cumulative_weighted_{kind}_rate_{months}_months,
    cumulative_risk(sum(e.avg_site_{kind}_rate) FILTER (WHERE b.months < {months}), count(e.avg_site_loss_rate) FILTER (WHERE b.months < {months}), {months}) AS cumulative_avg_site_{kind}_rate_{months}_months,
  FROM rate e
  CROSS JOIN look_back b
  GROUP BY plus_months(e.month, b.months), e.site_placement, e.region
),
risk AS (
  SELECT
    r.*,
    b.cumulative_weighted_{kind}_rate_{months}_months,
    b.cumulative_avg_site_{kind}_rate_{months}_months,
  FROM rate r
  JOIN looking_back b ON b.month = r.month AND b.site_placement = r.site_placement AND b.region = r.region
)
SELECT
  r.region AS production_region_name,
  r.site_placement,
  r.month AS loss_rate_month,
  r.weighted_{kind}_rate,
  r.cumulative_weighted_{kind}_rate_{months}_months,
  r.avg_site_{kind}_rate,
  r.cumulative_avg_site_{kind}_rate_{months}_months,
  r.site_count,
  CASE WHEN o.cumulative_weighted_loss_rate_12_months > 0
    THEN r.cumulative_weighted_loss_rate_12_months / o.cumulative_weighted_loss_rate_12_months - 1 END AS relative_trend_12_months,
  r.month = plus_months(first_incomplete_month(:complete_through), -1) AS is_last_month,
  month_end(r.month) <= :complete_through AS is_complete
FROM risk r
LEFT JOIN risk o ON o.month = plus_months(r.month, -12) AND o.site_placement = r.site_placement AND o.region = r.region
WHERE r.month BETWEEN :first_day AND :last_day
ORDER BY r.month, r.site_placement, region_order(r.region), r.region
OFFSET :offset LIMIT :row_limit
