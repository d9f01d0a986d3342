/*
summary: Ecoregions of the coast (økoregion)
family: common
order: code
fields:
  marine_type_region_code: {type: string, meaning: code}
  marine_type_region_name: {type: string, meaning: name}
*/
SELECT code AS marine_type_region_code, name AS marine_type_region_name
FROM marine_type_region
ORDER BY code
