/*
summary: Treatments of cohorts, or of generations in production areas, by ISO week, with their sum since the generation's start
family: treatment
access: summed
period: week
order: week descending, owner, cohort, site, production area, generation, category, target
takes: [treatment_category, treatment_target, owner_id, site_id, generation]
parameters:
  group_by_area: {type: boolean, default: false, meaning: "rows of a production area and generation; so for all but admins and farmers"}
fields:
  owner_id: {type: string, meaning: the company; null for the authority's and with group_by_area}
  cohort_id: {type: string, meaning: cohort that was treated; null with group_by_area}
  site_id: {type: string, meaning: the authority's site number; null with group_by_area}
  site_placement: {type: string, meaning: offshore or onshore; null with group_by_area}
  production_area_id: {type: integer, meaning: production area; null outside all of them}
  production_region_name: {type: string, meaning: its region}
  generation: {type: string, meaning: code of the generation}
  treatment_week: {type: date, meaning: Monday of the ISO week}
  generation_start_week: {type: date, meaning: "week of the cohort's first stock row; with group_by_area of the generation's in the area"}
  treatment_category: {type: string, meaning: kind of treatment}
  treatment_target: {type: string, meaning: what is treated}
  category_target_combination: {type: string, meaning: category and target}
  weeks_from_generation_start: {type: integer, unit: weeks, meaning: from generation_start_week to the week}
  absolute_treatment_count: {type: integer, unit: treatments, meaning: of the week; one counts for every cohort that it touched}
  days_with_treatments: {type: integer, unit: days, meaning: days of the week with one}
  absolute_antibiotic_treatment_count: {type: integer, unit: treatments, meaning: those with an antibiotic}
  cumulative_treatment_count: {type: integer, unit: treatments, meaning: "of this category and target since the start, whatever window is asked for"}
  cumulative_antibiotic_count: {type: integer, unit: treatments, meaning: those of them with an antibiotic}
*/
-- Farmers get the treatments that they delivered. A treatment meets its owner's fish only, the authority's whoever's are there. Without
-- unit ids it counts for the cohort with most biomass, ties by cohort id. A cohort is a company's: its first stock row is looked for on all of the company's sites, since fish are followed through the farm.
-- Treatments of sites outside all production areas are in the rows of cohorts and not in those of areas. A treatment that met
-- no fish touched no cohort, and is not here.
WITH
treated AS (
  SELECT row_number() OVER (ORDER BY date, site_id, owner_id, treatment_id) AS n, t.*
  FROM placed_treatment t
  WHERE week <= :last_day
    AND (NOT :is_farmer OR owner_id = :own_farmer)
    AND (:all_owner_id OR owner_id IN (:owner_id))
    AND (:all_site_id OR site_id IN (:site_id))
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_treatment_category OR treatment_category IN (:treatment_category))
    AND (:all_treatment_target OR treatment_target IN (:treatment_target))
),
cohort AS (
  SELECT
    t.n,
    t.unit_ids IS NOT NULL AS names_units,
    s.farmer_id AS stock_farmer_id,
    s.cohort_id,
    s.generation,
    sum(s.biomass_g) AS biomass_g
  FROM treated t
  JOIN stock_day s ON s.site_id = t.site_id AND s.date = t.date
  WHERE met_unit(t.unit_ids, t.owner_id, s.unit_id, s.farmer_id, s.fish_count)
  GROUP BY 1, 2, 3, 4, 5
),
placed_cohort AS (
  SELECT c.*, row_number() OVER (PARTITION BY n ORDER BY biomass_g DESC, cohort_id, generation, stock_farmer_id) AS place
  FROM cohort c
),
-- one row for every treatment and cohort, or generation, that it touched
touched AS (
  SELECT DISTINCT
    n,
    CASE WHEN NOT (:group_by_area OR :aggregates_only) THEN stock_farmer_id END AS stock_farmer_id,
    CASE WHEN NOT (:group_by_area OR :aggregates_only) THEN cohort_id END AS cohort_id,
    generation
  FROM placed_cohort
  WHERE (names_units OR place = 1)
    AND (:all_generations OR generation IN (:generations))
),
placed_touch AS (
  SELECT
    t.week,
    CASE WHEN NOT (:group_by_area OR :aggregates_only) THEN t.owner_id END AS owner_id,
    c.stock_farmer_id,
    c.cohort_id,
    CASE WHEN NOT (:group_by_area OR :aggregates_only) THEN t.site_id END AS site_id,
    CASE WHEN NOT (:group_by_area OR :aggregates_only) THEN t.site_placement END AS site_placement,
    t.production_area_id,
    t.production_region_name,
    c.generation,
    t.treatment_category,
    t.treatment_target,
    t.category_target_combination,
    t.date,
    t.treatment_count,
    t.antibiotic_count
  FROM treated t
  JOIN touched c ON c.n = t.n
  WHERE t.production_area_id IS NOT NULL OR NOT (:group_by_area OR :aggregates_only)
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
  FROM placed_touch
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
first_stock AS (
  SELECT
    CASE WHEN NOT (:group_by_area OR :aggregates_only) THEN farmer_id END AS stock_farmer_id,
    CASE WHEN NOT (:group_by_area OR :aggregates_only) THEN cohort_id END AS cohort_id,
    CASE WHEN :group_by_area OR :aggregates_only THEN site_id END AS site_id,
    CASE WHEN :group_by_area OR :aggregates_only THEN generation END AS generation,
    min(date) AS first_date
  FROM stock_day
  WHERE :group_by_area OR NOT :is_farmer OR farmer_id = :own_farmer
  GROUP BY 1, 2, 3, 4
),
generation_start_week AS (
  SELECT f.stock_farmer_id, f.cohort_id, p.production_area_id, f.generation, week_start(min(f.first_date)) AS week
  FROM first_stock f
  LEFT JOIN site_place p ON p.site_id = f.site_id
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
JOIN generation_start_week s
  ON s.stock_farmer_id IS NOT DISTINCT FROM w.stock_farmer_id
  AND s.cohort_id IS NOT DISTINCT FROM w.cohort_id
  AND (NOT (:group_by_area OR :aggregates_only) OR (s.production_area_id = w.production_area_id AND s.generation = w.generation))
WHERE w.week BETWEEN :first_day AND :last_day
ORDER BY w.week DESC, w.owner_id NULLS LAST, w.stock_farmer_id NULLS LAST, w.cohort_id NULLS LAST,
  TRY_CAST(w.site_id AS BIGINT) NULLS LAST, w.site_id NULLS LAST, w.production_area_id NULLS LAST,
  substr(w.generation, 2), substr(w.generation, 1, 1) DESC, w.treatment_category, w.treatment_target
OFFSET :offset LIMIT :row_limit
