/*
summary: Second-level groups of the code list
family: mortality_v2_lists
order: level-1 code, level-2 code
fields:
  level_1_code: {type: string, meaning: "top-level category, A to F"}
  level_2_code: {type: string, meaning: second-level group}
  level_2_name: {type: string, meaning: Norwegian name}
*/
-- Decided here: one row a code; where the list gives it several names, the first in order.
-- one record per code; if its lines in the owner's list have different names, the first in alphabetical order
SELECT level_1_code, level_2_code, min(nullif(level_2_name, '')) AS level_2_name
FROM loss_category
GROUP BY 1, 2
ORDER BY 1, 2
