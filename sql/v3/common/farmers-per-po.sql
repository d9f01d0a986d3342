/*
summary: Farmer groups with fish in each production area during the last 12 months
family: common
order: production area id
fields:
  production_area_id: {type: integer, meaning: production area}
  number_of_farmers: {type: integer, unit: farmer groups, meaning: groups with fish there after data end less 12 months}
*/
WITH
farmer_area AS (
  SELECT DISTINCT farmer_group_key, production_area_id
  FROM unit_day
  WHERE date > plus_months(:data_end, -12)
    AND fish_count > 0
    AND production_area_id IS NOT NULL
)
SELECT
  a.area_id AS production_area_id,
  count(f.farmer_group_key) AS number_of_farmers
FROM production_area a
LEFT JOIN farmer_area f ON f.production_area_id = a.area_id
GROUP BY 1
ORDER BY 1
