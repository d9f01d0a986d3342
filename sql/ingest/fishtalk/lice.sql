/*
table: lice
summary: Lice counted in a unit
*/
SELECT
  origin,
  CAST(CountTime AS DATE) AS date,
  site_id,
  ContainerID AS unit_id,
  AdultFemale AS adult_female,
  FishCounted AS fish_counted,
  Mobile AS mobile,
  Attached AS attached
FROM lice
