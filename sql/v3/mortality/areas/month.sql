/*
summary: Mortality, culling and loss by month and platform area, with 3, 6 and 12 month risks and the authority's baseline
family: mortality
period: month
order: month, platform area id
fields:
  month: {type: date, meaning: the month's first day}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  site_count: {type: integer, unit: sites, meaning: benchmark sites with fish in the month}
  mortality_rate: {type: number, unit: fraction per month, meaning: "benchmark deaths per mean fish at risk, all sites pooled"}
  site_avg_mortality_rate: {type: number, unit: fraction per month, meaning: mean of the sites' own mortality rates}
  cumulative_mortality_rate_12_months: {type: number, unit: fraction, meaning: mortality risk over 12 months to this one}
  cumulative_mortality_rate_6_months: {type: number, unit: fraction, meaning: mortality risk over 6 months to this one}
  cumulative_mortality_rate_3_months: {type: number, unit: fraction, meaning: mortality risk over 3 months to this one}
  cumulative_site_avg_mortality_rate_12_months: {type: number, unit: fraction, meaning: "mortality risk over 12 months, from the site averages"}
  cumulative_site_avg_mortality_rate_6_months: {type: number, unit: fraction, meaning: "mortality risk over 6 months, from the site averages"}
  cumulative_site_avg_mortality_rate_3_months: {type: number, unit: fraction, meaning: "mortality risk over 3 months, from the site averages"}
  culling_rate: {type: number, unit: fraction per month, meaning: "benchmark fish culled per mean fish at risk, all sites pooled"}
  site_avg_culling_rate: {type: number, unit: fraction per month, meaning: mean of the sites' own culling rates}
  cumulative_culling_rate_12_months: {type: number, unit: fraction, meaning: culling risk over 12 months to this one}
  cumulative_culling_rate_6_months: {type: number, unit: fraction, meaning: culling risk over 6 months to this one}
  cumulative_culling_rate_3_months: {type: number, unit: fraction, meaning: culling risk over 3 months to this one}
  cumulative_site_avg_culling_rate_12_months: {type: number, unit: fraction, meaning: "culling risk over 12 months, from the site averages"}
  cumulative_site_avg_culling_rate_6_months: {type: number, unit: fraction, meaning: "culling risk over 6 months, from the site averages"}
  cumulative_site_avg_culling_rate_3_months: {type: number, unit: fraction, meaning: "culling risk over 3 months, from the site averages"}
  loss_rate: {type: number, unit: fraction per month, meaning: "benchmark deaths and fish culled per mean fish at risk, all sites pooled"}
  site_avg_loss_rate: {type: number, unit: fraction per month, meaning: mean of the sites' own loss rates}
  cumulative_loss_rate_12_months: {type: number, unit: fraction, meaning: loss risk over 12 months to this one}
  cumulative_loss_rate_6_months: {type: number, unit: fraction, meaning: loss risk over 6 months to this one}
  cumulative_loss_rate_3_months: {type: number, unit: fraction, meaning: loss risk over 3 months to this one}
  cumulative_site_avg_loss_rate_12_months: {type: number, unit: fraction, meaning: "loss risk over 12 months, from the site averages"}
  cumulative_site_avg_loss_rate_6_months: {type: number, unit: fraction, meaning: "loss risk over 6 months, from the site averages"}
  cumulative_site_avg_loss_rate_3_months: {type: number, unit: fraction, meaning: "loss risk over 3 months, from the site averages"}
  farmer_site_count: {type: integer, unit: sites, meaning: the caller's sites with fish in the month}
  farmer_mortality_rate: {type: number, unit: fraction per month, meaning: "the caller's own deaths per mean fish at risk, all sites pooled"}
  farmer_site_avg_mortality_rate: {type: number, unit: fraction per month, meaning: mean of the sites' own mortality rates}
  farmer_cumulative_mortality_rate_12_months: {type: number, unit: fraction, meaning: mortality risk over 12 months to this one}
  farmer_cumulative_mortality_rate_6_months: {type: number, unit: fraction, meaning: mortality risk over 6 months to this one}
  farmer_cumulative_mortality_rate_3_months: {type: number, unit: fraction, meaning: mortality risk over 3 months to this one}
  farmer_cumulative_site_avg_mortality_rate_12_months: {type: number, unit: fraction, meaning: "mortality risk over 12 months, from the site averages"}
  farmer_cumulative_site_avg_mortality_rate_6_months: {type: number, unit: fraction, meaning: "mortality risk over 6 months, from the site averages"}
  farmer_cumulative_site_avg_mortality_rate_3_months: {type: number, unit: fraction, meaning: "mortality risk over 3 months, from the site averages"}
  farmer_culling_rate: {type: number, unit: fraction per month, meaning: "the caller's own fish culled per mean fish at risk, all sites pooled"}
  farmer_site_avg_culling_rate: {type: number, unit: fraction per month, meaning: mean of the sites' own culling rates}
  farmer_cumulative_culling_rate_12_months: {type: number, unit: fraction, meaning: culling risk over 12 months to this one}
  farmer_cumulative_culling_rate_6_months: {type: number, unit: fraction, meaning: culling risk over 6 months to this one}
  farmer_cumulative_culling_rate_3_months: {type: number, unit: fraction, meaning: culling risk over 3 months to this one}
  farmer_cumulative_site_avg_culling_rate_12_months: {type: number, unit: fraction, meaning: "culling risk over 12 months, from the site averages"}
  farmer_cumulative_site_avg_culling_rate_6_months: {type: number, unit: fraction, meaning: "culling risk over 6 months, from the site averages"}
  farmer_cumulative_site_avg_culling_rate_3_months: {type: number, unit: fraction, meaning: "culling risk over 3 months, from the site averages"}
  farmer_loss_rate: {type: number, unit: fraction per month, meaning: "the caller's own deaths and fish culled per mean fish at risk, all sites pooled"}
  farmer_site_avg_loss_rate: {type: number, unit: fraction per month, meaning: mean of the sites' own loss rates}
  farmer_cumulative_loss_rate_12_months: {type: number, unit: fraction, meaning: loss risk over 12 months to this one}
  farmer_cumulative_loss_rate_6_months: {type: number, unit: fraction, meaning: loss risk over 6 months to this one}
  farmer_cumulative_loss_rate_3_months: {type: number, unit: fraction, meaning: loss risk over 3 months to this one}
  farmer_cumulative_site_avg_loss_rate_12_months: {type: number, unit: fraction, meaning: "loss risk over 12 months, from the site averages"}
  farmer_cumulative_site_avg_loss_rate_6_months: {type: number, unit: fraction, meaning: "loss risk over 6 months, from the site averages"}
  farmer_cumulative_site_avg_loss_rate_3_months: {type: number, unit: fraction, meaning: "loss risk over 3 months, from the site averages"}
  fdir_month: {type: date, meaning: "this month when the authority has figures for it, else null"}
  fdir_loss_rate: {type: number, unit: fraction per month, meaning: the authority's dead and discarded salmonids per mean of opening and closing stock}
  fdir_cumulative_loss_rate_12_months: {type: number, unit: fraction, meaning: "loss risk over 12 months, from the authority's figures"}
  fdir_cumulative_loss_rate_6_months: {type: number, unit: fraction, meaning: "loss risk over 6 months, from the authority's figures"}
  fdir_cumulative_loss_rate_3_months: {type: number, unit: fraction, meaning: "loss risk over 3 months, from the authority's figures"}
  fdir_mortality_rate: {type: number, unit: fraction per month, meaning: the authority's dead salmonids per mean of opening and closing stock}
  fdir_cumulative_mortality_rate_12_months: {type: number, unit: fraction, meaning: "mortality risk over 12 months, from the authority's figures"}
  fdir_cumulative_mortality_rate_6_months: {type: number, unit: fraction, meaning: "mortality risk over 6 months, from the authority's figures"}
  fdir_cumulative_mortality_rate_3_months: {type: number, unit: fraction, meaning: "mortality risk over 3 months, from the authority's figures"}
  fdir_culling_rate: {type: number, unit: fraction per month, meaning: the authority's discarded salmonids per mean of opening and closing stock}
  fdir_cumulative_culling_rate_12_months: {type: number, unit: fraction, meaning: "culling risk over 12 months, from the authority's figures"}
  fdir_cumulative_culling_rate_6_months: {type: number, unit: fraction, meaning: "culling risk over 6 months, from the authority's figures"}
  fdir_cumulative_culling_rate_3_months: {type: number, unit: fraction, meaning: "culling risk over 3 months, from the authority's figures"}
*/
WITH
area AS (
  SELECT
    platform_area_id,
    platform_area_name,
    array_agg(production_area_id ORDER BY production_area_id) AS production_area_ids
  FROM platform_area_member
  WHERE :all_areas OR production_area_id IN (:areas)
  GROUP BY 1, 2
),
-- one row per site and company, from 11 months before the window, the longest look-back; places and groups are looked up for
-- these few rows only
company_month AS (
  SELECT
    month_start(date) AS month,
    site_id,
    farmer_id,
    sum(fish_count) AS fish_days,
    sum(mortality_count) AS mortality_count,
    sum(culling_count) AS culling_count
  FROM stock_day
  WHERE date BETWEEN plus_months(:first_day, -11) AND :last_day
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3
  HAVING sum(fish_count) > 0
),
site_group_month AS (
  SELECT
    m.*,
    p.platform_area_id,
    f.farmer_group_key,
    coalesce(f.farmer_group_key = :own_group, false) AS is_own
  FROM company_month m
  JOIN site_place p ON p.site_id = m.site_id
  JOIN farmer f ON f.farmer_id = m.farmer_id
  WHERE p.platform_area_id IS NOT NULL
    AND (:all_areas OR p.production_area_id IN (:areas))
),
other_group AS (
  SELECT month, platform_area_id, count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups
  FROM site_group_month
  GROUP BY 1, 2
),
-- a site's benchmark and own figures, so that site averages count each site once
site_month AS (
  SELECT
    month,
    platform_area_id,
    site_id,
    CAST(day(month_end(month)) AS INTEGER) AS days,
    sum(fish_days) FILTER (WHERE NOT (:exclude_self AND is_own)) AS fish_days,
    sum(mortality_count) FILTER (WHERE NOT (:exclude_self AND is_own)) AS mortality_count,
    sum(culling_count) FILTER (WHERE NOT (:exclude_self AND is_own)) AS culling_count,
    sum(fish_days) FILTER (WHERE is_own) AS own_fish_days,
    sum(mortality_count) FILTER (WHERE is_own) AS own_mortality_count,
    sum(culling_count) FILTER (WHERE is_own) AS own_culling_count
  FROM site_group_month
  GROUP BY 1, 2, 3
),
site_rate AS (
  SELECT
    site_month.*,
    period_rate(mortality_count, fish_days, days) AS mortality_rate,
    period_rate(culling_count, fish_days, days) AS culling_rate,
    period_rate(mortality_count + culling_count, fish_days, days) AS loss_rate,
    period_rate(own_mortality_count, own_fish_days, days) AS own_mortality_rate,
    period_rate(own_culling_count, own_fish_days, days) AS own_culling_rate,
    period_rate(own_mortality_count + own_culling_count, own_fish_days, days) AS own_loss_rate
  FROM site_month
),
cell AS (
  SELECT
    month,
    platform_area_id,
    days,
    count(fish_days) AS site_count,
    sum(fish_days) AS fish_days,
    sum(mortality_count) AS mortality_count,
    sum(culling_count) AS culling_count,
    sum(mortality_rate) / count(mortality_rate) AS site_avg_mortality_rate,
    sum(culling_rate) / count(culling_rate) AS site_avg_culling_rate,
    sum(loss_rate) / count(loss_rate) AS site_avg_loss_rate,
    count(own_fish_days) AS own_site_count,
    sum(own_fish_days) AS own_fish_days,
    sum(own_mortality_count) AS own_mortality_count,
    sum(own_culling_count) AS own_culling_count,
    sum(own_mortality_rate) / count(own_mortality_rate) AS own_site_avg_mortality_rate,
    sum(own_culling_rate) / count(own_culling_rate) AS own_site_avg_culling_rate,
    sum(own_loss_rate) / count(own_loss_rate) AS own_site_avg_loss_rate
  FROM site_rate
  GROUP BY 1, 2, 3
),
-- hidden values are taken out here, so that they count as missing in the cumulative ones too
rate AS (
  SELECT
    c.month,
    c.platform_area_id,
    c.site_count,
    published(period_rate(c.mortality_count, c.fish_days, c.days), g.other_groups, :min_groups) AS mortality_rate,
    published(period_rate(c.culling_count, c.fish_days, c.days), g.other_groups, :min_groups) AS culling_rate,
    published(period_rate(c.mortality_count + c.culling_count, c.fish_days, c.days), g.other_groups, :min_groups) AS loss_rate,
    published(c.site_avg_mortality_rate, g.other_groups, :min_groups) AS site_avg_mortality_rate,
    published(c.site_avg_culling_rate, g.other_groups, :min_groups) AS site_avg_culling_rate,
    published(c.site_avg_loss_rate, g.other_groups, :min_groups) AS site_avg_loss_rate,
    CASE WHEN :is_farmer THEN c.own_site_count END AS farmer_site_count,
    period_rate(c.own_mortality_count, c.own_fish_days, c.days) AS farmer_mortality_rate,
    period_rate(c.own_culling_count, c.own_fish_days, c.days) AS farmer_culling_rate,
    period_rate(c.own_mortality_count + c.own_culling_count, c.own_fish_days, c.days) AS farmer_loss_rate,
    c.own_site_avg_mortality_rate AS farmer_site_avg_mortality_rate,
    c.own_site_avg_culling_rate AS farmer_site_avg_culling_rate,
    c.own_site_avg_loss_rate AS farmer_site_avg_loss_rate
  FROM cell c
  JOIN other_group g ON g.month = c.month AND g.platform_area_id = c.platform_area_id
),
risk AS (
  SELECT
    month,
    platform_area_id,
    site_count,
    farmer_site_count,
    mortality_rate,
    cumulative_risk(sum(mortality_rate) OVER last_12, count(mortality_rate) OVER last_12, 12) AS cumulative_mortality_rate_12_months,
    cumulative_risk(sum(mortality_rate) OVER last_6, count(mortality_rate) OVER last_6, 6) AS cumulative_mortality_rate_6_months,
    cumulative_risk(sum(mortality_rate) OVER last_3, count(mortality_rate) OVER last_3, 3) AS cumulative_mortality_rate_3_months,
    culling_rate,
    cumulative_risk(sum(culling_rate) OVER last_12, count(culling_rate) OVER last_12, 12) AS cumulative_culling_rate_12_months,
    cumulative_risk(sum(culling_rate) OVER last_6, count(culling_rate) OVER last_6, 6) AS cumulative_culling_rate_6_months,
    cumulative_risk(sum(culling_rate) OVER last_3, count(culling_rate) OVER last_3, 3) AS cumulative_culling_rate_3_months,
    loss_rate,
    cumulative_risk(sum(loss_rate) OVER last_12, count(loss_rate) OVER last_12, 12) AS cumulative_loss_rate_12_months,
    cumulative_risk(sum(loss_rate) OVER last_6, count(loss_rate) OVER last_6, 6) AS cumulative_loss_rate_6_months,
    cumulative_risk(sum(loss_rate) OVER last_3, count(loss_rate) OVER last_3, 3) AS cumulative_loss_rate_3_months,
    site_avg_mortality_rate,
    cumulative_risk(sum(site_avg_mortality_rate) OVER last_12, count(site_avg_mortality_rate) OVER last_12, 12) AS cumulative_site_avg_mortality_rate_12_months,
    cumulative_risk(sum(site_avg_mortality_rate) OVER last_6, count(site_avg_mortality_rate) OVER last_6, 6) AS cumulative_site_avg_mortality_rate_6_months,
    cumulative_risk(sum(site_avg_mortality_rate) OVER last_3, count(site_avg_mortality_rate) OVER last_3, 3) AS cumulative_site_avg_mortality_rate_3_months,
    site_avg_culling_rate,
    cumulative_risk(sum(site_avg_culling_rate) OVER last_12, count(site_avg_culling_rate) OVER last_12, 12) AS cumulative_site_avg_culling_rate_12_months,
    cumulative_risk(sum(site_avg_culling_rate) OVER last_6, count(site_avg_culling_rate) OVER last_6, 6) AS cumulative_site_avg_culling_rate_6_months,
    cumulative_risk(sum(site_avg_culling_rate) OVER last_3, count(site_avg_culling_rate) OVER last_3, 3) AS cumulative_site_avg_culling_rate_3_months,
    site_avg_loss_rate,
    cumulative_risk(sum(site_avg_loss_rate) OVER last_12, count(site_avg_loss_rate) OVER last_12, 12) AS cumulative_site_avg_loss_rate_12_months,
    cumulative_risk(sum(site_avg_loss_rate) OVER last_6, count(site_avg_loss_rate) OVER last_6, 6) AS cumulative_site_avg_loss_rate_6_months,
    cumulative_risk(sum(site_avg_loss_rate) OVER last_3, count(site_avg_loss_rate) OVER last_3, 3) AS cumulative_site_avg_loss_rate_3_months,
    farmer_mortality_rate,
    cumulative_risk(sum(farmer_mortality_rate) OVER last_12, count(farmer_mortality_rate) OVER last_12, 12) AS farmer_cumulative_mortality_rate_12_months,
    cumulative_risk(sum(farmer_mortality_rate) OVER last_6, count(farmer_mortality_rate) OVER last_6, 6) AS farmer_cumulative_mortality_rate_6_months,
    cumulative_risk(sum(farmer_mortality_rate) OVER last_3, count(farmer_mortality_rate) OVER last_3, 3) AS farmer_cumulative_mortality_rate_3_months,
    farmer_culling_rate,
    cumulative_risk(sum(farmer_culling_rate) OVER last_12, count(farmer_culling_rate) OVER last_12, 12) AS farmer_cumulative_culling_rate_12_months,
    cumulative_risk(sum(farmer_culling_rate) OVER last_6, count(farmer_culling_rate) OVER last_6, 6) AS farmer_cumulative_culling_rate_6_months,
    cumulative_risk(sum(farmer_culling_rate) OVER last_3, count(farmer_culling_rate) OVER last_3, 3) AS farmer_cumulative_culling_rate_3_months,
    farmer_loss_rate,
    cumulative_risk(sum(farmer_loss_rate) OVER last_12, count(farmer_loss_rate) OVER last_12, 12) AS farmer_cumulative_loss_rate_12_months,
    cumulative_risk(sum(farmer_loss_rate) OVER last_6, count(farmer_loss_rate) OVER last_6, 6) AS farmer_cumulative_loss_rate_6_months,
    cumulative_risk(sum(farmer_loss_rate) OVER last_3, count(farmer_loss_rate) OVER last_3, 3) AS farmer_cumulative_loss_rate_3_months,
    farmer_site_avg_mortality_rate,
    cumulative_risk(sum(farmer_site_avg_mortality_rate) OVER last_12, count(farmer_site_avg_mortality_rate) OVER last_12, 12) AS farmer_cumulative_site_avg_mortality_rate_12_months,
    cumulative_risk(sum(farmer_site_avg_mortality_rate) OVER last_6, count(farmer_site_avg_mortality_rate) OVER last_6, 6) AS farmer_cumulative_site_avg_mortality_rate_6_months,
    cumulative_risk(sum(farmer_site_avg_mortality_rate) OVER last_3, count(farmer_site_avg_mortality_rate) OVER last_3, 3) AS farmer_cumulative_site_avg_mortality_rate_3_months,
    farmer_site_avg_culling_rate,
    cumulative_risk(sum(farmer_site_avg_culling_rate) OVER last_12, count(farmer_site_avg_culling_rate) OVER last_12, 12) AS farmer_cumulative_site_avg_culling_rate_12_months,
    cumulative_risk(sum(farmer_site_avg_culling_rate) OVER last_6, count(farmer_site_avg_culling_rate) OVER last_6, 6) AS farmer_cumulative_site_avg_culling_rate_6_months,
    cumulative_risk(sum(farmer_site_avg_culling_rate) OVER last_3, count(farmer_site_avg_culling_rate) OVER last_3, 3) AS farmer_cumulative_site_avg_culling_rate_3_months,
    farmer_site_avg_loss_rate,
    cumulative_risk(sum(farmer_site_avg_loss_rate) OVER last_12, count(farmer_site_avg_loss_rate) OVER last_12, 12) AS farmer_cumulative_site_avg_loss_rate_12_months,
    cumulative_risk(sum(farmer_site_avg_loss_rate) OVER last_6, count(farmer_site_avg_loss_rate) OVER last_6, 6) AS farmer_cumulative_site_avg_loss_rate_6_months,
    cumulative_risk(sum(farmer_site_avg_loss_rate) OVER last_3, count(farmer_site_avg_loss_rate) OVER last_3, 3) AS farmer_cumulative_site_avg_loss_rate_3_months
  FROM rate
  WINDOW
    last_3 AS (PARTITION BY platform_area_id ORDER BY month RANGE BETWEEN INTERVAL '2' MONTH PRECEDING AND CURRENT ROW),
    last_6 AS (PARTITION BY platform_area_id ORDER BY month RANGE BETWEEN INTERVAL '5' MONTH PRECEDING AND CURRENT ROW),
    last_12 AS (PARTITION BY platform_area_id ORDER BY month RANGE BETWEEN INTERVAL '11' MONTH PRECEDING AND CURRENT ROW)
),
-- the authority's baseline: salmonids together, over the area's production areas that have figures at all
authority_area AS (
  SELECT
    month,
    production_area_id,
    sum(closing_count) AS closing_count,
    sum(dead_count) AS dead_count,
    sum(discarded_count) AS discarded_count
  FROM authority_month
  WHERE production_area_id IS NOT NULL
    AND (:all_areas OR production_area_id IN (:areas))
  GROUP BY 1, 2
),
authority_area_count AS (
  SELECT m.platform_area_id, count(DISTINCT a.production_area_id) AS area_count
  FROM authority_area a
  JOIN platform_area_member m ON m.production_area_id = a.production_area_id
  GROUP BY 1
),
authority_cell AS (
  SELECT
    a.month,
    m.platform_area_id,
    count(o.closing_count) AS area_count,
    (CAST(sum(o.closing_count) AS DOUBLE) + sum(a.closing_count)) / 2 AS mean_stock,
    sum(a.dead_count) AS dead_count,
    sum(a.discarded_count) AS discarded_count
  FROM authority_area a
  JOIN platform_area_member m ON m.production_area_id = a.production_area_id
  LEFT JOIN authority_area o
    ON o.production_area_id = a.production_area_id AND o.month = plus_months(a.month, -1)
  WHERE a.month BETWEEN plus_months(:first_day, -11) AND :last_day
  GROUP BY 1, 2
),
authority_rate AS (
  SELECT
    c.month,
    c.platform_area_id,
    CASE WHEN c.area_count = n.area_count THEN period_rate(c.dead_count + c.discarded_count, c.mean_stock, 1) END AS loss_rate,
    CASE WHEN c.area_count = n.area_count THEN period_rate(c.dead_count, c.mean_stock, 1) END AS mortality_rate,
    CASE WHEN c.area_count = n.area_count THEN period_rate(c.discarded_count, c.mean_stock, 1) END AS culling_rate
  FROM authority_cell c
  JOIN authority_area_count n ON n.platform_area_id = c.platform_area_id
),
authority_risk AS (
  SELECT
    month,
    platform_area_id,
    loss_rate,
    cumulative_risk(sum(loss_rate) OVER last_12, count(loss_rate) OVER last_12, 12) AS cumulative_loss_rate_12_months,
    cumulative_risk(sum(loss_rate) OVER last_6, count(loss_rate) OVER last_6, 6) AS cumulative_loss_rate_6_months,
    cumulative_risk(sum(loss_rate) OVER last_3, count(loss_rate) OVER last_3, 3) AS cumulative_loss_rate_3_months,
    mortality_rate,
    cumulative_risk(sum(mortality_rate) OVER last_12, count(mortality_rate) OVER last_12, 12) AS cumulative_mortality_rate_12_months,
    cumulative_risk(sum(mortality_rate) OVER last_6, count(mortality_rate) OVER last_6, 6) AS cumulative_mortality_rate_6_months,
    cumulative_risk(sum(mortality_rate) OVER last_3, count(mortality_rate) OVER last_3, 3) AS cumulative_mortality_rate_3_months,
    culling_rate,
    cumulative_risk(sum(culling_rate) OVER last_12, count(culling_rate) OVER last_12, 12) AS cumulative_culling_rate_12_months,
    cumulative_risk(sum(culling_rate) OVER last_6, count(culling_rate) OVER last_6, 6) AS cumulative_culling_rate_6_months,
    cumulative_risk(sum(culling_rate) OVER last_3, count(culling_rate) OVER last_3, 3) AS cumulative_culling_rate_3_months
  FROM authority_rate
  WINDOW
    last_3 AS (PARTITION BY platform_area_id ORDER BY month RANGE BETWEEN INTERVAL '2' MONTH PRECEDING AND CURRENT ROW),
    last_6 AS (PARTITION BY platform_area_id ORDER BY month RANGE BETWEEN INTERVAL '5' MONTH PRECEDING AND CURRENT ROW),
    last_12 AS (PARTITION BY platform_area_id ORDER BY month RANGE BETWEEN INTERVAL '11' MONTH PRECEDING AND CURRENT ROW)
)
SELECT
  r.month,
  a.platform_area_name,
  a.production_area_ids,
  r.site_count,
  r.mortality_rate,
  r.site_avg_mortality_rate,
  r.cumulative_mortality_rate_12_months,
  r.cumulative_mortality_rate_6_months,
  r.cumulative_mortality_rate_3_months,
  r.cumulative_site_avg_mortality_rate_12_months,
  r.cumulative_site_avg_mortality_rate_6_months,
  r.cumulative_site_avg_mortality_rate_3_months,
  r.culling_rate,
  r.site_avg_culling_rate,
  r.cumulative_culling_rate_12_months,
  r.cumulative_culling_rate_6_months,
  r.cumulative_culling_rate_3_months,
  r.cumulative_site_avg_culling_rate_12_months,
  r.cumulative_site_avg_culling_rate_6_months,
  r.cumulative_site_avg_culling_rate_3_months,
  r.loss_rate,
  r.site_avg_loss_rate,
  r.cumulative_loss_rate_12_months,
  r.cumulative_loss_rate_6_months,
  r.cumulative_loss_rate_3_months,
  r.cumulative_site_avg_loss_rate_12_months,
  r.cumulative_site_avg_loss_rate_6_months,
  r.cumulative_site_avg_loss_rate_3_months,
  r.farmer_site_count,
  r.farmer_mortality_rate,
  r.farmer_site_avg_mortality_rate,
  r.farmer_cumulative_mortality_rate_12_months,
  r.farmer_cumulative_mortality_rate_6_months,
  r.farmer_cumulative_mortality_rate_3_months,
  r.farmer_cumulative_site_avg_mortality_rate_12_months,
  r.farmer_cumulative_site_avg_mortality_rate_6_months,
  r.farmer_cumulative_site_avg_mortality_rate_3_months,
  r.farmer_culling_rate,
  r.farmer_site_avg_culling_rate,
  r.farmer_cumulative_culling_rate_12_months,
  r.farmer_cumulative_culling_rate_6_months,
  r.farmer_cumulative_culling_rate_3_months,
  r.farmer_cumulative_site_avg_culling_rate_12_months,
  r.farmer_cumulative_site_avg_culling_rate_6_months,
  r.farmer_cumulative_site_avg_culling_rate_3_months,
  r.farmer_loss_rate,
  r.farmer_site_avg_loss_rate,
  r.farmer_cumulative_loss_rate_12_months,
  r.farmer_cumulative_loss_rate_6_months,
  r.farmer_cumulative_loss_rate_3_months,
  r.farmer_cumulative_site_avg_loss_rate_12_months,
  r.farmer_cumulative_site_avg_loss_rate_6_months,
  r.farmer_cumulative_site_avg_loss_rate_3_months,
  f.month AS fdir_month,
  f.loss_rate AS fdir_loss_rate,
  f.cumulative_loss_rate_12_months AS fdir_cumulative_loss_rate_12_months,
  f.cumulative_loss_rate_6_months AS fdir_cumulative_loss_rate_6_months,
  f.cumulative_loss_rate_3_months AS fdir_cumulative_loss_rate_3_months,
  f.mortality_rate AS fdir_mortality_rate,
  f.cumulative_mortality_rate_12_months AS fdir_cumulative_mortality_rate_12_months,
  f.cumulative_mortality_rate_6_months AS fdir_cumulative_mortality_rate_6_months,
  f.cumulative_mortality_rate_3_months AS fdir_cumulative_mortality_rate_3_months,
  f.culling_rate AS fdir_culling_rate,
  f.cumulative_culling_rate_12_months AS fdir_cumulative_culling_rate_12_months,
  f.cumulative_culling_rate_6_months AS fdir_cumulative_culling_rate_6_months,
  f.cumulative_culling_rate_3_months AS fdir_cumulative_culling_rate_3_months
FROM risk r
JOIN area a ON a.platform_area_id = r.platform_area_id
LEFT JOIN authority_risk f ON f.month = r.month AND f.platform_area_id = r.platform_area_id
WHERE r.month BETWEEN :first_day AND :last_day
ORDER BY r.month, a.platform_area_id
OFFSET :offset LIMIT :row_limit
