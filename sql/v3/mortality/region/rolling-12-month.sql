/*
summary: Monthly losses by region and placement, with their risks over 3, 6 and 12 months
family: mortality
internal: true
period: month
order: "month, placement (offshore first), region (Norge, Sør, Midt, Nord)"
fields:
  production_region_name: {type: string, meaning: "region; Norge is the whole country, sites outside every production area included"}
  site_placement: {type: string, meaning: offshore or onshore}
  loss_rate_month: {type: date, meaning: the month's first day}
  weighted_loss_rate: {type: number, unit: fraction per month, meaning: "benchmark losses per mean fish at risk, all sites pooled"}
  cumulative_weighted_loss_rate_12_months: {type: number, unit: fraction, meaning: "loss risk over 12 months to this one, all sites pooled"}
  cumulative_weighted_loss_rate_6_months: {type: number, unit: fraction, meaning: "loss risk over 6 months to this one, all sites pooled"}
  cumulative_weighted_loss_rate_3_months: {type: number, unit: fraction, meaning: "loss risk over 3 months to this one, all sites pooled"}
  avg_site_loss_rate: {type: number, unit: fraction per month, meaning: "mean of the sites' own loss rates"}
  cumulative_avg_site_loss_rate_12_months: {type: number, unit: fraction, meaning: "loss risk over 12 months to this one, from the site averages"}
  cumulative_avg_site_loss_rate_6_months: {type: number, unit: fraction, meaning: "loss risk over 6 months to this one, from the site averages"}
  cumulative_avg_site_loss_rate_3_months: {type: number, unit: fraction, meaning: "loss risk over 3 months to this one, from the site averages"}
  weighted_mortality_rate: {type: number, unit: fraction per month, meaning: "benchmark deaths per mean fish at risk, all sites pooled"}
  cumulative_weighted_mortality_rate_12_months: {type: number, unit: fraction, meaning: "mortality risk over 12 months to this one, all sites pooled"}
  cumulative_weighted_mortality_rate_6_months: {type: number, unit: fraction, meaning: "mortality risk over 6 months to this one, all sites pooled"}
  cumulative_weighted_mortality_rate_3_months: {type: number, unit: fraction, meaning: "mortality risk over 3 months to this one, all sites pooled"}
  avg_site_mortality_rate: {type: number, unit: fraction per month, meaning: "mean of the sites' own mortality rates"}
  cumulative_avg_site_mortality_rate_12_months: {type: number, unit: fraction, meaning: "mortality risk over 12 months to this one, from the site averages"}
  cumulative_avg_site_mortality_rate_6_months: {type: number, unit: fraction, meaning: "mortality risk over 6 months to this one, from the site averages"}
  cumulative_avg_site_mortality_rate_3_months: {type: number, unit: fraction, meaning: "mortality risk over 3 months to this one, from the site averages"}
  weighted_culling_rate: {type: number, unit: fraction per month, meaning: "benchmark fish culled per mean fish at risk, all sites pooled"}
  cumulative_weighted_culling_rate_12_months: {type: number, unit: fraction, meaning: "culling risk over 12 months to this one, all sites pooled"}
  cumulative_weighted_culling_rate_6_months: {type: number, unit: fraction, meaning: "culling risk over 6 months to this one, all sites pooled"}
  cumulative_weighted_culling_rate_3_months: {type: number, unit: fraction, meaning: "culling risk over 3 months to this one, all sites pooled"}
  avg_site_culling_rate: {type: number, unit: fraction per month, meaning: "mean of the sites' own culling rates"}
  cumulative_avg_site_culling_rate_12_months: {type: number, unit: fraction, meaning: "culling risk over 12 months to this one, from the site averages"}
  cumulative_avg_site_culling_rate_6_months: {type: number, unit: fraction, meaning: "culling risk over 6 months to this one, from the site averages"}
  cumulative_avg_site_culling_rate_3_months: {type: number, unit: fraction, meaning: "culling risk over 3 months to this one, from the site averages"}
  site_count: {type: integer, unit: sites, meaning: benchmark sites with fish in the month}
  relative_trend_12_months: {type: number, unit: fraction, meaning: "pooled loss risk over 12 months against the same 12 months earlier: new/old - 1"}
  is_last_month: {type: boolean, meaning: whether it is the month that the data end in}
*/
-- Decided here: relative_trend_12_months is null when the risk of the year before is missing or 0.
WITH
-- one row per site and company, from 23 months before the window: a year's risk, and the one a year before it; places and
-- groups are looked up for these few rows only
company_month AS (
  SELECT
    month_start(date) AS month,
    site_id,
    farmer_id,
    sum(fish_count) AS fish_days,
    sum(mortality_count) AS mortality_count,
    sum(culling_count) AS culling_count
  FROM stock_day
  WHERE date BETWEEN plus_months(:first_day, -23) AND :last_day
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3
  HAVING sum(fish_count) > 0
),
site_group_month AS (
  SELECT
    m.*,
    p.site_placement,
    p.production_region_name,
    f.farmer_group_key,
    coalesce(f.farmer_group_key = :own_group, false) AS is_own
  FROM company_month m
  JOIN site_place p ON p.site_id = m.site_id
  JOIN farmer f ON f.farmer_id = m.farmer_id
  WHERE :all_areas OR p.production_area_id IN (:areas)
),
-- a site counts in its region and in the country; one without a region in the country only
region_group_month AS (
  SELECT s.*, r.region
  FROM site_group_month s
  CROSS JOIN UNNEST(ARRAY['Norge', s.production_region_name]) AS r(region)
  WHERE r.region IS NOT NULL
),
other_group AS (
  SELECT month, site_placement, region, count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups
  FROM region_group_month
  GROUP BY 1, 2, 3
),
site_month AS (
  SELECT
    month,
    site_placement,
    region,
    site_id,
    CAST(day(month_end(month)) AS INTEGER) AS days,
    sum(fish_days) AS fish_days,
    sum(mortality_count) AS mortality_count,
    sum(culling_count) AS culling_count
  FROM region_group_month
  WHERE NOT (:exclude_self AND is_own)
  GROUP BY 1, 2, 3, 4
),
cell AS (
  SELECT
    month,
    site_placement,
    region,
    days,
    count(*) AS site_count,
    sum(fish_days) AS fish_days,
    sum(mortality_count) AS mortality_count,
    sum(culling_count) AS culling_count,
    sum(period_rate(mortality_count + culling_count, fish_days, days)) / count(*) AS avg_site_loss_rate,
    sum(period_rate(mortality_count, fish_days, days)) / count(*) AS avg_site_mortality_rate,
    sum(period_rate(culling_count, fish_days, days)) / count(*) AS avg_site_culling_rate
  FROM site_month
  GROUP BY 1, 2, 3, 4
),
-- hidden values are taken out here, so that they count as missing in the cumulative ones too
rate AS (
  SELECT
    g.month,
    g.site_placement,
    g.region,
    coalesce(c.site_count, 0) AS site_count,
    published(period_rate(c.mortality_count + c.culling_count, c.fish_days, c.days), g.other_groups, :min_groups) AS weighted_loss_rate,
    published(c.avg_site_loss_rate, g.other_groups, :min_groups) AS avg_site_loss_rate,
    published(period_rate(c.mortality_count, c.fish_days, c.days), g.other_groups, :min_groups) AS weighted_mortality_rate,
    published(c.avg_site_mortality_rate, g.other_groups, :min_groups) AS avg_site_mortality_rate,
    published(period_rate(c.culling_count, c.fish_days, c.days), g.other_groups, :min_groups) AS weighted_culling_rate,
    published(c.avg_site_culling_rate, g.other_groups, :min_groups) AS avg_site_culling_rate
  FROM other_group g
  LEFT JOIN cell c ON c.month = g.month AND c.site_placement = g.site_placement AND c.region = g.region
),
risk AS (
  SELECT
    rate.*,
    cumulative_risk(sum(weighted_loss_rate) OVER last_12, count(weighted_loss_rate) OVER last_12, 12) AS cumulative_weighted_loss_rate_12_months,
    cumulative_risk(sum(weighted_loss_rate) OVER last_6, count(weighted_loss_rate) OVER last_6, 6) AS cumulative_weighted_loss_rate_6_months,
    cumulative_risk(sum(weighted_loss_rate) OVER last_3, count(weighted_loss_rate) OVER last_3, 3) AS cumulative_weighted_loss_rate_3_months,
    cumulative_risk(sum(avg_site_loss_rate) OVER last_12, count(avg_site_loss_rate) OVER last_12, 12) AS cumulative_avg_site_loss_rate_12_months,
    cumulative_risk(sum(avg_site_loss_rate) OVER last_6, count(avg_site_loss_rate) OVER last_6, 6) AS cumulative_avg_site_loss_rate_6_months,
    cumulative_risk(sum(avg_site_loss_rate) OVER last_3, count(avg_site_loss_rate) OVER last_3, 3) AS cumulative_avg_site_loss_rate_3_months,
    cumulative_risk(sum(weighted_mortality_rate) OVER last_12, count(weighted_mortality_rate) OVER last_12, 12) AS cumulative_weighted_mortality_rate_12_months,
    cumulative_risk(sum(weighted_mortality_rate) OVER last_6, count(weighted_mortality_rate) OVER last_6, 6) AS cumulative_weighted_mortality_rate_6_months,
    cumulative_risk(sum(weighted_mortality_rate) OVER last_3, count(weighted_mortality_rate) OVER last_3, 3) AS cumulative_weighted_mortality_rate_3_months,
    cumulative_risk(sum(avg_site_mortality_rate) OVER last_12, count(avg_site_mortality_rate) OVER last_12, 12) AS cumulative_avg_site_mortality_rate_12_months,
    cumulative_risk(sum(avg_site_mortality_rate) OVER last_6, count(avg_site_mortality_rate) OVER last_6, 6) AS cumulative_avg_site_mortality_rate_6_months,
    cumulative_risk(sum(avg_site_mortality_rate) OVER last_3, count(avg_site_mortality_rate) OVER last_3, 3) AS cumulative_avg_site_mortality_rate_3_months,
    cumulative_risk(sum(weighted_culling_rate) OVER last_12, count(weighted_culling_rate) OVER last_12, 12) AS cumulative_weighted_culling_rate_12_months,
    cumulative_risk(sum(weighted_culling_rate) OVER last_6, count(weighted_culling_rate) OVER last_6, 6) AS cumulative_weighted_culling_rate_6_months,
    cumulative_risk(sum(weighted_culling_rate) OVER last_3, count(weighted_culling_rate) OVER last_3, 3) AS cumulative_weighted_culling_rate_3_months,
    cumulative_risk(sum(avg_site_culling_rate) OVER last_12, count(avg_site_culling_rate) OVER last_12, 12) AS cumulative_avg_site_culling_rate_12_months,
    cumulative_risk(sum(avg_site_culling_rate) OVER last_6, count(avg_site_culling_rate) OVER last_6, 6) AS cumulative_avg_site_culling_rate_6_months,
    cumulative_risk(sum(avg_site_culling_rate) OVER last_3, count(avg_site_culling_rate) OVER last_3, 3) AS cumulative_avg_site_culling_rate_3_months
  FROM rate
  WINDOW
    last_3 AS (PARTITION BY site_placement, region ORDER BY month RANGE BETWEEN INTERVAL '2' MONTH PRECEDING AND CURRENT ROW),
    last_6 AS (PARTITION BY site_placement, region ORDER BY month RANGE BETWEEN INTERVAL '5' MONTH PRECEDING AND CURRENT ROW),
    last_12 AS (PARTITION BY site_placement, region ORDER BY month RANGE BETWEEN INTERVAL '11' MONTH PRECEDING AND CURRENT ROW)
)
SELECT
  r.region AS production_region_name,
  r.site_placement,
  r.month AS loss_rate_month,
  r.weighted_loss_rate,
  r.cumulative_weighted_loss_rate_12_months,
  r.cumulative_weighted_loss_rate_6_months,
  r.cumulative_weighted_loss_rate_3_months,
  r.avg_site_loss_rate,
  r.cumulative_avg_site_loss_rate_12_months,
  r.cumulative_avg_site_loss_rate_6_months,
  r.cumulative_avg_site_loss_rate_3_months,
  r.weighted_mortality_rate,
  r.cumulative_weighted_mortality_rate_12_months,
  r.cumulative_weighted_mortality_rate_6_months,
  r.cumulative_weighted_mortality_rate_3_months,
  r.avg_site_mortality_rate,
  r.cumulative_avg_site_mortality_rate_12_months,
  r.cumulative_avg_site_mortality_rate_6_months,
  r.cumulative_avg_site_mortality_rate_3_months,
  r.weighted_culling_rate,
  r.cumulative_weighted_culling_rate_12_months,
  r.cumulative_weighted_culling_rate_6_months,
  r.cumulative_weighted_culling_rate_3_months,
  r.avg_site_culling_rate,
  r.cumulative_avg_site_culling_rate_12_months,
  r.cumulative_avg_site_culling_rate_6_months,
  r.cumulative_avg_site_culling_rate_3_months,
  r.site_count,
  CASE WHEN o.cumulative_weighted_loss_rate_12_months > 0
    THEN r.cumulative_weighted_loss_rate_12_months / o.cumulative_weighted_loss_rate_12_months - 1 END AS relative_trend_12_months,
  r.month = month_start(:data_end) AS is_last_month
FROM risk r
LEFT JOIN risk o ON o.month = plus_months(r.month, -12) AND o.site_placement = r.site_placement AND o.region = r.region
WHERE r.month BETWEEN :first_day AND :last_day
ORDER BY r.month, r.site_placement, region_order(r.region), r.region
OFFSET :offset LIMIT :row_limit
