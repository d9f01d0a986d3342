/*
summary: Farmer groups with fish in each production area during the last 12 months
family: common
order: production area id
confidentiality:
  rule: "who farms where is in public registers"
  public: [number_of_farmers]
fields:
  production_area_id: {type: integer, meaning: production area}
  number_of_farmers: {type: integer, unit: farmer groups, meaning: groups with fish there after data end less 12 months}
*/
SELECT
  a.area_id AS production_area_id,
  count(DISTINCT d.farmer_group_key) AS number_of_farmers
FROM production_area a
LEFT JOIN site_place p ON p.production_area_id = a.area_id
LEFT JOIN farmer_site d ON d.site_id = p.site_id AND d.last_fish_date > plus_months(:data_end, -12)
GROUP BY 1
ORDER BY 1
