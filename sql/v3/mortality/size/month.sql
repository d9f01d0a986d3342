/*
summary: Mean weight of lost fish by month and group
family: mortality
period: month
order: "month, group (platform area id, generation)"
parameters:
  weight_range_start: {type: integer, min: 0, max: 15000, default: 0, meaning: "least mean weight of the unit that day, grams"}
  group_by: {type: choice, values: [area, generation, area_and_generation], default: area, meaning: what a row is for}
fields:
  month: {type: date, meaning: the month's first day}
  group_by: {type: string, meaning: "area, generation or area_and_generation"}
  platform_area_name: {type: string, meaning: "Norwegian name of the platform area; null by generation"}
  production_area_ids: {type: "integer[]", meaning: "the area's production areas that pass the filter; null by generation"}
  generation: {type: string, meaning: "code of the generation; null by area"}
  loss_avg_weight_gram: {type: integer, unit: gram, meaning: mean weight of the benchmark's lost fish}
  farmer_loss_avg_weight_gram: {type: integer, unit: gram, meaning: mean weight of the caller's own lost fish}
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
group_month AS (
  SELECT
    month_start(date) AS month,
    CASE WHEN :group_by <> 'generation' THEN platform_area_id END AS platform_area_id,
    CASE WHEN :group_by <> 'area' THEN generation END AS generation,
    farmer_group_key,
    coalesce(farmer_group_key = :own_group, false) AS is_own,
    sum(mortality_count + culling_count) AS loss_count,
    sum(mortality_biomass_g + culling_biomass_g) AS loss_g
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
    month,
    platform_area_id,
    generation,
    count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups,
    sum(loss_count) FILTER (WHERE NOT (:exclude_self AND is_own)) AS loss_count,
    sum(loss_g) FILTER (WHERE NOT (:exclude_self AND is_own)) AS loss_g,
    sum(loss_count) FILTER (WHERE is_own) AS own_loss_count,
    sum(loss_g) FILTER (WHERE is_own) AS own_loss_g
  FROM group_month
  GROUP BY 1, 2, 3
)
SELECT
  c.month,
  CAST(:group_by AS VARCHAR) AS group_by,
  a.platform_area_name,
  a.production_area_ids,
  c.generation,
  CASE WHEN c.other_groups >= :min_groups THEN whole_gram(c.loss_g, c.loss_count) END AS loss_avg_weight_gram,
  whole_gram(c.own_loss_g, c.own_loss_count) AS farmer_loss_avg_weight_gram
FROM cell c
LEFT JOIN area a ON a.platform_area_id = c.platform_area_id
ORDER BY c.month, c.platform_area_id, substr(c.generation, 2), substr(c.generation, 1, 1) DESC
OFFSET :offset LIMIT :row_limit
