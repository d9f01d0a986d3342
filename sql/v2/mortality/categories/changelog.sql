/*
summary: Changes of the code list of causes of loss
family: mortality_v2_lists
order: newest first, then from_code, to_code
fields:
  date: {type: datetime, meaning: when the list was changed}
  from_code: {type: string, meaning: the code that was changed}
  from_name: {type: string, meaning: its name}
  to_code: {type: string, meaning: "what replaces it, when something does"}
  to_name: {type: string, meaning: the replacement's name}
  description: {type: string, meaning: note for people}
  changed_by: {type: string, meaning: "where the change comes from, such as authority or internal"}
*/
SELECT
  date,
  nullif(from_code, '') AS from_code,
  nullif(from_name, '') AS from_name,
  nullif(to_code, '') AS to_code,
  nullif(to_name, '') AS to_name,
  nullif(description, '') AS description,
  nullif(changed_by, '') AS changed_by
FROM loss_category_change
ORDER BY date DESC, nullif(from_code, '') NULLS LAST, nullif(to_code, '') NULLS LAST
