/*
summary: How the losses of each weight are distributed over the top level of causes
family: mortality
paging: single
order: weight group, level 1 code
parameters:
  weight_bucket: {type: integer, min: 100, max: 5000, default: 500, meaning: "width of a weight group, grams"}
fields:
  category_code_level_1: {type: string, meaning: top level of the code list}
  category_name: {type: string, meaning: Norwegian name of the top level}
  weight_group: {type: integer, unit: gram, meaning: "midpoint of the weight group, rounded down"}
  rate: {type: number, unit: fraction, meaning: "share of the weight group's losses, benchmark"}
  mortality_rate: {type: number, unit: fraction, meaning: "share of the weight group's deaths, benchmark"}
  culling_rate: {type: number, unit: fraction, meaning: "share of the weight group's culled fish, benchmark"}
  farmer_rate: {type: number, unit: fraction, meaning: "share of the weight group's losses, the caller's own"}
  farmer_mortality_rate: {type: number, unit: fraction, meaning: "share of the weight group's deaths, the caller's own"}
  farmer_culling_rate: {type: number, unit: fraction, meaning: "share of the weight group's culled fish, the caller's own"}
*/
-- Decided here: a row exists for a level-1 code with losses in the bucket, of the benchmark or of the caller.
-- A weight group is the cell that is hidden or not; in a hidden one only causes with own losses are listed.
WITH
group_bucket AS (
  SELECT
    weight_group(avg_weight_gram, :weight_bucket) AS weight_group,
    farmer_group_key,
    coalesce(farmer_group_key = :own_group, false) AS is_own
  FROM unit_day
  WHERE date BETWEEN :first_day AND :last_day
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3
  HAVING sum(fish_count) > 0
),
cell AS (
  SELECT weight_group, count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups
  FROM group_bucket
  GROUP BY 1
),
side_category AS (
  SELECT
    weight_group(avg_weight_gram, :weight_bucket) AS weight_group,
    level_1_code,
    coalesce(farmer_group_key = :own_group, false) AS is_own,
    sum(loss_count) AS loss_count,
    sum(mortality_count) AS mortality_count,
    sum(culling_count) AS culling_count
  FROM unit_loss
  WHERE date BETWEEN :first_day AND :last_day
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3
),
category AS (
  SELECT
    weight_group,
    level_1_code,
    coalesce(sum(loss_count) FILTER (WHERE NOT (:exclude_self AND is_own)), 0) AS loss_count,
    coalesce(sum(mortality_count) FILTER (WHERE NOT (:exclude_self AND is_own)), 0) AS mortality_count,
    coalesce(sum(culling_count) FILTER (WHERE NOT (:exclude_self AND is_own)), 0) AS culling_count,
    coalesce(sum(loss_count) FILTER (WHERE is_own), 0) AS own_loss_count,
    coalesce(sum(mortality_count) FILTER (WHERE is_own), 0) AS own_mortality_count,
    coalesce(sum(culling_count) FILTER (WHERE is_own), 0) AS own_culling_count
  FROM side_category
  GROUP BY 1, 2
),
category_share AS (
  SELECT
    weight_group,
    level_1_code,
    loss_count,
    own_loss_count,
    share(loss_count, sum(loss_count) OVER bucket) AS rate,
    share(mortality_count, sum(mortality_count) OVER bucket) AS mortality_rate,
    share(culling_count, sum(culling_count) OVER bucket) AS culling_rate,
    share(own_loss_count, sum(own_loss_count) OVER bucket) AS farmer_rate,
    share(own_mortality_count, sum(own_mortality_count) OVER bucket) AS farmer_mortality_rate,
    share(own_culling_count, sum(own_culling_count) OVER bucket) AS farmer_culling_rate
  FROM category
  WINDOW bucket AS (PARTITION BY weight_group)
),
level_1 AS (
  SELECT level_1_code, min(level_1_name) AS level_1_name
  FROM loss_category
  GROUP BY 1
)
SELECT
  k.level_1_code AS category_code_level_1,
  n.level_1_name AS category_name,
  k.weight_group,
  published(k.rate, c.other_groups, :min_groups) AS rate,
  published(k.mortality_rate, c.other_groups, :min_groups) AS mortality_rate,
  published(k.culling_rate, c.other_groups, :min_groups) AS culling_rate,
  k.farmer_rate,
  k.farmer_mortality_rate,
  k.farmer_culling_rate
FROM category_share k
JOIN cell c ON c.weight_group = k.weight_group
LEFT JOIN level_1 n ON n.level_1_code = k.level_1_code
WHERE k.own_loss_count > 0 OR (k.loss_count > 0 AND c.other_groups >= :min_groups)
ORDER BY k.weight_group, k.level_1_code
