/*
table: treatments
summary: Treatments, and cleaner fish put in as one of the site and day
*/
-- A treatment has a row for each of its units. Rows of one treatment that differ in another column are delivered twice.
SELECT
  min(origin) AS origin,
  TreatmentID AS treatment_id,
  CAST(TreatmentTime AS DATE) AS date,
  site_id,
  Method AS treatment_category,
  Target AS treatment_target,
  coalesce(RequiresHandling, CASE
    WHEN lower(Method) IN ('medicinal', 'cleanerfish') THEN 'false'
    WHEN lower(Method) <> 'other' THEN 'true'
  END) AS requires_handling,
  IsAntibiotic AS is_antibiotic,
  array_to_string(array_agg(DISTINCT ContainerID ORDER BY ContainerID), '|') AS unit_ids,
  array_to_string(array_agg(DISTINCT Medicine ORDER BY Medicine) FILTER (Medicine IS NOT NULL), ', ') AS treatment_subtype,
  'FishTalk' AS system_source
FROM treatment
GROUP BY 2, 3, 4, 5, 6, 7, 8
UNION ALL
SELECT
  min(origin),
  concat('wrasse ', site_id, ' ', CAST(StatusTime AS DATE)),
  CAST(StatusTime AS DATE),
  site_id,
  'Cleanerfish',
  'Lice',
  'false',
  'false',
  array_to_string(array_agg(DISTINCT ContainerID ORDER BY ContainerID), '|'),
  array_to_string(array_agg(DISTINCT Species ORDER BY Species), ', '),
  'FishTalk'
FROM wrasse
WHERE InputCount > 0
GROUP BY site_id, CAST(StatusTime AS DATE)
