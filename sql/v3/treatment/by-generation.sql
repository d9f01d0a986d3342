/*
summary: Treatments of cohorts, or of generations in production areas, by ISO week, with their sum since the generation's start
is_not: "Counts of treatments, not of fish treated; one that touches several cohorts counts once for each, so rows do not add up to the number of
    treatments. Days on land count nowhere."
family: treatment
access: summed
period: week
slice: treatment_week
order: week descending, owner, cohort, site, production area, generation, category, target
confidentiality:
  rule: "a farmer sees its own company's; in sums treatments, the authority's too, count if they were there when their week was released, and if the
      generation's week was open to view then: its cells in the area all lay in atoms inside it"
  sum: ["absolute_*", days_with_treatments, "cumulative_*"]
  own: [owner_id, cohort_id]
  calendar: [generation_start_week, weeks_from_generation_start]
takes: [treatment_category, treatment_target, owner_id, site_id, generation]
parameters:
  group_by_area: {type: boolean, default: false, meaning: "rows of a production area and generation; so for callers who may not see rows of single
      sites"}
let: {by_area: ":group_by_area OR :aggregates_only"}
fields:
  owner_id: {type: string, meaning: the company; null for the authority's and with group_by_area}
  cohort_id: {type: string, meaning: cohort that was treated; null with group_by_area}
  site_id: {type: string, meaning: the authority's site number; null with group_by_area}
  site_placement: {type: string, meaning: "offshore, since treatments on land are not counted; null with group_by_area"}
  production_area_id: {type: integer, meaning: production area; null outside all of them}
  production_region_name: {type: string, meaning: its region}
  generation: {type: string, meaning: code of the generation}
  treatment_week: {type: date, meaning: Monday of the ISO week}
  generation_start_week: {type: date, meaning: "week of the cohort's first stock row at sea; with group_by_area of the generation's in the area"}
  treatment_category: {type: string, meaning: kind of treatment}
  treatment_target: {type: string, meaning: what the treatment is against}
  category_target_combination: {type: string, meaning: category and target}
  weeks_from_generation_start: {type: integer, unit: weeks, meaning: from generation_start_week to the week}
  absolute_treatment_count: {type: integer, unit: treatments, meaning: of the week; one counts for every cohort that it touched}
  days_with_treatments: {type: integer, unit: days, meaning: days of the week with one}
  absolute_antibiotic_treatment_count: {type: integer, unit: treatments, meaning: those with an antibiotic}
  cumulative_treatment_count: {type: integer, unit: treatments, meaning: "of this category and target since the start, whatever window is asked for;
      in sums over companies of weeks that were open to view alone, so there may have been more"}
  cumulative_antibiotic_count: {type: integer, unit: treatments, meaning: those of them with an antibiotic}
*/
-- Farmers get the treatments that they delivered, also by area. placed_touch has the cohorts of a treatment at sea; it counts once per cohort, by
-- area once per generation. A cohort belongs to a company: its first stock row is searched on all of the company's sites at sea, since fish may
-- move between sites. By area it is the first of all companies. Treatments of sites outside all production areas are in the rows of cohorts, not
-- in those of areas. A treatment without fish of counted species has no cohort and is left out.
WITH
touched AS (
  SELECT DISTINCT
    week,
    date,
    treatment_id,
    owner_id AS treated_by,
    site_id AS treated_at,
    CASE WHEN NOT :by_area THEN owner_id END AS owner_id,
    CASE WHEN NOT :by_area THEN farmer_id END AS stock_farmer_id,
    CASE WHEN NOT :by_area THEN cohort_id END AS cohort_id,
    CASE WHEN NOT :by_area THEN site_id END AS site_id,
    CASE WHEN NOT :by_area THEN site_placement END AS site_placement,
    production_area_id,
    production_region_name,
    generation,
    treatment_category,
    treatment_target,
    category_target_combination,
    treatment_count,
    antibiotic_count
  FROM placed_touch
  WHERE week <= :last_day
    AND (NOT :is_farmer OR owner_id = :own_farmer)
    AND is_released <> (:sees_all OR :is_farmer)
    AND is_open_generation
    AND (production_area_id IS NOT NULL OR NOT :by_area)
    AND (:all_owner_id OR owner_id IN (:owner_id))
    AND (:all_site_id OR site_id IN (:site_id))
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_treatment_category OR treatment_category IN (:treatment_category))
    AND (:all_treatment_target OR treatment_target IN (:treatment_target))
    AND (:all_generations OR generation IN (:generations))
),
series_week AS (
  SELECT
    week,
    owner_id,
    stock_farmer_id,
    cohort_id,
    site_id,
    production_area_id,
    generation,
    treatment_category,
    treatment_target,
    max(site_placement) AS site_placement,
    max(production_region_name) AS production_region_name,
    max(category_target_combination) AS category_target_combination,
    sum(treatment_count) AS treatments,
    count(DISTINCT date) AS days,
    sum(antibiotic_count) AS antibiotic
  FROM touched
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
),
so_far AS (
  SELECT
    w.*,
    sum(treatments) OVER since_start AS cumulative_treatments,
    sum(antibiotic) OVER since_start AS cumulative_antibiotic
  FROM series_week w
  WINDOW since_start AS (
    PARTITION BY owner_id, stock_farmer_id, cohort_id, site_id, production_area_id, generation, treatment_category, treatment_target
    ORDER BY week ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
generation_start AS (
  SELECT
    CASE WHEN NOT :by_area THEN c.farmer_id END AS stock_farmer_id,
    CASE WHEN NOT :by_area THEN c.cohort_id END AS cohort_id,
    CASE WHEN :by_area THEN c.production_area_id END AS production_area_id,
    CASE WHEN :by_area THEN c.generation END AS generation,
    week_start(min(c.first_date)) AS week
  FROM sea_cohort c
  WHERE :by_area OR NOT :is_farmer OR c.farmer_id = :own_farmer
  GROUP BY 1, 2, 3, 4
)
SELECT
  w.owner_id,
  w.cohort_id,
  w.site_id,
  w.site_placement,
  w.production_area_id,
  w.production_region_name,
  w.generation,
  w.week AS treatment_week,
  s.week AS generation_start_week,
  w.treatment_category,
  w.treatment_target,
  w.category_target_combination,
  date_diff('week', s.week, w.week) AS weeks_from_generation_start,
  w.treatments AS absolute_treatment_count,
  w.days AS days_with_treatments,
  w.antibiotic AS absolute_antibiotic_treatment_count,
  w.cumulative_treatments AS cumulative_treatment_count,
  w.cumulative_antibiotic AS cumulative_antibiotic_count
FROM so_far w
JOIN generation_start s
  ON s.stock_farmer_id IS NOT DISTINCT FROM w.stock_farmer_id
  AND s.cohort_id IS NOT DISTINCT FROM w.cohort_id
  AND (NOT :by_area OR (s.production_area_id = w.production_area_id AND s.generation = w.generation))
WHERE w.week BETWEEN :first_day AND :last_day
ORDER BY w.week DESC, w.owner_id NULLS LAST, w.cohort_id NULLS LAST,
  site_order(w.site_id), w.site_id NULLS LAST, w.production_area_id NULLS LAST,
  generation_order(w.generation), w.treatment_category, w.treatment_target, w.stock_farmer_id NULLS LAST
OFFSET :offset LIMIT :row_limit
