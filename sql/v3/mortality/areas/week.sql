/*
summary: Mortality, culling and loss by ISO week and platform area
family: mortality
period: week
order: week, platform area id
fields:
  loss_rate_week: {type: date, meaning: Monday of the ISO week}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  site_count: {type: integer, unit: sites, meaning: benchmark sites with fish in the week}
  mortality_rate: {type: number, unit: fraction per week, meaning: benchmark deaths per mean fish at risk}
  culling_rate: {type: number, unit: fraction per week, meaning: benchmark fish culled per mean fish at risk}
  loss_rate: {type: number, unit: fraction per week, meaning: mortality and culling together}
  farmer_site_count: {type: integer, unit: sites, meaning: the caller's sites with fish in the week}
  farmer_mortality_rate: {type: number, unit: fraction per week, meaning: the caller's own}
  farmer_culling_rate: {type: number, unit: fraction per week, meaning: the caller's own}
  farmer_loss_rate: {type: number, unit: fraction per week, meaning: the caller's own}
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
-- one row per site and company; places and groups are looked up for these few rows only
company_week AS (
  SELECT
    week_start(date) AS week,
    site_id,
    farmer_id,
    sum(fish_count) AS fish_days,
    sum(mortality_count) AS mortality_count,
    sum(culling_count) AS culling_count
  FROM stock_day
  WHERE date BETWEEN :first_day AND :last_day
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3
  HAVING sum(fish_count) > 0
),
site_week AS (
  SELECT
    w.*,
    p.platform_area_id,
    f.farmer_group_key,
    coalesce(f.farmer_group_key = :own_group, false) AS is_own
  FROM company_week w
  JOIN site_place p ON p.site_id = w.site_id
  JOIN farmer f ON f.farmer_id = w.farmer_id
  WHERE p.platform_area_id IS NOT NULL
    AND (:all_areas OR p.production_area_id IN (:areas))
),
cell AS (
  SELECT
    week,
    platform_area_id,
    count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups,
    count(DISTINCT site_id) FILTER (WHERE NOT (:exclude_self AND is_own)) AS site_count,
    sum(fish_days) FILTER (WHERE NOT (:exclude_self AND is_own)) AS fish_days,
    sum(mortality_count) FILTER (WHERE NOT (:exclude_self AND is_own)) AS mortality_count,
    sum(culling_count) FILTER (WHERE NOT (:exclude_self AND is_own)) AS culling_count,
    count(DISTINCT site_id) FILTER (WHERE is_own) AS own_site_count,
    sum(fish_days) FILTER (WHERE is_own) AS own_fish_days,
    sum(mortality_count) FILTER (WHERE is_own) AS own_mortality_count,
    sum(culling_count) FILTER (WHERE is_own) AS own_culling_count
  FROM site_week
  GROUP BY 1, 2
)
SELECT
  c.week AS loss_rate_week,
  a.platform_area_name,
  a.production_area_ids,
  c.site_count,
  published(period_rate(c.mortality_count, c.fish_days, 7), c.other_groups, :min_groups) AS mortality_rate,
  published(period_rate(c.culling_count, c.fish_days, 7), c.other_groups, :min_groups) AS culling_rate,
  published(period_rate(c.mortality_count + c.culling_count, c.fish_days, 7), c.other_groups, :min_groups) AS loss_rate,
  CASE WHEN :is_farmer THEN c.own_site_count END AS farmer_site_count,
  period_rate(c.own_mortality_count, c.own_fish_days, 7) AS farmer_mortality_rate,
  period_rate(c.own_culling_count, c.own_fish_days, 7) AS farmer_culling_rate,
  period_rate(c.own_mortality_count + c.own_culling_count, c.own_fish_days, 7) AS farmer_loss_rate
FROM cell c
JOIN area a ON a.platform_area_id = c.platform_area_id
ORDER BY c.week, a.platform_area_id
OFFSET :offset LIMIT :row_limit
