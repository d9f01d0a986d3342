/*
summary: Losses of a generation in a platform area, month by month and added up since it came there
family: mortality
period: month
order: "generation (year, spring first), platform area id, month"
fields:
  loss_rate_month: {type: date, meaning: the month's last day}
  generation: {type: string, meaning: code of the generation}
  generation_month_number: {type: integer, unit: months, meaning: "months since the generation's first in the area, 0 in that one; null when it was there before the data"}
  farmer_generation_month_number: {type: integer, unit: months, meaning: "months since the caller's own first; null before it, and when it was there before the data"}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  loss_rate: {type: number, unit: fraction per month, meaning: "benchmark losses per mean fish at risk"}
  mortality_rate: {type: number, unit: fraction per month, meaning: "benchmark deaths per mean fish at risk"}
  culling_rate: {type: number, unit: fraction per month, meaning: "benchmark fish culled per mean fish at risk"}
  cumulative_loss_rate: {type: number, unit: fraction, meaning: "benchmark loss risk since the first month"}
  cumulative_mortality_rate: {type: number, unit: fraction, meaning: "benchmark mortality risk since the first month"}
  cumulative_culling_rate: {type: number, unit: fraction, meaning: "benchmark culling risk since the first month"}
  farmer_loss_rate: {type: number, unit: fraction per month, meaning: "the caller's own losses per mean fish at risk"}
  farmer_mortality_rate: {type: number, unit: fraction per month, meaning: "the caller's own deaths per mean fish at risk"}
  farmer_culling_rate: {type: number, unit: fraction per month, meaning: "the caller's own fish culled per mean fish at risk"}
  farmer_cumulative_loss_rate: {type: number, unit: fraction, meaning: "the caller's own loss risk since the first month"}
  farmer_cumulative_mortality_rate: {type: number, unit: fraction, meaning: "the caller's own mortality risk since the first month"}
  farmer_cumulative_culling_rate: {type: number, unit: fraction, meaning: "the caller's own culling risk since the first month"}
*/
-- A generation's first month in an area is that of its first stock row there, of all farmers and whatever the filters. A risk
-- needs all months before, so one scan from the first day of the data serves both: what the filters leave out counts for the
-- first month and for nothing else.
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
company_month AS (
  SELECT
    month_start(date) AS month,
    generation,
    site_id,
    farmer_id,
    sum(fish_count) FILTER (WHERE in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)) AS fish_days,
    sum(mortality_count) FILTER (WHERE in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)) AS mortality_count,
    sum(culling_count) FILTER (WHERE in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)) AS culling_count
  FROM stock_day
  WHERE date <= :last_day
    AND (:all_generations OR generation IN (:generations))
  GROUP BY 1, 2, 3, 4
),
group_month AS (
  SELECT
    m.month,
    m.generation,
    p.platform_area_id,
    f.farmer_group_key,
    coalesce(f.farmer_group_key = :own_group, false) AS is_own,
    coalesce(sum(m.fish_days) FILTER (WHERE :all_areas OR p.production_area_id IN (:areas)), 0) AS fish_days,
    coalesce(sum(m.mortality_count) FILTER (WHERE :all_areas OR p.production_area_id IN (:areas)), 0) AS mortality_count,
    coalesce(sum(m.culling_count) FILTER (WHERE :all_areas OR p.production_area_id IN (:areas)), 0) AS culling_count
  FROM company_month m
  JOIN site_place p ON p.site_id = m.site_id
  JOIN farmer f ON f.farmer_id = m.farmer_id
  WHERE p.platform_area_id IN (SELECT platform_area_id FROM area)
  GROUP BY 1, 2, 3, 4, 5
),
first_month AS (
  SELECT generation, platform_area_id, min(month) AS month, min(month) FILTER (WHERE is_own) AS own_month
  FROM group_month
  GROUP BY 1, 2
),
cell AS (
  SELECT
    month,
    generation,
    platform_area_id,
    CAST(day(month_end(month)) AS INTEGER) AS days,
    count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups,
    sum(fish_days) FILTER (WHERE NOT (:exclude_self AND is_own)) AS fish_days,
    sum(mortality_count) FILTER (WHERE NOT (:exclude_self AND is_own)) AS mortality_count,
    sum(culling_count) FILTER (WHERE NOT (:exclude_self AND is_own)) AS culling_count,
    sum(fish_days) FILTER (WHERE is_own) AS own_fish_days,
    sum(mortality_count) FILTER (WHERE is_own) AS own_mortality_count,
    sum(culling_count) FILTER (WHERE is_own) AS own_culling_count
  FROM group_month
  WHERE fish_days > 0
  GROUP BY 1, 2, 3, 4
),
-- hidden rates are taken out here, so that they add nothing to the risk
rate AS (
  SELECT
    month,
    generation,
    platform_area_id,
    published(period_rate(mortality_count + culling_count, fish_days, days), other_groups, :min_groups) AS loss_rate,
    published(period_rate(mortality_count, fish_days, days), other_groups, :min_groups) AS mortality_rate,
    published(period_rate(culling_count, fish_days, days), other_groups, :min_groups) AS culling_rate,
    period_rate(own_mortality_count + own_culling_count, own_fish_days, days) AS farmer_loss_rate,
    period_rate(own_mortality_count, own_fish_days, days) AS farmer_mortality_rate,
    period_rate(own_culling_count, own_fish_days, days) AS farmer_culling_rate
  FROM cell
),
risk AS (
  SELECT
    rate.*,
    risk_of(sum(loss_rate) OVER so_far) AS cumulative_loss_rate,
    risk_of(sum(mortality_rate) OVER so_far) AS cumulative_mortality_rate,
    risk_of(sum(culling_rate) OVER so_far) AS cumulative_culling_rate,
    risk_of(sum(farmer_loss_rate) OVER so_far) AS farmer_cumulative_loss_rate,
    risk_of(sum(farmer_mortality_rate) OVER so_far) AS farmer_cumulative_mortality_rate,
    risk_of(sum(farmer_culling_rate) OVER so_far) AS farmer_cumulative_culling_rate
  FROM rate
  WINDOW so_far AS (PARTITION BY generation, platform_area_id ORDER BY month ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
)
SELECT
  month_end(r.month) AS loss_rate_month,
  r.generation,
  CASE WHEN f.month > month_start(:data_begin) THEN date_diff('month', f.month, r.month) END AS generation_month_number,
  CASE WHEN f.own_month > month_start(:data_begin) AND f.own_month <= r.month
    THEN date_diff('month', f.own_month, r.month) END AS farmer_generation_month_number,
  a.platform_area_name,
  a.production_area_ids,
  r.loss_rate,
  r.mortality_rate,
  r.culling_rate,
  r.cumulative_loss_rate,
  r.cumulative_mortality_rate,
  r.cumulative_culling_rate,
  r.farmer_loss_rate,
  r.farmer_mortality_rate,
  r.farmer_culling_rate,
  r.farmer_cumulative_loss_rate,
  r.farmer_cumulative_mortality_rate,
  r.farmer_cumulative_culling_rate
FROM risk r
JOIN first_month f ON f.generation = r.generation AND f.platform_area_id = r.platform_area_id
JOIN area a ON a.platform_area_id = r.platform_area_id
WHERE r.month BETWEEN :first_day AND :last_day
ORDER BY substr(r.generation, 2), substr(r.generation, 1, 1) DESC, r.platform_area_id, r.month
OFFSET :offset LIMIT :row_limit
