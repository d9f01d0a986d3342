/*
summary: Farmer groups that deliver to the platform, and where they farm
family: common
order: farmer group key
confidentiality:
  rule: "who farms where is in public registers"
  public: [name, number_of_farmers_in_dataset, production_region_names, is_active_with_data]
fields:
  name: {type: string, meaning: the farmer group's name}
  number_of_farmers_in_dataset: {type: integer, unit: companies, meaning: companies of the group with stock rows}
  production_area_ids: {type: "integer[]", meaning: production areas of its stock rows}
  production_region_names: {type: "string[]", meaning: regions of its stock rows}
  is_active_with_data: {type: boolean, meaning: stock rows in the 60 days up to data end}
*/
-- Every group of the farmers list, even without delivered stock.
WITH
group_site AS (
  SELECT
    d.farmer_group_key,
    d.farmer_id,
    d.last_date,
    p.production_area_id,
    p.production_region_name
  FROM farmer_site d
  JOIN site_place p ON p.site_id = d.site_id
),
group_area AS (
  SELECT farmer_group_key, array_agg(production_area_id ORDER BY production_area_id) AS production_area_ids
  FROM (SELECT DISTINCT farmer_group_key, production_area_id FROM group_site WHERE production_area_id IS NOT NULL) a
  GROUP BY 1
),
-- regions in their order from south to north
group_region AS (
  SELECT farmer_group_key, array_agg(production_region_name ORDER BY region_order(production_region_name)) AS production_region_names
  FROM (SELECT DISTINCT farmer_group_key, production_region_name FROM group_site WHERE production_region_name IS NOT NULL) r
  GROUP BY 1
),
group_stock AS (
  SELECT farmer_group_key, count(DISTINCT farmer_id) AS farmers, max(last_date) AS last_date
  FROM group_site
  GROUP BY 1
),
farmer_group AS (
  SELECT farmer_group_key, min(farmer_group_name) AS name
  FROM farmer
  GROUP BY 1
)
SELECT
  g.name,
  coalesce(s.farmers, 0) AS number_of_farmers_in_dataset,
  coalesce(a.production_area_ids, no_integers()) AS production_area_ids,
  coalesce(r.production_region_names, no_texts()) AS production_region_names,
  coalesce(s.last_date >= plus_days(:data_end, -60), false) AS is_active_with_data
FROM farmer_group g
LEFT JOIN group_stock s ON s.farmer_group_key = g.farmer_group_key
LEFT JOIN group_area a ON a.farmer_group_key = g.farmer_group_key
LEFT JOIN group_region r ON r.farmer_group_key = g.farmer_group_key
ORDER BY g.farmer_group_key
