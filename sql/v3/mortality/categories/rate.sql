/*
summary: Losses, their weights and rates by period and cause
family: mortality
period: {from: period_grouping}
order: period, category code
parameters:
  period_grouping: {type: choice, values: [month, quarterly, tertial, year], default: month, meaning: "the rows' periods; a tertial is four months"}
fields:
  period: {type: string, meaning: "label: 2026-03, 2026-Q1, 2026-T1 or 2026"}
  loss_category_code: {type: string, meaning: registered code of the cause}
  loss_count: {type: integer, unit: fish, meaning: "benchmark losses of the cause"}
  mortality_count: {type: integer, unit: fish, meaning: "benchmark deaths of the cause"}
  culling_count: {type: integer, unit: fish, meaning: "benchmark fish culled of the cause"}
  loss_avg_weight_gram: {type: number, unit: gram, meaning: "benchmark losses, mean weight"}
  mortality_avg_weight_gram: {type: number, unit: gram, meaning: "benchmark deaths, mean weight"}
  culling_avg_weight_gram: {type: number, unit: gram, meaning: "benchmark fish culled, mean weight"}
  farmer_loss_count: {type: integer, unit: fish, meaning: "the caller's own losses of the cause"}
  farmer_mortality_count: {type: integer, unit: fish, meaning: "the caller's own deaths of the cause"}
  farmer_culling_count: {type: integer, unit: fish, meaning: "the caller's own fish culled of the cause"}
  farmer_loss_avg_weight_gram: {type: number, unit: gram, meaning: "the caller's own losses, mean weight"}
  farmer_mortality_avg_weight_gram: {type: number, unit: gram, meaning: "the caller's own deaths, mean weight"}
  farmer_culling_avg_weight_gram: {type: number, unit: gram, meaning: "the caller's own fish culled, mean weight"}
  loss_rate: {type: number, unit: fraction per period, meaning: "benchmark losses of the cause per mean fish at risk"}
  mortality_rate: {type: number, unit: fraction per period, meaning: "benchmark deaths of the cause per mean fish at risk"}
  culling_rate: {type: number, unit: fraction per period, meaning: "benchmark fish culled of the cause per mean fish at risk"}
  farmer_loss_rate: {type: number, unit: fraction per period, meaning: "the caller's own losses of the cause per mean fish at risk"}
  farmer_mortality_rate: {type: number, unit: fraction per period, meaning: "the caller's own deaths of the cause per mean fish at risk"}
  farmer_culling_rate: {type: number, unit: fraction per period, meaning: "the caller's own fish culled of the cause per mean fish at risk"}
  category_name: {type: string, meaning: Norwegian name of the cause}
  category_short_name: {type: string, meaning: short Norwegian name of the cause}
  category_level_1_name: {type: string, meaning: Norwegian name of the top level of the code list}
*/
WITH
-- months first, whatever the period: months are cheap to tell apart, and their rows few
group_month AS (
  SELECT
    month_start(date) AS month,
    farmer_group_key,
    coalesce(farmer_group_key = :own_group, false) AS is_own,
    sum(fish_count) AS fish_days
  FROM unit_day
  WHERE date BETWEEN :first_day AND :last_day
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3
  HAVING sum(fish_count) > 0
),
cell AS (
  SELECT
    period_start(month, :period_grouping) AS first_day,
    count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups,
    sum(fish_days) FILTER (WHERE NOT (:exclude_self AND is_own)) AS fish_days,
    sum(fish_days) FILTER (WHERE is_own) AS own_fish_days
  FROM group_month
  GROUP BY 1
),
side_category AS (
  SELECT
    month_start(date) AS month,
    category_code,
    coalesce(farmer_group_key = :own_group, false) AS is_own,
    sum(mortality_count) AS mortality_count,
    sum(mortality_biomass_g) AS mortality_g,
    sum(culling_count) AS culling_count,
    sum(culling_biomass_g) AS culling_g
  FROM unit_loss
  WHERE date BETWEEN :first_day AND :last_day
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3
),
category AS (
  SELECT
    period_start(month, :period_grouping) AS first_day,
    category_code,
    coalesce(sum(mortality_count) FILTER (WHERE NOT (:exclude_self AND is_own)), 0) AS mortality_count,
    coalesce(sum(mortality_g) FILTER (WHERE NOT (:exclude_self AND is_own)), 0) AS mortality_g,
    coalesce(sum(culling_count) FILTER (WHERE NOT (:exclude_self AND is_own)), 0) AS culling_count,
    coalesce(sum(culling_g) FILTER (WHERE NOT (:exclude_self AND is_own)), 0) AS culling_g,
    coalesce(sum(mortality_count) FILTER (WHERE is_own), 0) AS own_mortality_count,
    coalesce(sum(mortality_g) FILTER (WHERE is_own), 0) AS own_mortality_g,
    coalesce(sum(culling_count) FILTER (WHERE is_own), 0) AS own_culling_count,
    coalesce(sum(culling_g) FILTER (WHERE is_own), 0) AS own_culling_g
  FROM side_category
  GROUP BY 1, 2
),
category_loss AS (
  SELECT
    category.*,
    mortality_count + culling_count AS loss_count,
    mortality_g + culling_g AS loss_g,
    own_mortality_count + own_culling_count AS own_loss_count,
    own_mortality_g + own_culling_g AS own_loss_g,
    period_days(first_day, :period_grouping, :data_begin, :data_end) AS days
  FROM category
)
SELECT
  period_label(k.first_day, :period_grouping) AS period,
  k.category_code AS loss_category_code,
  published_count(k.loss_count, c.other_groups, :min_groups) AS loss_count,
  published_count(k.mortality_count, c.other_groups, :min_groups) AS mortality_count,
  published_count(k.culling_count, c.other_groups, :min_groups) AS culling_count,
  published(mean_weight(k.loss_g, k.loss_count), c.other_groups, :min_groups) AS loss_avg_weight_gram,
  published(mean_weight(k.mortality_g, k.mortality_count), c.other_groups, :min_groups) AS mortality_avg_weight_gram,
  published(mean_weight(k.culling_g, k.culling_count), c.other_groups, :min_groups) AS culling_avg_weight_gram,
  own_count(k.own_loss_count, :is_farmer) AS farmer_loss_count,
  own_count(k.own_mortality_count, :is_farmer) AS farmer_mortality_count,
  own_count(k.own_culling_count, :is_farmer) AS farmer_culling_count,
  mean_weight(k.own_loss_g, k.own_loss_count) AS farmer_loss_avg_weight_gram,
  mean_weight(k.own_mortality_g, k.own_mortality_count) AS farmer_mortality_avg_weight_gram,
  mean_weight(k.own_culling_g, k.own_culling_count) AS farmer_culling_avg_weight_gram,
  published(period_rate(k.loss_count, c.fish_days, k.days), c.other_groups, :min_groups) AS loss_rate,
  published(period_rate(k.mortality_count, c.fish_days, k.days), c.other_groups, :min_groups) AS mortality_rate,
  published(period_rate(k.culling_count, c.fish_days, k.days), c.other_groups, :min_groups) AS culling_rate,
  period_rate(k.own_loss_count, c.own_fish_days, k.days) AS farmer_loss_rate,
  period_rate(k.own_mortality_count, c.own_fish_days, k.days) AS farmer_mortality_rate,
  period_rate(k.own_culling_count, c.own_fish_days, k.days) AS farmer_culling_rate,
  n.category_name,
  n.category_name_short AS category_short_name,
  n.level_1_name AS category_level_1_name
FROM category_loss k
JOIN cell c ON c.first_day = k.first_day
LEFT JOIN loss_category n ON n.level_3_code = k.category_code
WHERE k.own_loss_count > 0 OR (k.loss_count > 0 AND c.other_groups >= :min_groups)
ORDER BY k.first_day, k.category_code
OFFSET :offset LIMIT :row_limit
