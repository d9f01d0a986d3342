/*
summary: Lost fish by site, cause and species
is_not: "Counts of the window, not rates: a site with more fish loses more. Cleaner fish are rows of their own species,
    and causes are those that the farm registered, unknown causes included."
family: mortality
access: owners
order: "site by number, owner, losses descending, cause, species"
confidentiality: own
without_parameters: [areas, generations, weight_range_start, weight_range_end, exclude_self, own]
parameters:
  owner_id:
  site_id:
fields:
  owner_id: {type: string, meaning: the company}
  site_id: {type: string, meaning: the authority's site number}
  loss_category_code: {type: string, meaning: registered cause}
  category_name: {type: string, meaning: its Norwegian name}
  category_name_english: {type: string, meaning: its English name}
  species_code: {type: string, meaning: "FAO species code of the unit that day"}
  mortality_count: {type: integer, unit: fish, meaning: fish found dead}
  culling_count: {type: integer, unit: fish, meaning: "fish culled: killed and destroyed"}
  loss_count: {type: integer, unit: fish, meaning: both}
*/
WITH
-- summed before the names are looked up: ten years are tens of millions of rows
lost AS (
  SELECT
    farmer_id,
    site_id,
    category_code,
    species_code,
    sum(CASE WHEN loss_type = 'mortality' THEN loss_count ELSE 0 END) AS mortality_count,
    sum(CASE WHEN loss_type = 'culling' THEN loss_count ELSE 0 END) AS culling_count,
    sum(loss_count) AS loss_count
  FROM loss_day
  WHERE date BETWEEN :first_day AND :last_day
    AND (NOT :is_farmer OR farmer_id = :own_farmer)
    AND (:all_owner_id OR farmer_id IN (:owner_id))
    AND (:all_site_id OR site_id IN (:site_id))
  GROUP BY 1, 2, 3, 4
)
SELECT
  l.farmer_id AS owner_id,
  l.site_id,
  l.category_code AS loss_category_code,
  c.category_name,
  c.category_name_eng AS category_name_english,
  l.species_code,
  l.mortality_count,
  l.culling_count,
  l.loss_count
FROM lost l
LEFT JOIN loss_category c ON c.level_3_code = l.category_code
ORDER BY site_order(l.site_id), l.site_id, l.farmer_id, l.loss_count DESC, l.category_code, l.species_code
OFFSET :offset LIMIT :row_limit
