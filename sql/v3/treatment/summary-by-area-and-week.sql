/*
summary: Treatments by ISO week, production area and species
is_not: "Counts of treatments, not of fish treated: one of a single pen counts as much as one of a whole site. Where a week is not open to view, only
    the authority's treatments count, so a low count is not yet a quiet week."
family: treatment
period: week
slice: week_start
order: week descending, production area, species
confidentiality:
  rule: "companies' treatments count if they were there when their week was released, and if the area's week was open to view then: its cells all lay
      in atoms inside the area; else the authority's alone do, without the species of the company's fish. A comparison in which such a week takes part
      is null"
  sum: ["*_treatments", sites_treated, owners_involved, treatments_4_week_rolling, "*_change", trend_status, treatment_intensity, "significant_*",
      has_antibiotic_use, multiple_treatment_types]
takes: [species_code]
parameters:
  min_treatments: {type: integer, min: 0, max: 2147483647, default: 0, meaning: "least total_treatments of a row; 1 at least"}
fields:
  production_area_id: {type: integer, meaning: production area}
  production_area_name: {type: string, meaning: its name}
  species_code: {type: string, meaning: "species with most biomass among the treated units; null when there was no stock, and for the authority's
      treatments in a week that is not open to view"}
  week_start: {type: date, meaning: Monday of the ISO week}
  year_week: {type: string, meaning: "the ISO week as 2026-W09"}
  total_treatments: {type: integer, unit: treatments, meaning: all of the week}
  sites_treated: {type: integer, unit: sites, meaning: sites with a treatment}
  owners_involved: {type: integer, unit: companies, meaning: companies with a treatment; the authority's treatments name none}
  days_with_treatments: {type: integer, unit: days, meaning: days with a treatment}
  antibiotic_treatments: {type: integer, unit: treatments, meaning: with an antibiotic}
  mechanical_treatments: {type: integer, unit: treatments, meaning: category Mechanical}
  bath_treatments: {type: integer, unit: treatments, meaning: category Bath}
  thermal_treatments: {type: integer, unit: treatments, meaning: category Thermal}
  lice_treatments: {type: integer, unit: treatments, meaning: target Lice}
  parasite_treatments: {type: integer, unit: treatments, meaning: target Parasites}
  bacteria_treatments: {type: integer, unit: treatments, meaning: target Bacteria}
  treatments_4_week_rolling: {type: number, unit: treatments per week, meaning: "mean of the 4 weeks that end with this one; this and every comparison
      is null where one of its weeks is not open to view"}
  week_over_week_change: {type: number, unit: treatments, meaning: this week less last week}
  week_over_week_pct_change: {type: number, unit: percent, meaning: the same in percent of last week; null from 0}
  month_over_month_change: {type: number, unit: treatments, meaning: the last 4 weeks less the 4 before}
  year_over_year_change: {type: number, unit: treatments, meaning: this week less the same ISO week last year; null before the data reach back}
  trend_status: {type: string, meaning: "increasing, decreasing or stable: 4 weeks against the 4 before, 10 % each way; new from 0"}
  treatment_intensity: {type: string, meaning: "high, moderate or low against the 52 weeks before; null until there are 52"}
  significant_increase: {type: boolean, meaning: "above the mean of the 12 weeks before by more than two standard deviations and by 2; false where
      this cannot be told"}
  significant_decrease: {type: boolean, meaning: below it by as much}
  has_antibiotic_use: {type: boolean, meaning: whether an antibiotic was used}
  multiple_treatment_types: {type: boolean, meaning: whether there were two categories or more}
*/
-- Look-back values are in treatment_week. The authority's treatments always count.
SELECT
  w.production_area_id,
  w.production_area_name,
  w.species_code,
  w.week AS week_start,
  week_label(w.week) AS year_week,
  w.total AS total_treatments,
  w.sites AS sites_treated,
  w.owners AS owners_involved,
  w.days AS days_with_treatments,
  w.antibiotic AS antibiotic_treatments,
  w.mechanical AS mechanical_treatments,
  w.bath AS bath_treatments,
  w.thermal AS thermal_treatments,
  w.lice AS lice_treatments,
  w.parasites AS parasite_treatments,
  w.bacteria AS bacteria_treatments,
  w.total_4 / 4e0 AS treatments_4_week_rolling,
  w.total - w.last_week_total AS week_over_week_change,
  percent_change(w.total, w.last_week_total) AS week_over_week_pct_change,
  w.total_4 - w.earlier_total_4 AS month_over_month_change,
  w.total - w.year_before_total AS year_over_year_change,
  trend_status(w.total_4, w.earlier_total_4) AS trend_status,
  CASE WHEN w.weeks_before >= 52 THEN treatment_intensity(w.total, w.total_52) END AS treatment_intensity,
  w.weeks_before >= 12 AND coalesce(significantly_above(w.total, w.total_12, w.squares_12, 12), false) AS significant_increase,
  w.weeks_before >= 12 AND coalesce(significantly_below(w.total, w.total_12, w.squares_12, 12), false) AS significant_decrease,
  w.antibiotic > 0 AS has_antibiotic_use,
  w.categories >= 2 AS multiple_treatment_types
FROM treatment_week w
WHERE w.sees_all = :sees_all
  AND w.week BETWEEN :first_day AND :last_day
  AND (:all_areas OR w.production_area_id IN (:areas))
  AND (:all_species_code OR w.species_code IN (:species_code))
  AND w.total >= 1
  AND w.total >= :min_treatments
ORDER BY w.week DESC, w.production_area_id, w.species_code NULLS LAST
OFFSET :offset LIMIT :row_limit
