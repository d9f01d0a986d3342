-- What is wrong with the tables of the ledger among each other. Parts are tables of the ledger, of one year; each query gives the rows that are
-- wrong.

-- name: rows_twice
SELECT piece_start
FROM ({stock})
GROUP BY piece_start, site_id, farmer_id, generation, weight_class
HAVING count(*) > 1

-- name: wrong_sizes
-- Rows whose atom has not as many cells as they say, of stock or of feed.
WITH
atom_size AS (
  SELECT piece_start, atom, count(*) AS cells
  FROM (SELECT DISTINCT piece_start, atom, production_area_id, generation, weight_class FROM ({stock}) WHERE atom IS NOT NULL) c
  GROUP BY 1, 2
),
feed_atom_size AS (
  SELECT piece_start, feed_atom, count(*) AS cells
  FROM (SELECT DISTINCT piece_start, feed_atom, production_area_id, generation, weight_class FROM ({stock}) WHERE feed_atom IS NOT NULL) c
  GROUP BY 1, 2
)
SELECT r.piece_start
FROM ({stock}) r
LEFT JOIN atom_size a ON a.piece_start = r.piece_start AND a.atom = r.atom
LEFT JOIN feed_atom_size f ON f.piece_start = r.piece_start AND f.feed_atom = r.feed_atom
WHERE r.atom_cells IS DISTINCT FROM a.cells OR r.feed_atom_cells IS DISTINCT FROM f.cells

-- name: wrong_losses
-- Losses that do not lie on stock in the same atom.
SELECT l.piece_start
FROM ({loss}) l
LEFT JOIN ({stock}) s
  ON s.piece_start = l.piece_start
  AND s.site_id = l.site_id
  AND s.farmer_id = l.farmer_id
  AND s.generation = l.generation
  AND s.weight_class = l.weight_class
WHERE s.atom IS NULL OR s.atom <> l.atom OR s.atom_cells <> l.atom_cells

-- name: wrong_day_sizes
-- Site-days whose atom has not as many cells as they say.
SELECT d.date
FROM ({site_day}) d
JOIN (
  SELECT piece_start, atom, count(*) AS cells
  FROM (SELECT DISTINCT piece_start(date) AS piece_start, atom, degrees, production_area_id FROM ({site_day})) c
  GROUP BY 1, 2
) a ON a.piece_start = piece_start(d.date) AND a.atom = d.atom
WHERE d.atom_cells <> a.cells

-- name: wrong_site_quarters
-- Sites whose quarter has other figures than its sites give, or reaches into the rates of the next one.
WITH
site AS (
  SELECT DISTINCT month, platform_area_id, site_id, loss_rate, quarter, is_joined, site_count, quarter_site_count, mean_loss_rate
  FROM ({site_quarter}) r
),
quarter AS (
  SELECT
    month, platform_area_id, quarter, is_joined, site_count, quarter_site_count, mean_loss_rate,
    count(*) AS sites,
    sum(count(*)) OVER (PARTITION BY month, platform_area_id) AS all_sites,
    sum(loss_rate) / count(*) AS rate,
    max(loss_rate) AS highest,
    lead(min(loss_rate)) OVER (PARTITION BY month, platform_area_id ORDER BY quarter) AS next_lowest
  FROM site
  GROUP BY 1, 2, 3, 4, 5, 6, 7
)
SELECT month
FROM quarter
WHERE sites <> quarter_site_count
  OR all_sites <> site_count
  OR abs(rate - mean_loss_rate) > 5001e-7
  OR mean_loss_rate <> round(mean_loss_rate, 3)
  OR highest >= next_lowest

-- name: wrong_cycles
-- The same of cycles.
WITH
area AS (
  SELECT
    *,
    count(*) OVER (PARTITION BY year(last_day), platform_area_id) AS cycles,
    sum(risk) OVER (PARTITION BY year(last_day), platform_area_id) / cycles AS area_risk,
    sum(loss_share) OVER (PARTITION BY year(last_day), platform_area_id) / cycles AS area_share
  FROM ({cycle_year}) r
),
quarter AS (
  SELECT
    platform_area_id, quarter, is_joined, cycle_count, quarter_cycle_count, mean_risk, mean_loss_share, quarter_mean_risk,
    max(cycles) AS all_cycles,
    max(area_risk) AS area_risk,
    max(area_share) AS area_share,
    count(*) AS cycles,
    sum(risk) / count(*) AS mean_value,
    max(risk) AS highest,
    lead(min(risk)) OVER (PARTITION BY year(last_day), platform_area_id ORDER BY quarter) AS next_lowest
  FROM area
  GROUP BY year(last_day), 1, 2, 3, 4, 5, 6, 7, 8
)
SELECT platform_area_id
FROM quarter
WHERE cycles <> quarter_cycle_count
  OR all_cycles <> cycle_count
  OR abs(area_risk - mean_risk) > 5001e-7
  OR abs(area_share - mean_loss_share) > 5001e-7
  OR abs(mean_value - quarter_mean_risk) > 5001e-7
  OR highest >= next_lowest

-- name: wrong_event_sizes
-- Events whose atom has not as many cells as they say.
SELECT e.date
FROM ({event}) e
JOIN (
  SELECT quarter, atom, count(*) AS cells
  FROM (
    SELECT DISTINCT CAST(date_trunc('quarter', date) AS DATE) AS quarter, atom, treatment_category, treatment_target, weight_group
    FROM ({event})
  ) c
  GROUP BY 1, 2
) a ON a.quarter = CAST(date_trunc('quarter', e.date) AS DATE) AND a.atom = e.atom
WHERE e.atom_cells <> a.cells
