/*
summary: How losses are distributed over the weight of the fish
family: mortality
order: "group (platform area id, generation), weight group"
parameters:
  group_by: {type: choice, values: [area, generation, area_and_generation], default: area, meaning: what the losses of a row's total belong to}
fields:
  weight_group_gram: {type: integer, unit: gram, meaning: "midpoint of the row's 500 g of mean weight: 250 for 0 up to 500"}
  group_by: {type: string, meaning: "area, generation or area_and_generation"}
  platform_area_name: {type: string, meaning: "Norwegian name of the platform area; null by generation"}
  production_area_ids: {type: "integer[]", meaning: "the area's production areas that pass the filter; null by generation"}
  generation: {type: string, meaning: "code of the generation; null by area"}
  rate_of_total_loss: {type: number, unit: fraction, meaning: "the weight group's share of the group's losses, benchmark"}
  farmer_rate_of_loss: {type: number, unit: fraction, meaning: "the weight group's share of the group's losses, the caller's own"}
*/
-- By area and generation the groups are ordered by area, then generation: the order of the words in group_by.
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
group_bucket AS (
  SELECT
    CASE WHEN :group_by <> 'generation' THEN platform_area_id END AS platform_area_id,
    CASE WHEN :group_by <> 'area' THEN generation END AS generation,
    weight_group(avg_weight_gram, 500) AS weight_group_gram,
    farmer_group_key,
    coalesce(farmer_group_key = :own_group, false) AS is_own,
    sum(mortality_count + culling_count) AS loss_count
  FROM unit_day
  WHERE date BETWEEN :first_day AND :last_day
    AND (:group_by = 'generation' OR platform_area_id IS NOT NULL)
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3, 4, 5
  HAVING sum(fish_count) > 0
),
cell AS (
  SELECT
    platform_area_id,
    generation,
    weight_group_gram,
    count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups,
    sum(loss_count) FILTER (WHERE NOT (:exclude_self AND is_own)) AS loss_count,
    sum(loss_count) FILTER (WHERE is_own) AS own_loss_count
  FROM group_bucket
  GROUP BY 1, 2, 3
),
-- hidden weight groups are in the total
total AS (
  SELECT
    cell.*,
    sum(loss_count) OVER everything AS total_loss_count,
    sum(own_loss_count) OVER everything AS own_total_loss_count
  FROM cell
  WINDOW everything AS (PARTITION BY platform_area_id, generation)
)
SELECT
  t.weight_group_gram,
  CAST(:group_by AS VARCHAR) AS group_by,
  a.platform_area_name,
  a.production_area_ids,
  t.generation,
  published(share(t.loss_count, t.total_loss_count), t.other_groups, :min_groups) AS rate_of_total_loss,
  share(t.own_loss_count, t.own_total_loss_count) AS farmer_rate_of_loss
FROM total t
LEFT JOIN area a ON a.platform_area_id = t.platform_area_id
ORDER BY t.platform_area_id, substr(t.generation, 2), substr(t.generation, 1, 1) DESC, t.weight_group_gram
OFFSET :offset LIMIT :row_limit
