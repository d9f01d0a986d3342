/*
table: stock
summary: The fish of each unit at the start of the day
*/
-- CurrentCount is the END of the day. Start = end + dead + culled + harvested + escaped + sold + sampled - put in - found by a count.
-- If a unit has too few fish for the day's losses or feed, as on the day of transfer, fish put in that day count from its start.
-- The weight is that of all fish of the day: those at its end and those removed during it. The cohort is the population.
SELECT
  origin,
  date,
  site_id,
  unit_id,
  cohort_id,
  species_code,
  CASE WHEN at_start < dead + culled OR (at_start = 0 AND feed_kg > 0) THEN at_start + input ELSE at_start END AS fish_count,
  CASE WHEN here = unweighed THEN 0 ELSE TRY_CAST(here_kg * 1e3 / (here - unweighed) AS DECIMAL(18, 6)) END AS avg_weight_gram,
  generation
FROM unit_day
