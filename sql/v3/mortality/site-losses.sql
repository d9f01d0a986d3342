/*
summary: Lost fish by site and cause
family: mortality
access: owners
order: site by number, owner, losses descending, cause
confidentiality: own
without_parameters: [areas, generations, weight_range_start, weight_range_end, exclude_self]
parameters:
  owner_id: {type: texts, meaning: "companies by their farmer id, comma separated; a farmer's own only"}
  site_id: {type: texts, meaning: "sites by number, comma separated; a farmer's own only"}
fields:
  owner_id: {type: string, meaning: the company}
  site_id: {type: string, meaning: the authority's site number}
  loss_category_code: {type: string, meaning: registered cause}
  category_name: {type: string, meaning: its Norwegian name}
  category_name_english: {type: string, meaning: its English name}
  mortality_count: {type: integer, unit: fish, meaning: fish found dead}
  culling_count: {type: integer, unit: fish, meaning: fish killed and discarded}
  loss_count: {type: integer, unit: fish, meaning: both}
*/
SELECT
  d.farmer_id AS owner_id,
  d.site_id,
  d.category_code AS loss_category_code,
  max(c.category_name) AS category_name,
  max(c.category_name_eng) AS category_name_english,
  sum(CASE WHEN d.loss_type = 'mortality' THEN d.loss_count ELSE 0 END) AS mortality_count,
  sum(CASE WHEN d.loss_type = 'culling' THEN d.loss_count ELSE 0 END) AS culling_count,
  sum(d.loss_count) AS loss_count
FROM loss_day d
LEFT JOIN loss_category c ON c.level_3_code = d.category_code
WHERE d.date BETWEEN :first_day AND :last_day
  AND (NOT :is_farmer OR d.farmer_id = :own_farmer)
  AND (:all_owner_id OR d.farmer_id IN (:owner_id))
  AND (:all_site_id OR d.site_id IN (:site_id))
GROUP BY d.farmer_id, d.site_id, d.category_code
ORDER BY TRY_CAST(d.site_id AS BIGINT) NULLS LAST, d.site_id, d.farmer_id, sum(d.loss_count) DESC, d.category_code
OFFSET :offset LIMIT :row_limit
