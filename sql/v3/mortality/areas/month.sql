/*
summary: Mortality, culling and loss by month and platform area, with 3, 6 and 12 month risks and the Directorate of Fisheries' baseline
is_not: "Not the share of the fish stocked, and the rate of an incomplete month is scaled to the whole one: use months with is_complete. The fdir
    values rest on month-end stocks of all farms, and the authority's discarded fish (utkast) were rejected at slaughter, which is not our culling."
family: mortality
period: month
look_back: 11 months
slice: month
order: month, platform area id
confidentiality:
  rule: benchmark
  sum: [site_count, "{kind}_rate", "cumulative_{kind}_rate_*"]
  made_once: [site_average_count, "site_avg_*", "cumulative_site_avg_*"]
rows: [month, platform_area_id]
sums: [fish_days, mortality_count, culling_count, loss_count, days]
set: {by_area: true}
with: [area, stock, site_average, authority]
each: {kind: [mortality, culling, loss], months: [12, 6, 3]}
fields:
  month: {type: date, meaning: the month's first day}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  site_count: {type: integer, unit: sites, meaning: benchmark sites with fish in the month}
  site_average_count: {type: integer, unit: sites, meaning: "sites in the site averages, those that two farmer groups share twice"}
  "{kind}_rate": {type: number, unit: fraction per month, meaning: "benchmark {kind} per mean fish at risk, all sites pooled"}
  "site_avg_{kind}_rate": {type: number, unit: fraction per month, meaning: "mean of the {kind} rates of all companies' sites with fish on at least
      7 days, as it was made when the month was released; later corrections and late sites are not in it; exclude_self leaves out the caller's own;
      null when generations, weights or a part of the area are filtered, or when the sites belong to too few farmer groups"}
  "cumulative_{kind}_rate_{months}_months": {type: number, unit: fraction, meaning: "rolling {months}-month {kind}: the risk over the {months} months
      to this one"}
  "cumulative_site_avg_{kind}_rate_{months}_months": {type: number, unit: fraction, meaning: "{kind} risk over {months} months, from the site
      averages; null unless each month has one"}
  farmer_site_count: {type: integer, unit: sites, meaning: the caller's sites with fish in the month}
  "farmer_{kind}_rate": {type: number, unit: fraction per month, meaning: "the caller's own {kind} per mean fish at risk, all sites pooled"}
  "farmer_site_avg_{kind}_rate": {type: number, unit: fraction per month, meaning: "mean of the caller's sites' own {kind} rates"}
  "farmer_cumulative_{kind}_rate_{months}_months": {type: number, unit: fraction, meaning: "the caller's own {kind} risk over {months} months to this
      one"}
  "farmer_cumulative_site_avg_{kind}_rate_{months}_months": {type: number, unit: fraction, meaning: "the caller's own {kind} risk over {months}
      months, from the site averages"}
  fdir_month: {type: date, meaning: "this month when the Directorate of Fisheries has figures for it, else null"}
  "fdir_{kind}_rate": {type: number, unit: fraction per month, meaning: "the Directorate of Fisheries' {kind} of salmonids per mean of opening and
      closing stock; its dead (dødfisk) stand under mortality, its fish rejected at slaughter (utkast) under culling, which they are not"}
  "fdir_cumulative_{kind}_rate_{months}_months": {type: number, unit: fraction, meaning: "{kind} risk over {months} months, from the authority's
      figures"}
  fdir_other_rate: {type: number, unit: fraction per month, meaning: "the Directorate of Fisheries' other losses (counting errors and what nobody
      could name, often fish that died) of the same mean stock; negative where more fish were counted than expected"}
  "fdir_cumulative_other_rate_{months}_months": {type: number, unit: fraction, meaning: "risk of other losses over {months} months, from the
      authority's figures: read it beside mortality, since a change of coding looks like survival"}
  is_complete: {type: boolean, meaning: "whether the data cover the month; rates of a month that is not complete are scaled to the whole one and say
      little"}
*/
WITH
-- the caller's sites have rates of their own, so that its site averages count each site once; one with fish on fewer than 7 days has none
site_month AS (
  SELECT
    is_own,
    month,
    platform_area_id,
    site_number,
    CAST(day(month_end(month)) AS INTEGER) AS month_days,
    sum({kind}_count) AS {kind}_count,
    CASE WHEN is_own AND has_enough_days(bitwise_or_agg(days)) THEN period_rate(sum({kind}_count), sum(fish_days), day(month_end(month))) END AS {kind}_rate,
    sum(fish_days) AS fish_days
  FROM stock
  WHERE platform_area_id IS NOT NULL
  GROUP BY 1, 2, 3, 4
),
-- four series of rates: the benchmark's sums, its site averages, the caller's own and the authority's
rate AS (
  SELECT
    CASE WHEN s.is_own THEN 'own' ELSE 'benchmark' END AS side,
    s.month,
    s.platform_area_id,
    s.month_days,
    count(s.site_number) AS site_count,
    period_rate(sum(s.{kind}_count), sum(s.fish_days), s.month_days) AS {kind}_rate,
    CAST(NULL AS INTEGER) AS site_average_count,
    sum(s.{kind}_rate) FILTER (WHERE s.is_own) / count(s.{kind}_rate) FILTER (WHERE s.is_own) AS site_avg_{kind}_rate,
    CAST(NULL AS DOUBLE) AS other_rate
  FROM site_month s
  GROUP BY s.is_own, s.month, s.platform_area_id, s.month_days
  UNION ALL
  SELECT
    'averaged' AS side,
    month,
    place AS platform_area_id,
    CAST(NULL AS INTEGER) AS month_days,
    CAST(NULL AS BIGINT) AS site_count,
    CAST(NULL AS DOUBLE) AS {kind}_rate,
    site_average_count,
    {kind}_rate AS site_avg_{kind}_rate,
    CAST(NULL AS DOUBLE) AS other_rate
  FROM averaged
  UNION ALL
  SELECT
    'authority' AS side,
    month,
    place AS platform_area_id,
    CAST(NULL AS INTEGER) AS month_days,
    CAST(NULL AS BIGINT) AS site_count,
    period_rate({kind}_count, mean_stock, 1) AS {kind}_rate,
    CAST(NULL AS INTEGER) AS site_average_count,
    CAST(NULL AS DOUBLE) AS site_avg_{kind}_rate,
    period_rate(other_count, mean_stock, 1) AS other_rate
  FROM authority_total
),
-- each month counts in the months that look back to it; a month has all of its rates or none
looking_back AS (
  SELECT
    e.side,
    plus_months(e.month, b.months) AS month,
    e.platform_area_id,
    cumulative_risk(sum(e.{kind}_rate) FILTER (WHERE b.months < {months}), count(e.loss_rate) FILTER (WHERE b.months < {months}), {months}) AS {kind}_risk_{months},
    cumulative_risk(sum(e.site_avg_{kind}_rate) FILTER (WHERE b.months < {months}), count(e.site_avg_loss_rate) FILTER (WHERE b.months < {months}), {months}) AS site_avg_{kind}_risk_{months},
    cumulative_risk(sum(e.other_rate) FILTER (WHERE b.months < {months}), count(e.other_rate) FILTER (WHERE b.months < {months}), {months}) AS other_risk_{months},
  FROM rate e
  CROSS JOIN look_back b
  GROUP BY e.side, plus_months(e.month, b.months), e.platform_area_id
),
risk AS (
  SELECT
    r.*,
    b.{kind}_risk_{months},
    b.site_avg_{kind}_risk_{months},
    b.other_risk_{months},
  FROM rate r
  JOIN looking_back b ON b.side = r.side AND b.month = r.month AND b.platform_area_id = r.platform_area_id
  WHERE r.month BETWEEN :first_day AND :last_day
),
benchmark AS (
  SELECT * FROM risk WHERE side = 'benchmark'
),
own AS (
  SELECT * FROM risk WHERE side = 'own'
)
SELECT
  coalesce(r.month, o.month) AS month,
  a.platform_area_name,
  a.production_area_ids,
  r.site_count,
  m.site_average_count,
  r.{kind}_rate,
  m.site_avg_{kind}_rate,
  r.{kind}_risk_{months} AS cumulative_{kind}_rate_{months}_months,
  m.site_avg_{kind}_risk_{months} AS cumulative_site_avg_{kind}_rate_{months}_months,
  own_count(o.site_count, :is_farmer) AS farmer_site_count,
  o.{kind}_rate AS farmer_{kind}_rate,
  o.site_avg_{kind}_rate AS farmer_site_avg_{kind}_rate,
  o.{kind}_risk_{months} AS farmer_cumulative_{kind}_rate_{months}_months,
  o.site_avg_{kind}_risk_{months} AS farmer_cumulative_site_avg_{kind}_rate_{months}_months,
  f.month AS fdir_month,
  f.{kind}_rate AS fdir_{kind}_rate,
  f.{kind}_risk_{months} AS fdir_cumulative_{kind}_rate_{months}_months,
  f.other_rate AS fdir_other_rate,
  f.other_risk_{months} AS fdir_cumulative_other_rate_{months}_months,
  month_end(coalesce(r.month, o.month)) <= :complete_through AS is_complete
FROM benchmark r
FULL JOIN own o ON o.month = r.month AND o.platform_area_id = r.platform_area_id
JOIN area a ON a.platform_area_id = coalesce(r.platform_area_id, o.platform_area_id)
LEFT JOIN risk m ON m.side = 'averaged' AND m.month = coalesce(r.month, o.month) AND m.platform_area_id = a.platform_area_id
LEFT JOIN risk f ON f.side = 'authority' AND f.month = coalesce(r.month, o.month) AND f.platform_area_id = a.platform_area_id
ORDER BY 1, a.platform_area_id
OFFSET :offset LIMIT :row_limit
