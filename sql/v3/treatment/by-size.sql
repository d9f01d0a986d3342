/*
summary: Treatments by ISO week and weight of the fish, in buckets of 500 g
family: treatment
access: summed
period: week
order: week descending, owner, site, production area, generation, bucket, TOTAL last, category, target
takes: [treatment_category, treatment_target, owner_id, site_id, generation]
parameters:
  min_weight_gram: {type: integer, min: 0, max: 30000, meaning: "least bucket midpoint, grams; no limit when absent"}
  max_weight_gram: {type: integer, min: 0, max: 30000, meaning: "greatest bucket midpoint, grams; no limit when absent"}
  exclude_totals: {type: boolean, default: false, meaning: "leave the TOTAL rows out"}
fields:
  owner_id: {type: string, meaning: "the company; null for the authority's, and for all but admins and farmers"}
  site_id: {type: string, meaning: the authority's site number; null for all but admins and farmers}
  production_area_id: {type: integer, meaning: production area; null outside all of them}
  production_region_name: {type: string, meaning: its region}
  generation: {type: string, meaning: code of the generation}
  treatment_week: {type: date, meaning: Monday of the ISO week}
  weight_group_gram: {type: number, unit: gram, meaning: midpoint of the bucket; null in TOTAL rows}
  avg_weight_gram: {type: number, unit: gram, meaning: mean weight of the treated units; a treatment of n units counts 1/n for each}
  treatment_category: {type: string, meaning: kind of treatment; TOTAL in TOTAL rows}
  treatment_target: {type: string, meaning: what is treated; TOTAL in TOTAL rows}
  category_target_combination: {type: string, meaning: category and target; TOTAL in TOTAL rows}
  treatment_count: {type: number, unit: treatments, decimals: 4, meaning: "treatments; one of n units counts 1/n in each unit's bucket"}
  days_with_treatments: {type: number, unit: days, decimals: 4, meaning: days of the week with one}
  antibiotic_treatment_count: {type: number, unit: treatments, decimals: 4, meaning: those with an antibiotic}
*/
-- Farmers get the treatments that they delivered. A treatment meets its owner's fish only, the authority's whoever's are there.
-- A treatment that names no units counts whole, at the mean weight of the owner's fish on the site weighted by biomass, for the
-- generation of the cohort with most biomass there. One that met no fish has no weight and is not here. A TOTAL row of sums over sites
-- is one area's and generation's week; it holds what the rows beside it hold.
WITH
treated AS (
  SELECT row_number() OVER (ORDER BY date, site_id, owner_id, treatment_id) AS n, t.*
  FROM placed_treatment t
  WHERE week BETWEEN :first_day AND :last_day
    AND (NOT :is_farmer OR owner_id = :own_farmer)
    AND (:all_owner_id OR owner_id IN (:owner_id))
    AND (:all_site_id OR site_id IN (:site_id))
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_treatment_category OR treatment_category IN (:treatment_category))
    AND (:all_treatment_target OR treatment_target IN (:treatment_target))
),
-- what a treatment met, in cohorts and buckets
met AS (
  SELECT
    t.n,
    t.unit_ids IS NOT NULL AS names_units,
    s.cohort_id,
    s.generation,
    weight_group(s.avg_weight_gram, 500) AS weight_group_gram,
    count(*) AS units,
    sum(CAST(s.avg_weight_gram * 10000 AS BIGINT)) AS fine_gram,
    sum(s.avg_weight_gram * s.biomass_g) AS gram_biomass,
    sum(s.biomass_g) AS biomass_g
  FROM treated t
  JOIN stock_day s ON s.site_id = t.site_id AND s.date = t.date
  WHERE met_unit(t.unit_ids, t.owner_id, s.unit_id, s.farmer_id, s.fish_count)
  GROUP BY 1, 2, 3, 4, 5
),
unit_count AS (
  SELECT n, sum(units) AS units
  FROM met
  WHERE names_units
  GROUP BY 1
),
cohort_on_site AS (
  SELECT
    n,
    generation,
    row_number() OVER (PARTITION BY n ORDER BY sum(biomass_g) DESC, cohort_id, generation) AS place,
    sum(sum(gram_biomass)) OVER (PARTITION BY n) AS gram_biomass,
    sum(sum(biomass_g)) OVER (PARTITION BY n) AS biomass_g
  FROM met
  WHERE NOT names_units
  GROUP BY n, cohort_id, generation
),
-- a treatment's part in the units of a bucket, or all of it on the site, as whole numbers, so that sums are the same in any order: parts
-- of whole_treatment() and, weighted by them, ten-thousandths of a gram
part AS (
  SELECT
    m.n,
    m.generation,
    m.weight_group_gram,
    m.units * unit_part(u.units) AS part,
    m.fine_gram * unit_part(u.units) AS fine_gram
  FROM met m
  JOIN unit_count u ON u.n = m.n
  UNION ALL
  SELECT
    n,
    generation,
    weight_group(mean_weight(gram_biomass, biomass_g), 500),
    whole_treatment(),
    CAST(round(mean_weight(gram_biomass, biomass_g) * 1e4 * whole_treatment()) AS BIGINT)
  FROM cohort_on_site
  WHERE place = 1
    AND biomass_g > 0
),
seen AS (
  SELECT
    CASE WHEN NOT :aggregates_only THEN t.owner_id END AS owner_id,
    CASE WHEN NOT :aggregates_only THEN t.site_id END AS site_id,
    t.production_area_id, t.production_region_name, p.generation, t.week, t.date, p.weight_group_gram,
    t.treatment_category, t.treatment_target, t.category_target_combination, t.treatment_count, t.antibiotic_count, p.fine_gram, p.part
  FROM treated t
  JOIN part p ON p.n = t.n
  WHERE :all_generations OR p.generation IN (:generations)
),
counted AS (
  SELECT
    week, owner_id, site_id, production_area_id, production_region_name, generation,
    weight_group_gram, treatment_category, treatment_target, category_target_combination,
    CAST(sum(fine_gram) AS DOUBLE) / 1e4 / sum(part) AS avg_weight_gram,
    CAST(sum(part * treatment_count) AS DOUBLE) / whole_treatment() AS treatments,
    count(DISTINCT date) AS days,
    CAST(sum(part * antibiotic_count) AS DOUBLE) / whole_treatment() AS antibiotic
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
  avg_weight_gram,
  coalesce(treatment_category, 'TOTAL') AS treatment_category,
  coalesce(treatment_target, 'TOTAL') AS treatment_target,
  coalesce(category_target_combination, 'TOTAL') AS category_target_combination,
  treatments AS treatment_count,
  days AS days_with_treatments,
  antibiotic AS antibiotic_treatment_count
FROM counted
WHERE weight_group_gram IS NOT NULL OR NOT :exclude_totals
ORDER BY week DESC, owner_id NULLS LAST, TRY_CAST(site_id AS BIGINT) NULLS LAST, site_id NULLS LAST, production_area_id NULLS LAST,
  substr(generation, 2), substr(generation, 1, 1) DESC, weight_group_gram NULLS LAST, treatment_category, treatment_target
OFFSET :offset LIMIT :row_limit
