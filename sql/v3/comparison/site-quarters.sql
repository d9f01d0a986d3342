/*
summary: Sites in quarters by their loss rate, by month and platform area, and in which of them the caller's own are
is_not: "A quarter is no verdict: it does not know the fish's size, generation or illnesses, which /v3/comparison/expected-loss does. A caller's own
    sites bracket the rate of an unnamed site between them."
family: comparison
period: month
slice: month
order: month, platform area id, quarter
confidentiality:
  rule: "quarters are made once, from released rows, for every caller; each covers enough farmer groups, none with more than half of its sites, or is
      joined with its neighbour; only sites of the caller's own company are named, and only with the permission raw:read"
  made_once: [site_count, quarter, is_joined, quarter_site_count, mean_loss_rate]
with: [area]
fields:
  month: {type: date, meaning: "the month's first day; complete months alone"}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter; all of the area's sites are ranked}
  site_count: {type: integer, unit: sites, meaning: "sites ranked by their loss rate, of all companies: those in the area's site average of
      areas/month; one that two farmer groups share counts twice, each time with one group's fish"}
  quarter: {type: integer, meaning: "1 has the lowest rates, 4 the highest; of joined quarters the first"}
  is_joined: {type: boolean, meaning: "whether the row has several quarters, up to the next row's or the last"}
  quarter_site_count: {type: integer, unit: sites, meaning: sites in the quarter}
  mean_loss_rate: {type: number, unit: fraction per month, decimals: 3, meaning: "mean of the loss rates of the quarter's sites, each once"}
  farmer_site_ids: {type: "string[]", meaning: "sites of the caller's own company in it; null without raw:read, and for callers who are not farmers"}
  farmer_mean_loss_rate: {type: number, unit: fraction per month, meaning: "mean of the loss rates of these sites, as they were ranked; null without
      any"}
*/
-- A month is ranked once, when it is released, and stays as it is, as do the rates by which it was ranked: what a company corrects later is in its
-- own figures on areas/month. Admins see the same quarters. The filter of areas selects rows: a platform area's row is there if one of its production
-- areas passes.
WITH
ranked AS (
  SELECT DISTINCT month, platform_area_id, site_count, quarter, is_joined, quarter_site_count, mean_loss_rate
  FROM ranked_site
  WHERE month BETWEEN :first_day AND :last_day
),
-- in older ledgers the rate of a shared site is that of all its fish, in one quarter with both groups: less the own part it would be the other's.
-- Where nobody lost any there is nothing to learn
own_site AS (
  SELECT month, platform_area_id, quarter, site_id, loss_rate
  FROM ranked_site
  WHERE month BETWEEN :first_day AND :last_day
    AND NOT :aggregates_only
  GROUP BY 1, 2, 3, 4, 5
  HAVING bool_or(farmer_id = :own_farmer)
    AND (count(DISTINCT farmer_group_key) = 1 OR loss_rate = 0)
),
own AS (
  SELECT
    month,
    platform_area_id,
    quarter,
    array_agg(site_id ORDER BY site_order(site_id), site_id) AS site_ids,
    sum(loss_rate ORDER BY site_order(site_id), site_id) / count(*) AS loss_rate
  FROM own_site
  GROUP BY 1, 2, 3
)
SELECT
  r.month,
  a.platform_area_name,
  a.production_area_ids,
  r.site_count,
  r.quarter,
  r.is_joined,
  r.quarter_site_count,
  r.mean_loss_rate,
  CASE WHEN :is_farmer AND NOT :aggregates_only THEN coalesce(o.site_ids, no_texts()) END AS farmer_site_ids,
  o.loss_rate AS farmer_mean_loss_rate
FROM ranked r
JOIN area a ON a.platform_area_id = r.platform_area_id
LEFT JOIN own o ON o.month = r.month AND o.platform_area_id = r.platform_area_id AND o.quarter = r.quarter
ORDER BY r.month, a.platform_area_id, r.quarter
OFFSET :offset LIMIT :row_limit
