/*
summary: How a month's losses are distributed over their causes
family: mortality
period: month
order: month, category code
fields:
  loss_month: {type: date, meaning: the month's first day}
  loss_category_code: {type: string, meaning: registered code of the cause}
  loss_count: {type: integer, unit: fish, meaning: benchmark losses of the cause}
  loss_biomass_kg: {type: number, unit: kg, meaning: benchmark biomass lost to the cause}
  loss_rate_count: {type: number, unit: fraction, meaning: "the cause's share of the benchmark's losses, by count"}
  loss_rate_biomass: {type: number, unit: fraction, meaning: "the cause's share of the benchmark's losses, by biomass"}
  farmer_loss_count: {type: integer, unit: fish, meaning: the caller's own losses of the cause}
  farmer_loss_biomass_kg: {type: number, unit: kg, meaning: the caller's own biomass lost to the cause}
  farmer_loss_rate_count: {type: number, unit: fraction, meaning: "the cause's share of the caller's own losses, by count"}
  farmer_loss_rate_biomass: {type: number, unit: fraction, meaning: "the cause's share of the caller's own losses, by biomass"}
  loss_rate_count_of_inventory: {type: number, unit: fraction per month, meaning: "benchmark losses of the cause over the month's mean stock, by count"}
  loss_rate_biomass_of_inventory: {type: number, unit: fraction per month, meaning: "benchmark losses of the cause over the month's mean stock, by biomass"}
  farmer_loss_rate_count_of_inventory: {type: number, unit: fraction per month, meaning: "the caller's own, by count"}
  farmer_loss_rate_biomass_of_inventory: {type: number, unit: fraction per month, meaning: "the caller's own, by biomass"}
  total_loss_rate: {type: number, unit: fraction per month, meaning: "benchmark losses of all causes per mean fish at risk"}
  farmer_total_loss_rate: {type: number, unit: fraction per month, meaning: "the caller's own, of all causes"}
  category_name: {type: string, meaning: Norwegian name of the cause}
  category_short_name: {type: string, meaning: short Norwegian name of the cause}
  category_code_level_1: {type: string, meaning: top level of the code list}
  category_code_level_2: {type: string, meaning: second level of the code list}
*/
-- Decided here: loss_month is the month's first day. A cause that the code list does not have keeps its row, without names.
WITH
group_month AS (
  SELECT
    month_start(date) AS month,
    farmer_group_key,
    coalesce(farmer_group_key = :own_group, false) AS is_own,
    sum(fish_count) AS fish_days,
    sum(biomass_g) AS gram_days,
    sum(mortality_count + culling_count) AS loss_count,
    sum(mortality_biomass_g + culling_biomass_g) AS loss_g
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
    month,
    CAST(day(month_end(month)) AS INTEGER) AS days,
    count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups,
    sum(fish_days) FILTER (WHERE NOT (:exclude_self AND is_own)) AS fish_days,
    sum(gram_days) FILTER (WHERE NOT (:exclude_self AND is_own)) AS gram_days,
    sum(loss_count) FILTER (WHERE NOT (:exclude_self AND is_own)) AS loss_count,
    sum(loss_g) FILTER (WHERE NOT (:exclude_self AND is_own)) AS loss_g,
    sum(fish_days) FILTER (WHERE is_own) AS own_fish_days,
    sum(gram_days) FILTER (WHERE is_own) AS own_gram_days,
    sum(loss_count) FILTER (WHERE is_own) AS own_loss_count,
    sum(loss_g) FILTER (WHERE is_own) AS own_loss_g
  FROM group_month
  GROUP BY 1, 2
),
side_category AS (
  SELECT
    month_start(date) AS month,
    category_code,
    coalesce(farmer_group_key = :own_group, false) AS is_own,
    sum(loss_count) AS loss_count,
    sum(loss_biomass_g) AS loss_g
  FROM unit_loss
  WHERE date BETWEEN :first_day AND :last_day
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3
),
category AS (
  SELECT
    month,
    category_code,
    coalesce(sum(loss_count) FILTER (WHERE NOT (:exclude_self AND is_own)), 0) AS loss_count,
    coalesce(sum(loss_g) FILTER (WHERE NOT (:exclude_self AND is_own)), 0) AS loss_g,
    coalesce(sum(loss_count) FILTER (WHERE is_own), 0) AS own_loss_count,
    coalesce(sum(loss_g) FILTER (WHERE is_own), 0) AS own_loss_g
  FROM side_category
  GROUP BY 1, 2
)
SELECT
  k.month AS loss_month,
  k.category_code AS loss_category_code,
  published_count(k.loss_count, c.other_groups, :min_groups) AS loss_count,
  kilograms(published_count(k.loss_g, c.other_groups, :min_groups)) AS loss_biomass_kg,
  published(share(k.loss_count, c.loss_count), c.other_groups, :min_groups) AS loss_rate_count,
  published(share(k.loss_g, c.loss_g), c.other_groups, :min_groups) AS loss_rate_biomass,
  own_count(k.own_loss_count, :is_farmer) AS farmer_loss_count,
  kilograms(own_count(k.own_loss_g, :is_farmer)) AS farmer_loss_biomass_kg,
  share(k.own_loss_count, c.own_loss_count) AS farmer_loss_rate_count,
  share(k.own_loss_g, c.own_loss_g) AS farmer_loss_rate_biomass,
  published(period_rate(k.loss_count, c.fish_days, c.days), c.other_groups, :min_groups) AS loss_rate_count_of_inventory,
  published(period_rate(k.loss_g, c.gram_days, c.days), c.other_groups, :min_groups) AS loss_rate_biomass_of_inventory,
  period_rate(k.own_loss_count, c.own_fish_days, c.days) AS farmer_loss_rate_count_of_inventory,
  period_rate(k.own_loss_g, c.own_gram_days, c.days) AS farmer_loss_rate_biomass_of_inventory,
  published(period_rate(c.loss_count, c.fish_days, c.days), c.other_groups, :min_groups) AS total_loss_rate,
  period_rate(c.own_loss_count, c.own_fish_days, c.days) AS farmer_total_loss_rate,
  n.category_name,
  n.category_name_short AS category_short_name,
  substr(k.category_code, 1, 1) AS category_code_level_1,
  n.level_2_code AS category_code_level_2
FROM category k
JOIN cell c ON c.month = k.month
LEFT JOIN loss_category n ON n.level_3_code = k.category_code
WHERE k.own_loss_count > 0 OR (k.loss_count > 0 AND c.other_groups >= :min_groups)
ORDER BY k.month, k.category_code
OFFSET :offset LIMIT :row_limit
