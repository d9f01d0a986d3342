/*
summary: Stock by unit on each site's last day
is_not: "The stock at the start of the site's last delivered day in the window, which may be long ago: read the date. Weights are the farm's
    estimates, not weighings."
family: inventory
access: owners
order: site by number, owner, unit
confidentiality: own
parameters:
  owner_id:
  site_id:
fields:
  owner_id: {type: string, meaning: the company}
  site_id: {type: string, meaning: the authority's site number}
  unit_id: {type: string, meaning: net-pen or tank}
  date: {type: date, meaning: "the last day in the window that the company has stock rows of on the site"}
  generation: {type: string, meaning: year class}
  species_code: {type: string, meaning: FAO species code}
  fish_count: {type: integer, unit: fish, meaning: fish at the start of the day}
  avg_weight_gram: {type: number, unit: grams, decimals: 1, meaning: mean weight}
  biomass_kg: {type: number, unit: kilograms, decimals: 0, meaning: fish times mean weight}
*/
WITH last_day AS (
  SELECT farmer_id, site_id, max(date) AS date
  FROM stock_day
  WHERE date BETWEEN :first_day AND :last_day
    AND (NOT :is_farmer OR farmer_id = :own_farmer)
    AND (:all_owner_id OR farmer_id IN (:owner_id))
    AND (:all_site_id OR site_id IN (:site_id))
  GROUP BY farmer_id, site_id
)
SELECT
  s.farmer_id AS owner_id,
  s.site_id,
  s.unit_id,
  s.date,
  s.generation,
  s.species_code,
  s.fish_count,
  s.avg_weight_gram,
  s.biomass_g / 1e3 AS biomass_kg
FROM stock_day s
JOIN last_day l ON l.farmer_id = s.farmer_id AND l.site_id = s.site_id AND l.date = s.date
WHERE (NOT :is_farmer OR s.farmer_id = :own_farmer)
ORDER BY site_order(s.site_id), s.site_id, s.farmer_id, s.unit_id
OFFSET :offset LIMIT :row_limit
