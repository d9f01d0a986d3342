/*
summary: Single treatments
is_not: "One row for each treatment as it was reported, not each fish or pen treated. Nothing here says whether it helped."
family: treatment
access: owners
order: date descending, site by number, owner, treatment id
confidentiality: own
takes: [species_code, treatment_category, treatment_target, owner_id, site_id]
parameters:
  requires_handling: {type: boolean, meaning: "only those that handle the fish, or only those that do not"}
  is_antibiotic: {type: boolean, meaning: "only those with an antibiotic, or only those without"}
fields:
  owner_id: {type: string, meaning: the company; null for the authority's}
  site_id: {type: string, meaning: the authority's site number}
  placement_type: {type: string, meaning: offshore (at sea) or onshore (on land)}
  treatment_date: {type: date, meaning: the day}
  treatment_week: {type: date, meaning: Monday of its ISO week}
  treatment_month: {type: date, meaning: first day of its month}
  treatment_category: {type: string, meaning: kind of treatment}
  treatment_target: {type: string, meaning: what the treatment is against}
  treatment_subtype: {type: string, meaning: "free text, such as the substance"}
  requires_handling: {type: boolean, meaning: whether the fish are handled}
  is_antibiotic: {type: boolean, meaning: whether an antibiotic is used}
  system_source: {type: string, meaning: the farm system that it comes from}
  data_source: {type: string, meaning: farmer or authority}
  treatment_site_scope: {type: string, meaning: full or partial}
  number_of_units_treated: {type: integer, unit: units, meaning: as reported}
  treatment_count: {type: integer, unit: treatments, meaning: how many the record stands for}
*/
-- Farmers get the treatments that they delivered; the authority's, which have no owner, are for admins only.
SELECT
  owner_id,
  site_id,
  site_placement AS placement_type,
  date AS treatment_date,
  week AS treatment_week,
  month_start(date) AS treatment_month,
  treatment_category,
  treatment_target,
  treatment_subtype,
  requires_handling,
  is_antibiotic,
  system_source,
  data_source,
  treatment_site_scope,
  number_of_units_treated,
  treatment_count
FROM placed_treatment
WHERE date BETWEEN :first_day AND :last_day
  AND (NOT :is_farmer OR owner_id = :own_farmer)
  AND (:all_areas OR production_area_id IN (:areas))
  AND (:all_owner_id OR owner_id IN (:owner_id))
  AND (:all_site_id OR site_id IN (:site_id))
  AND (:all_species_code OR species_code IN (:species_code))
  AND (:all_treatment_category OR treatment_category IN (:treatment_category))
  AND (:all_treatment_target OR treatment_target IN (:treatment_target))
  AND requires_handling = coalesce(:requires_handling, requires_handling)
  AND is_antibiotic = coalesce(:is_antibiotic, is_antibiotic)
ORDER BY date DESC, site_order(site_id), site_id, owner_id NULLS LAST, treatment_id
OFFSET :offset LIMIT :row_limit
