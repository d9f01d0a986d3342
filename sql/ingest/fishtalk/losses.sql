/*
table: losses
summary: Dead fish by cause, those without a cause, and culled fish
*/
-- Dead and culled fish without a cause get the code list's first code under `Ukjent`.
-- The first and last day of a status file also have rows of 0 fish: they mark the file's range of days, so that a loss that
-- was corrected away is deleted.
WITH unknown AS (
  SELECT min(level_3_code) AS code
  FROM loss_category
  WHERE lower(level_1_name) = 'ukjent'
),
with_cause AS (
  SELECT date, site_id, unit_id, sum(fish) AS fish
  FROM dead
  GROUP BY 1, 2, 3
),
culled_with_cause AS (
  SELECT date, site_id, unit_id, sum(fish) AS fish, CASE WHEN count(*) = count(kg) THEN sum(kg) END AS kg
  FROM culled
  GROUP BY 1, 2, 3
),
unit AS (
  SELECT
    u.*,
    u.dead - coalesce(w.fish, 0) AS without_cause,
    greatest(u.culled - coalesce(c.fish, 0), 0) AS culled_without,
    CASE WHEN c.fish IS NULL THEN u.culled_kg ELSE u.culled_kg - c.kg END AS culled_without_kg,
    u.date = min(u.date) OVER (PARTITION BY u.site_id, u.file)
      OR u.date = max(u.date) OVER (PARTITION BY u.site_id, u.file) AS is_end
  FROM unit_day u
  LEFT JOIN with_cause w ON w.date = u.date AND w.site_id = u.site_id AND w.unit_id = u.unit_id
  LEFT JOIN culled_with_cause c ON c.date = u.date AND c.site_id = u.site_id AND c.unit_id = u.unit_id
  WHERE u.unit_id IS NOT NULL
),
loss AS (
  SELECT origin, date, site_id, unit_id, 'mortality' AS loss_type, code, fish, kg
  FROM dead
  UNION ALL
  SELECT u.origin, u.date, u.site_id, u.unit_id, 'mortality', x.code, u.without_cause, NULL
  FROM unit u
  CROSS JOIN unknown x
  WHERE u.without_cause > 0
  UNION ALL
  SELECT origin, date, site_id, unit_id, 'culling', code, fish, kg
  FROM culled
  UNION ALL
  SELECT u.origin, u.date, u.site_id, u.unit_id, 'culling', x.code, u.culled_without, u.culled_without_kg
  FROM unit u
  CROSS JOIN unknown x
  WHERE u.culled_without > 0 OR u.is_end
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
