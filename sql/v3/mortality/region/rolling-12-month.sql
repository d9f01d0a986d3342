/*
summary: Monthly losses by region and placement, with their risks over 3, 6 and 12 months
is_not: "Not the losses of the fish stocked in those twelve months, and not the authority's figure. The site average counts a small site as much as a
    large one; the pooled rate counts fish."
family: mortality
internal: true
period: month
look_back: 23 months
slice: loss_rate_month
set: {placement: both, by_area: false}
order: "month, placement (offshore first), region (Norge, Sør, Midt, Nord)"
confidentiality:
  rule: benchmark
  sum: [site_count, "weighted_*", "cumulative_weighted_*", relative_trend_12_months]
  made_once: [site_average_count, "avg_site_*", "cumulative_avg_site_*"]
sums: [fish_days, mortality_count, culling_count, loss_count, days]
rows: [month, site_placement]
with:
  - stock: {parts: [production_region_name]}
  - site_average
  - authority
each: {kind: [loss, mortality, culling], months: [12, 6, 3], risen: [weighted, avg_site, own_weighted, own_avg_site]}
fields:
  production_region_name: {type: string, meaning: "region; Norge is the whole country, sites outside every production area included"}
  site_placement: {type: string, meaning: offshore (at sea) or onshore (on land)}
  loss_rate_month: {type: date, meaning: the month's first day}
  "weighted_{kind}_rate": {type: number, unit: fraction per month, meaning: "benchmark {kind} per mean fish at risk, all sites pooled"}
  "cumulative_weighted_{kind}_rate_{months}_months": {type: number, unit: fraction, meaning: "rolling {months}-month {kind}: the risk over the
      {months} months to this one, all sites pooled"}
  "avg_site_{kind}_rate": {type: number, unit: fraction per month, meaning: "mean of the {kind} rates of all companies' sites at sea with fish on
      at least 7 days, as it was made when the month was released; later corrections and late sites are not in it; exclude_self leaves out the
      caller's own; null on land, when generations, weights or a part of the region are filtered, or when the sites belong to too few farmer
      groups"}
  "cumulative_avg_site_{kind}_rate_{months}_months": {type: number, unit: fraction, meaning: "{kind} risk over {months} months to this one, from the
      site averages; null unless each month has one"}
  site_count: {type: integer, unit: sites, meaning: benchmark sites with fish in the month}
  site_average_count: {type: integer, unit: sites, meaning: "sites in the site average, those that two farmer groups share twice"}
  relative_trend_12_months: {type: number, unit: fraction, meaning: "pooled loss risk over 12 months against the same 12 months earlier: new/old - 1"}
  cumulative_weighted_loss_rate_year: {type: number, unit: fraction, meaning: "loss risk from 1 January to this month, all sites pooled: December's
      is the calendar year's; null unless each month since January is there"}
  cumulative_avg_site_loss_rate_year: {type: number, unit: fraction, meaning: "loss risk from 1 January to this month, from the site averages; null
      unless each month since January has one"}
  farmer_cumulative_weighted_loss_rate_year: {type: number, unit: fraction, meaning: "the caller's own loss risk from 1 January to this month, all own
      sites pooled; null unless the caller has fish in each month since January"}
  farmer_cumulative_avg_site_loss_rate_year: {type: number, unit: fraction, meaning: "the caller's own loss risk from 1 January to this month, from
      the means of its sites' own rates"}
  fdir_other_rate: {type: number, unit: fraction per month, meaning: "the Directorate of Fisheries' other losses (counting errors and what nobody
      could name, often fish that died) of the mean of opening and closing stock, salmonids at sea; negative where more fish were counted than
      expected"}
  "fdir_cumulative_other_rate_{months}_months": {type: number, unit: fraction, meaning: "risk of other losses over {months} months, from the
      authority's figures: read it beside mortality, since a change of coding looks like survival"}
  is_last_month: {type: boolean, meaning: whether it is the last complete month}
  is_complete: {type: boolean, meaning: "whether the data cover the month; rates of a month that is not complete are scaled to the whole one and say
      little"}
*/
-- Decided here: relative_trend_12_months is null when the risk of the year before is missing or 0. Therefore the route looks back 23 months. Of the
-- caller's own fish there is only the risk since January; they also decide which rows are returned.
WITH
site_sum AS (
  SELECT
    is_own,
    month,
    site_placement,
    production_region_name,
    site_number,
    sum({kind}_count) AS {kind}_count,
    sum(fish_days) AS fish_days,
    bitwise_or_agg(days) AS days
  FROM stock
  GROUP BY 1, 2, 3, 4, 5
),
-- once for its region, with the atoms that lie in it, and once for the country, with all atoms
site_month AS (
  SELECT
    is_own,
    month,
    site_placement,
    region,
    site_number,
    CAST(day(month_end(month)) AS INTEGER) AS month_days,
    {kind}_count,
    fish_days,
    CASE WHEN is_own AND has_enough_days(days) THEN period_rate(loss_count, fish_days, day(month_end(month))) END AS own_loss_rate
  FROM site_sum
  CROSS JOIN UNNEST(ARRAY['Norge', production_region_name]) AS g(region)
  WHERE region IS NOT NULL
),
pooled AS (
  SELECT
    month,
    site_placement,
    region,
    period_rate(sum({kind}_count) FILTER (WHERE NOT is_own), sum(fish_days) FILTER (WHERE NOT is_own), month_days) AS weighted_{kind}_rate,
    period_rate(sum(loss_count) FILTER (WHERE is_own), sum(fish_days) FILTER (WHERE is_own), month_days) AS own_weighted_loss_rate,
    sum(own_loss_rate) / count(own_loss_rate) AS own_avg_site_loss_rate,
    CASE WHEN count(*) FILTER (WHERE NOT is_own) > 0 THEN count(DISTINCT site_number) FILTER (WHERE NOT is_own) END AS site_count
  FROM site_month
  GROUP BY month, site_placement, region, month_days
),
-- the pooled rates, and the site averages and the authority's figures, which are there whether the caller has a row of the month or not
rate AS (
  SELECT
    month,
    site_placement,
    region,
    weighted_{kind}_rate,
    CAST(NULL AS DOUBLE) AS avg_site_{kind}_rate,
    own_weighted_loss_rate,
    own_avg_site_loss_rate,
    CAST(NULL AS DOUBLE) AS fdir_other_rate
  FROM pooled
  UNION ALL
  SELECT
    month,
    'offshore' AS site_placement,
    place AS region,
    CAST(NULL AS DOUBLE) AS weighted_{kind}_rate,
    {kind}_rate AS avg_site_{kind}_rate,
    CAST(NULL AS DOUBLE) AS own_weighted_loss_rate,
    CAST(NULL AS DOUBLE) AS own_avg_site_loss_rate,
    CAST(NULL AS DOUBLE) AS fdir_other_rate
  FROM averaged
  UNION ALL
  SELECT
    month,
    'offshore' AS site_placement,
    place AS region,
    CAST(NULL AS DOUBLE) AS weighted_{kind}_rate,
    CAST(NULL AS DOUBLE) AS avg_site_{kind}_rate,
    CAST(NULL AS DOUBLE) AS own_weighted_loss_rate,
    CAST(NULL AS DOUBLE) AS own_avg_site_loss_rate,
    period_rate(other_count, mean_stock, 1) AS fdir_other_rate
  FROM authority_total
),
-- each month counts in the months that look back to it; a month has all of its rates or none
looking_back AS (
  SELECT
    plus_months(e.month, b.months) AS month,
    e.site_placement,
    e.region,
    cumulative_risk(sum(e.weighted_{kind}_rate) FILTER (WHERE b.months < {months}), count(e.weighted_loss_rate) FILTER (WHERE b.months < {months}), {months}) AS cumulative_weighted_{kind}_rate_{months}_months,
    cumulative_risk(sum(e.avg_site_{kind}_rate) FILTER (WHERE b.months < {months}), count(e.avg_site_loss_rate) FILTER (WHERE b.months < {months}), {months}) AS cumulative_avg_site_{kind}_rate_{months}_months,
    cumulative_risk(sum(e.fdir_other_rate) FILTER (WHERE b.months < {months}), count(e.fdir_other_rate) FILTER (WHERE b.months < {months}), {months}) AS fdir_cumulative_other_rate_{months}_months,
    sum(e.fdir_other_rate) FILTER (WHERE b.months = 0) AS fdir_other_rate
  FROM rate e
  CROSS JOIN look_back b
  GROUP BY plus_months(e.month, b.months), e.site_placement, e.region
),
-- the months since January, each with a rate
this_year AS (
  SELECT
    plus_months(e.month, b.months) AS month,
    e.site_placement,
    e.region,
    cumulative_risk(sum(e.{risen}_loss_rate), count(e.{risen}_loss_rate), month(plus_months(e.month, b.months))) AS {risen}_loss_rate_year,
  FROM rate e
  CROSS JOIN look_back b
  WHERE year(e.month) = year(plus_months(e.month, b.months))
  GROUP BY plus_months(e.month, b.months), e.site_placement, e.region
),
risk AS (
  SELECT
    r.*,
    m.site_average_count,
    m.{kind}_rate AS avg_site_{kind}_rate,
    b.cumulative_weighted_{kind}_rate_{months}_months,
    b.cumulative_avg_site_{kind}_rate_{months}_months,
    b.fdir_other_rate,
    b.fdir_cumulative_other_rate_{months}_months,
    y.{risen}_loss_rate_year,
  FROM pooled r
  JOIN looking_back b ON b.month = r.month AND b.site_placement = r.site_placement AND b.region = r.region
  JOIN this_year y ON y.month = r.month AND y.site_placement = r.site_placement AND y.region = r.region
  LEFT JOIN averaged m ON m.month = r.month AND m.place = r.region AND r.site_placement = 'offshore'
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
  r.site_average_count,
  CASE WHEN o.cumulative_weighted_loss_rate_12_months > 0
    THEN r.cumulative_weighted_loss_rate_12_months / o.cumulative_weighted_loss_rate_12_months - 1 END AS relative_trend_12_months,
  r.weighted_loss_rate_year AS cumulative_weighted_loss_rate_year,
  r.avg_site_loss_rate_year AS cumulative_avg_site_loss_rate_year,
  r.own_weighted_loss_rate_year AS farmer_cumulative_weighted_loss_rate_year,
  r.own_avg_site_loss_rate_year AS farmer_cumulative_avg_site_loss_rate_year,
  r.fdir_other_rate,
  r.fdir_cumulative_other_rate_{months}_months,
  r.month = plus_months(first_incomplete_month(:complete_through), -1) AS is_last_month,
  month_end(r.month) <= :complete_through AS is_complete
FROM risk r
LEFT JOIN risk o ON o.month = plus_months(r.month, -12) AND o.site_placement = r.site_placement AND o.region = r.region
WHERE r.month BETWEEN :first_day AND :last_day
ORDER BY r.month, r.site_placement, region_order(r.region), r.region
OFFSET :offset LIMIT :row_limit
