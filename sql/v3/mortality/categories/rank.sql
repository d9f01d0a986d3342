/*
summary: Causes of loss over the whole window, those with most losses first
family: mortality
order: "loss count, most first and hidden ones last; category code"
fields:
  loss_category_code: {type: string, meaning: registered code of the cause}
  loss_category_name: {type: string, meaning: Norwegian name of the cause}
  period_start: {type: date, meaning: first day of the window}
  period_end: {type: date, meaning: last day of the window}
  mortality_count: {type: integer, unit: fish, meaning: "benchmark deaths of the cause"}
  mortality_biomass_kg: {type: number, unit: kg, meaning: "benchmark deaths of the cause, biomass"}
  mortality_avg_weight_gram: {type: number, unit: gram, meaning: "benchmark deaths of the cause, mean weight"}
  culling_count: {type: integer, unit: fish, meaning: "benchmark fish culled of the cause"}
  culling_biomass_kg: {type: number, unit: kg, meaning: "benchmark fish culled of the cause, biomass"}
  culling_avg_weight_gram: {type: number, unit: gram, meaning: "benchmark fish culled of the cause, mean weight"}
  loss_count: {type: integer, unit: fish, meaning: "benchmark losses of the cause"}
  loss_biomass_kg: {type: number, unit: kg, meaning: "benchmark losses of the cause, biomass"}
  loss_avg_weight_gram: {type: number, unit: gram, meaning: "benchmark losses of the cause, mean weight"}
  mortality_count_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of all benchmark deaths, by count"}
  mortality_biomass_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of all benchmark deaths, by biomass"}
  culling_count_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of all benchmark fish culled, by count"}
  culling_biomass_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of all benchmark fish culled, by biomass"}
  loss_count_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of all benchmark losses, by count"}
  loss_biomass_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of all benchmark losses, by biomass"}
  farmer_mortality_count: {type: integer, unit: fish, meaning: "the caller's own deaths of the cause"}
  farmer_mortality_biomass_kg: {type: number, unit: kg, meaning: "the caller's own deaths of the cause, biomass"}
  farmer_mortality_avg_weight_gram: {type: number, unit: gram, meaning: "the caller's own deaths of the cause, mean weight"}
  farmer_culling_count: {type: integer, unit: fish, meaning: "the caller's own fish culled of the cause"}
  farmer_culling_biomass_kg: {type: number, unit: kg, meaning: "the caller's own fish culled of the cause, biomass"}
  farmer_culling_avg_weight_gram: {type: number, unit: gram, meaning: "the caller's own fish culled of the cause, mean weight"}
  farmer_loss_count: {type: integer, unit: fish, meaning: "the caller's own losses of the cause"}
  farmer_loss_biomass_kg: {type: number, unit: kg, meaning: "the caller's own losses of the cause, biomass"}
  farmer_loss_avg_weight_gram: {type: number, unit: gram, meaning: "the caller's own losses of the cause, mean weight"}
  farmer_mortality_count_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of the caller's own deaths, by count"}
  farmer_mortality_biomass_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of the caller's own deaths, by biomass"}
  farmer_culling_count_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of the caller's own fish culled, by count"}
  farmer_culling_biomass_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of the caller's own fish culled, by biomass"}
  farmer_loss_count_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of the caller's own losses, by count"}
  farmer_loss_biomass_rate_of_total_in_period: {type: number, unit: fraction, meaning: "the cause's share of the caller's own losses, by biomass"}
*/
-- The window is exactly the days from from_date to to_date, and the whole of it is the cell that is hidden or not.
WITH
cell AS (
  SELECT count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups
  FROM (
    SELECT farmer_group_key, coalesce(farmer_group_key = :own_group, false) AS is_own
    FROM unit_day
    WHERE date BETWEEN :first_day AND :last_day
      AND (:all_areas OR production_area_id IN (:areas))
      AND (:all_generations OR generation IN (:generations))
      AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
    GROUP BY 1, 2
    HAVING sum(fish_count) > 0
  ) farmer_group
),
side_category AS (
  SELECT
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
  GROUP BY 1, 2
),
category AS (
  SELECT
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
  GROUP BY 1
),
category_loss AS (
  SELECT
    category.*,
    mortality_count + culling_count AS loss_count,
    mortality_g + culling_g AS loss_g,
    own_mortality_count + own_culling_count AS own_loss_count,
    own_mortality_g + own_culling_g AS own_loss_g
  FROM category
),
category_share AS (
  SELECT
    category_loss.*,
    share(mortality_count, sum(mortality_count) OVER ()) AS mortality_count_share,
    share(mortality_g, sum(mortality_g) OVER ()) AS mortality_g_share,
    share(culling_count, sum(culling_count) OVER ()) AS culling_count_share,
    share(culling_g, sum(culling_g) OVER ()) AS culling_g_share,
    share(loss_count, sum(loss_count) OVER ()) AS loss_count_share,
    share(loss_g, sum(loss_g) OVER ()) AS loss_g_share,
    share(own_mortality_count, sum(own_mortality_count) OVER ()) AS own_mortality_count_share,
    share(own_mortality_g, sum(own_mortality_g) OVER ()) AS own_mortality_g_share,
    share(own_culling_count, sum(own_culling_count) OVER ()) AS own_culling_count_share,
    share(own_culling_g, sum(own_culling_g) OVER ()) AS own_culling_g_share,
    share(own_loss_count, sum(own_loss_count) OVER ()) AS own_loss_count_share,
    share(own_loss_g, sum(own_loss_g) OVER ()) AS own_loss_g_share
  FROM category_loss
)
SELECT
  k.category_code AS loss_category_code,
  n.category_name AS loss_category_name,
  CAST(:first_day AS DATE) AS period_start,
  CAST(:last_day AS DATE) AS period_end,
  published_count(k.mortality_count, c.other_groups, :min_groups) AS mortality_count,
  kilograms(published_count(k.mortality_g, c.other_groups, :min_groups)) AS mortality_biomass_kg,
  published(mean_weight(k.mortality_g, k.mortality_count), c.other_groups, :min_groups) AS mortality_avg_weight_gram,
  published_count(k.culling_count, c.other_groups, :min_groups) AS culling_count,
  kilograms(published_count(k.culling_g, c.other_groups, :min_groups)) AS culling_biomass_kg,
  published(mean_weight(k.culling_g, k.culling_count), c.other_groups, :min_groups) AS culling_avg_weight_gram,
  published_count(k.loss_count, c.other_groups, :min_groups) AS loss_count,
  kilograms(published_count(k.loss_g, c.other_groups, :min_groups)) AS loss_biomass_kg,
  published(mean_weight(k.loss_g, k.loss_count), c.other_groups, :min_groups) AS loss_avg_weight_gram,
  published(k.mortality_count_share, c.other_groups, :min_groups) AS mortality_count_rate_of_total_in_period,
  published(k.mortality_g_share, c.other_groups, :min_groups) AS mortality_biomass_rate_of_total_in_period,
  published(k.culling_count_share, c.other_groups, :min_groups) AS culling_count_rate_of_total_in_period,
  published(k.culling_g_share, c.other_groups, :min_groups) AS culling_biomass_rate_of_total_in_period,
  published(k.loss_count_share, c.other_groups, :min_groups) AS loss_count_rate_of_total_in_period,
  published(k.loss_g_share, c.other_groups, :min_groups) AS loss_biomass_rate_of_total_in_period,
  own_count(k.own_mortality_count, :is_farmer) AS farmer_mortality_count,
  kilograms(own_count(k.own_mortality_g, :is_farmer)) AS farmer_mortality_biomass_kg,
  mean_weight(k.own_mortality_g, k.own_mortality_count) AS farmer_mortality_avg_weight_gram,
  own_count(k.own_culling_count, :is_farmer) AS farmer_culling_count,
  kilograms(own_count(k.own_culling_g, :is_farmer)) AS farmer_culling_biomass_kg,
  mean_weight(k.own_culling_g, k.own_culling_count) AS farmer_culling_avg_weight_gram,
  own_count(k.own_loss_count, :is_farmer) AS farmer_loss_count,
  kilograms(own_count(k.own_loss_g, :is_farmer)) AS farmer_loss_biomass_kg,
  mean_weight(k.own_loss_g, k.own_loss_count) AS farmer_loss_avg_weight_gram,
  k.own_mortality_count_share AS farmer_mortality_count_rate_of_total_in_period,
  k.own_mortality_g_share AS farmer_mortality_biomass_rate_of_total_in_period,
  k.own_culling_count_share AS farmer_culling_count_rate_of_total_in_period,
  k.own_culling_g_share AS farmer_culling_biomass_rate_of_total_in_period,
  k.own_loss_count_share AS farmer_loss_count_rate_of_total_in_period,
  k.own_loss_g_share AS farmer_loss_biomass_rate_of_total_in_period
FROM category_share k
CROSS JOIN cell c
LEFT JOIN loss_category n ON n.level_3_code = k.category_code
WHERE k.own_loss_count > 0 OR (k.loss_count > 0 AND c.other_groups >= :min_groups)
ORDER BY published_count(k.loss_count, c.other_groups, :min_groups) DESC NULLS LAST, k.category_code
OFFSET :offset LIMIT :row_limit
