/*
summary: Top-level categories of the code list
family: mortality_v2_lists
order: level-1 code
fields:
  level_1_code: {type: string, meaning: A to F}
  level_1_name: {type: string, meaning: Norwegian name}
*/
-- one record per code; if its lines in the owner's list have different names, the first in alphabetical order
SELECT level_1_code, min(nullif(level_1_name, '')) AS level_1_name
FROM loss_category
GROUP BY 1
ORDER BY 1
