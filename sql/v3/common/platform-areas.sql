/*
summary: The platform's areas, each a bundle of production areas
family: common
order: area id
fields:
  area_id: {type: string, meaning: id}
  name: {type: string, meaning: Norwegian name}
  name_english: {type: string, meaning: English name}
  production_area_ids: {type: "integer[]", meaning: its production areas}
*/
SELECT area_id, name, name_english, production_area_ids
FROM platform_area
ORDER BY area_id
