/*
summary: The caller's own farmer record
family: common
access: farmer
internal: true
single: true
confidentiality: own
fields:
  farmer_id: {type: string, meaning: the company}
  name: {type: string, meaning: its name}
  farmer_group_key: {type: string, meaning: the group that it belongs to}
  farmer_group_name: {type: string, meaning: the group's name}
  tier: {type: string, meaning: premium or standard}
  number_of_farmers_in_dataset: {type: integer, unit: companies, meaning: companies of the group with stock rows}
  production_area_ids: {type: "integer[]", meaning: production areas of the group's stock rows}
  is_active_with_data: {type: boolean, meaning: the group has stock rows in the 60 days up to data end}
*/
WITH
own_site AS (
  SELECT d.farmer_id, p.production_area_id, d.last_date
  FROM farmer_site d
  JOIN site_place p ON p.site_id = d.site_id
  WHERE d.farmer_group_key = :own_group
),
own_area AS (
  SELECT array_agg(production_area_id ORDER BY production_area_id) AS production_area_ids
  FROM (SELECT DISTINCT production_area_id FROM own_site WHERE production_area_id IS NOT NULL) a
)
SELECT
  f.farmer_id,
  f.farmer_name AS name,
  f.farmer_group_key,
  f.farmer_group_name,
  f.tier,
  (SELECT count(DISTINCT farmer_id) FROM own_site) AS number_of_farmers_in_dataset,
  coalesce(a.production_area_ids, no_integers()) AS production_area_ids,
  coalesce((SELECT max(last_date) FROM own_site) >= plus_days(:data_end, -60), false) AS is_active_with_data
FROM farmer f
CROSS JOIN own_area a
WHERE f.farmer_id = :own_farmer
