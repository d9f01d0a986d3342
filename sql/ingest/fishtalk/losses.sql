/*
table: losses
summary: Dead fish by cause, those without a cause, and culled fish
*/
-- Dead fish without a cause, and culled fish, get the code list's first code under `Ukjent`: the exports give no cause.
-- The first and last day of a status file also have rows of 0 fish: they mark the file's range of days, so that a loss that
-- was corrected away is deleted.
WITH unknown AS (
  SELECT min(level_3_code) AS code
  FROM loss_category
  WHERE lower(level_1_name) = 'ukjent'
),
by_cause AS (
  SELECT
    c.origin,
    CAST(c.StatusTime AS DATE) AS date,
    c.site_id,
    p.unit_id,
    coalesce(k.CategoryCode, c.MortalityCauseID) AS code,
    c.MortalityCount AS fish,
    c.MortalityBiomassKg AS kg
  FROM causes c
  LEFT JOIN population p ON p.site_id = c.site_id AND p.population_id = c.PopulationID
  LEFT JOIN cause_codes k ON k.MortalityCauseID = c.MortalityCauseID AND k.site_id = c.site_id
  WHERE coalesce(p.species_code, '') <> 'cleaner fish' AND NOT c.is_first
),
with_cause AS (
  SELECT date, site_id, unit_id, sum(fish) AS fish
  FROM by_cause
  GROUP BY 1, 2, 3
),
unit AS (
  SELECT
    u.*,
    u.dead - coalesce(w.fish, 0) AS without_cause,
    u.date = min(u.date) OVER (PARTITION BY u.site_id, u.file)
      OR u.date = max(u.date) OVER (PARTITION BY u.site_id, u.file) AS is_end
  FROM unit_day u
  LEFT JOIN with_cause w ON w.date = u.date AND w.site_id = u.site_id AND w.unit_id = u.unit_id
  WHERE u.unit_id IS NOT NULL
),
loss AS (
  SELECT origin, date, site_id, unit_id, 'mortality' AS loss_type, code, fish, kg
  FROM by_cause
  UNION ALL
  SELECT u.origin, u.date, u.site_id, u.unit_id, 'mortality', x.code, u.without_cause, NULL
  FROM unit u
  CROSS JOIN unknown x
  WHERE u.without_cause > 0
  UNION ALL
  SELECT u.origin, u.date, u.site_id, u.unit_id, 'culling', x.code, u.culled, u.culled_kg
  FROM unit u
  CROSS JOIN unknown x
  WHERE u.culled > 0 OR u.is_end
)
SELECT
  min(origin) AS origin,
  date,
  site_id,
  unit_id,
  loss_type,
  code AS category_code,
  sum(fish) AS loss_count,
  -- the unit's weight if not all of them were weighed
  CASE WHEN count(*) = count(kg) AND sum(fish) > 0 AND sum(kg) > 0
    THEN TRY_CAST(sum(kg) * 1e3 / sum(fish) AS DECIMAL(18, 6)) END AS avg_weight_gram
FROM loss
GROUP BY date, site_id, unit_id, loss_type, code
