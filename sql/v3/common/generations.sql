/*
summary: Generations of counted species that have stock in the snapshot
family: common
order: year, spring before autumn
confidentiality:
  rule: "the list of year classes reveals no company's figures"
  public: [generation_name]
fields:
  generation: {type: string, meaning: "code: V or H and the year of sea transfer"}
  generation_name: {type: string, meaning: "display name, such as 2025 - Vår"}
*/
SELECT
  generation,
  concat(substr(generation, 2), CASE WHEN substr(generation, 1, 1) = 'V' THEN ' - Vår' ELSE ' - Høst' END) AS generation_name
FROM (SELECT DISTINCT generation FROM cohort_year WHERE first_counted_date IS NOT NULL) g
ORDER BY generation_order(generation)
