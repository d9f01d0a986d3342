/*
summary: Water types of the coast (vanntype)
family: common
order: code
fields:
  marine_type_code: {type: string, meaning: code}
  marine_type_name: {type: string, meaning: name}
*/
SELECT code AS marine_type_code, name AS marine_type_name
FROM marine_type
ORDER BY code
