/*
summary: Treatments by ISO week and weight of the fish, in buckets of 500 g
is_not: "Counts of treatments spread over the weights of the treated pens, not of fish treated. A high count at a weight may only mean that many fish
    have that weight."
family: treatment
access: summed
period: week
slice: treatment_week
order: week descending, owner, site, production area, generation, bucket, TOTAL last, category, target
confidentiality:
  rule: "a farmer sees its own company's; in sums treatments, the authority's too, count if they were there when their week was released, and if the
      weight group's week was open to view then: its cells all lay in atoms inside it"
  sum: [avg_weight_gram, "*treatment_count", days_with_treatments]
  own: [owner_id]
takes: [treatment_category, treatment_target, owner_id, site_id, generation]
parameters:
  min_weight_gram: {type: integer, min: 0, max: 30000, meaning: "least bucket midpoint, grams; no limit when absent"}
  max_weight_gram: {type: integer, min: 0, max: 30000, meaning: "greatest bucket midpoint, grams; no limit when absent"}
  exclude_totals: {type: boolean, default: false, meaning: "leave the TOTAL rows out"}
fields:
  owner_id: {type: string, meaning: "the company; null for the authority's, and for callers who may not see rows of single sites"}
  site_id: {type: string, meaning: the authority's site number; null for callers who may not see rows of single sites}
  production_area_id: {type: integer, meaning: production area; null outside all of them}
  production_region_name: {type: string, meaning: its region}
  generation: {type: string, meaning: code of the generation}
  treatment_week: {type: date, meaning: Monday of the ISO week}
  weight_group_gram: {type: number, unit: gram, meaning: midpoint of the bucket; null in TOTAL rows}
  avg_weight_gram: {type: number, unit: gram, meaning: "mean weight of the treated units, a treatment of n units counts 1/n for each; in sums over
      owners and sites the bucket's midpoint, null in TOTAL rows"}
  treatment_category: {type: string, meaning: kind of treatment; TOTAL in TOTAL rows}
  treatment_target: {type: string, meaning: what the treatment is against; TOTAL in TOTAL rows}
  category_target_combination: {type: string, meaning: category and target; TOTAL in TOTAL rows}
  treatment_count: {type: number, unit: treatments, decimals: 4, meaning: "treatments; one of n units counts 1/n in each unit's bucket"}
  days_with_treatments: {type: number, unit: days, decimals: 4, meaning: days of the week with one}
  antibiotic_treatment_count: {type: number, unit: treatments, decimals: 4, meaning: those with an antibiotic}
*/
-- Farmers get the treatments that they delivered. placed_touch has the units of a treatment at sea, each with its share; a treatment that names
-- no units counts as one, at the mean weight of its owner's fish on the site, biomass / number, for the generation of the cohort with most
-- biomass there. A treatment without fish of counted species has no weight and is left out. In sums over sites, a TOTAL row covers one area,
-- generation and week; it totals the rows shown. A mean weight there could be that of one treatment, and so of one site: the bucket's
-- midpoint stands for it. Decision where the definitions are silent: a TOTAL row, which has no bucket, then has none.
WITH
seen AS (
  SELECT
    CASE WHEN NOT :aggregates_only THEN owner_id END AS owner_id,
    CASE WHEN NOT :aggregates_only THEN site_id END AS site_id,
    production_area_id, production_region_name, generation, week, date, weight_group_gram,
    treatment_category, treatment_target, category_target_combination, treatment_count, antibiotic_count, fine_gram, part
  FROM placed_touch
  WHERE week BETWEEN :first_day AND :last_day
    AND weight_group_gram IS NOT NULL
    AND (NOT :is_farmer OR owner_id = :own_farmer)
    AND is_released <> (:sees_all OR :is_farmer)
    AND is_open_band
    AND (:all_owner_id OR owner_id IN (:owner_id))
    AND (:all_site_id OR site_id IN (:site_id))
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_treatment_category OR treatment_category IN (:treatment_category))
    AND (:all_treatment_target OR treatment_target IN (:treatment_target))
    AND (:all_generations OR generation IN (:generations))
),
-- Sums over many treatments need more than 64 bits, which Trino does not give by itself. Weights are summed as DECIMAL, which is exact;
-- parts as DOUBLE, which is faster, and exact for up to 840,000 treatments in a sum.
counted AS (
  SELECT
    week, owner_id, site_id, production_area_id, production_region_name, generation,
    weight_group_gram, treatment_category, treatment_target, category_target_combination,
    CAST(sum(CAST(fine_gram AS DECIMAL(38, 0))) AS DOUBLE) / 1e4 / sum(part) AS avg_weight_gram,
    sum(CAST(part AS DOUBLE) * treatment_count) / whole_treatment() AS treatments,
    count(DISTINCT date) AS days,
    sum(CAST(part AS DOUBLE) * antibiotic_count) / whole_treatment() AS antibiotic
  FROM seen
  WHERE weight_group_gram >= coalesce(:min_weight_gram, weight_group_gram)
    AND weight_group_gram <= coalesce(:max_weight_gram, weight_group_gram)
  GROUP BY GROUPING SETS (
    (week, owner_id, site_id, production_area_id, production_region_name, generation,
      weight_group_gram, treatment_category, treatment_target, category_target_combination),
    (week, owner_id, site_id, production_area_id, production_region_name, generation))
)
SELECT
  owner_id,
  site_id,
  production_area_id,
  production_region_name,
  generation,
  week AS treatment_week,
  weight_group_gram,
  CASE WHEN :aggregates_only THEN weight_group_gram ELSE avg_weight_gram END AS avg_weight_gram,
  coalesce(treatment_category, 'TOTAL') AS treatment_category,
  coalesce(treatment_target, 'TOTAL') AS treatment_target,
  coalesce(category_target_combination, 'TOTAL') AS category_target_combination,
  treatments AS treatment_count,
  days AS days_with_treatments,
  antibiotic AS antibiotic_treatment_count
FROM counted
WHERE weight_group_gram IS NOT NULL OR NOT :exclude_totals
ORDER BY week DESC, owner_id NULLS LAST, site_order(site_id), site_id NULLS LAST, production_area_id NULLS LAST,
  generation_order(generation), weight_group_gram NULLS LAST, treatment_category, treatment_target
OFFSET :offset LIMIT :row_limit
