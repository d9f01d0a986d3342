/*
summary: Treatments by ISO week, production area, species, category and target
is_not: "Counts of treatments, not of fish treated: one of a single pen counts as much as one of a whole site. Setting out cleaner fish is counted as
    a treatment of its own category."
family: treatment
period: week
slice: week_start
order: week descending, production area, species, count descending, category, target
confidentiality:
  rule: "companies' treatments count if they were there when their week was released, and if the area's week was open to view then: its cells all lay
      in atoms inside the area; else the authority's alone do, without the species of the company's fish. A comparison in which such a week takes part
      is null"
  sum: ["category_*", "area_total_*", "is_*_category_this_week"]
takes: [species_code, treatment_category, treatment_target]
parameters:
  min_category_treatments: {type: integer, min: 0, max: 2147483647, default: 0, meaning: "least category_treatment_count of a row; 1 at least"}
  min_category_share: {type: number, min: 0, max: 100, default: 0, meaning: "least category_share_of_area_pct of a row"}
fields:
  production_area_id: {type: integer, meaning: production area}
  production_area_name: {type: string, meaning: its name}
  species_code: {type: string, meaning: "species with most biomass among the treated units; null when there was no stock, and for the authority's
      treatments in a week that is not open to view"}
  week_start: {type: date, meaning: Monday of the ISO week}
  year_week: {type: string, meaning: "the ISO week as 2026-W09"}
  treatment_category: {type: string, meaning: kind of treatment}
  treatment_target: {type: string, meaning: what the treatment is against}
  category_treatment_count: {type: integer, unit: treatments, meaning: treatments of this category and target}
  category_sites_treated: {type: integer, unit: sites, meaning: their sites}
  category_owners_involved: {type: integer, unit: companies, meaning: their companies; the authority's treatments name none}
  category_handling_treatments: {type: integer, unit: treatments, meaning: those that handle the fish}
  category_antibiotic_treatments: {type: integer, unit: treatments, meaning: those with an antibiotic}
  category_treatments_4_week_rolling: {type: number, unit: treatments per week, meaning: "mean of the 4 weeks that end with this one; this and every
      comparison is null where one of its weeks is not open to view"}
  category_week_over_week_pct_change: {type: number, unit: percent, meaning: change from last week; null from 0}
  area_total_treatments: {type: number, unit: treatments, meaning: "all of the area, species and week, whatever category and target are asked for"}
  area_total_handling_treatments: {type: number, unit: treatments, meaning: those of them that handle the fish}
  area_total_antibiotic_treatments: {type: number, unit: treatments, meaning: those of them with an antibiotic}
  category_share_of_area_pct: {type: number, unit: percent, meaning: this category and target's share of them}
  category_trend_status: {type: string, meaning: "increasing, decreasing or stable: 4 weeks against the 4 before, 10 % each way; new from 0"}
  category_treatment_intensity: {type: string, meaning: "high, moderate or low against the 52 weeks before; null until there are 52"}
  category_significant_increase: {type: boolean, meaning: "above the mean of the 12 weeks before by more than two standard deviations and by 2;
      false where this cannot be told"}
  category_significant_decrease: {type: boolean, meaning: below it by as much}
  is_only_category_this_week: {type: boolean, meaning: whether the area and species had no other}
  is_majority_category_this_week: {type: boolean, meaning: whether it is more than half of them}
*/
-- A series is one category and target of an area and species. Its look-back values are in treatment_series_week.
SELECT
  w.production_area_id,
  w.production_area_name,
  w.species_code,
  w.week AS week_start,
  week_label(w.week) AS year_week,
  w.treatment_category,
  w.treatment_target,
  w.total AS category_treatment_count,
  w.sites AS category_sites_treated,
  w.owners AS category_owners_involved,
  w.handling AS category_handling_treatments,
  w.antibiotic AS category_antibiotic_treatments,
  w.total_4 / 4e0 AS category_treatments_4_week_rolling,
  percent_change(w.total, w.last_week_total) AS category_week_over_week_pct_change,
  w.area_total AS area_total_treatments,
  w.area_handling AS area_total_handling_treatments,
  w.area_antibiotic AS area_total_antibiotic_treatments,
  1e2 * share(w.total, w.area_total) AS category_share_of_area_pct,
  trend_status(w.total_4, w.earlier_total_4) AS category_trend_status,
  CASE WHEN w.weeks_before >= 52 THEN treatment_intensity(w.total, w.total_52) END AS category_treatment_intensity,
  w.weeks_before >= 12 AND coalesce(significantly_above(w.total, w.total_12, w.squares_12, 12), false) AS category_significant_increase,
  w.weeks_before >= 12 AND coalesce(significantly_below(w.total, w.total_12, w.squares_12, 12), false) AS category_significant_decrease,
  w.total = w.area_total AS is_only_category_this_week,
  2 * w.total > w.area_total AS is_majority_category_this_week
FROM treatment_series_week w
WHERE w.sees_all = :sees_all
  AND w.week BETWEEN :first_day AND :last_day
  AND (:all_areas OR w.production_area_id IN (:areas))
  AND (:all_species_code OR w.species_code IN (:species_code))
  AND (:all_treatment_category OR w.treatment_category IN (:treatment_category))
  AND (:all_treatment_target OR w.treatment_target IN (:treatment_target))
  AND w.total >= 1
  AND w.total >= :min_category_treatments
  AND 100 * w.total >= :min_category_share * w.area_total
ORDER BY w.week DESC, w.production_area_id, w.species_code NULLS LAST, w.total DESC, w.treatment_category, w.treatment_target
OFFSET :offset LIMIT :row_limit
