-- The release of what untreated fish lose, the yardstick of treatments' cost, by ISO week. Parts are tables of the snapshot.

-- name: untreated_days
-- Each company's unit-days at sea of whole weeks, by week, region and whole kilogram: those without a treatment of the unit on the day or in the 20
-- days before.
WITH
treated_day AS (
  SELECT DISTINCT t.site_id, t.unit_id, t.farmer_id, t.date + CAST(n.days AS INTEGER) AS date
  FROM unit_treatment t
  CROSS JOIN range(0, 21) AS n(days)
)
SELECT
  week_start(s.date) AS week,
  kilogram_class(s.avg_weight_gram) AS weight_group,
  p.region_name AS production_region_name,
  p.region_place,
  s.farmer_id,
  g.farmer_group_key,
  g.group_number,
  CAST(sum(s.fish_count) AS BIGINT) AS fish_days,
  CAST(sum(CAST(s.mortality_count AS BIGINT) + s.culling_count) AS BIGINT) AS loss_count
FROM stock_day s
JOIN species k ON k.code = s.species_code AND k.is_counted
JOIN places p ON p.site_id = s.site_id AND p.site_placement = 'offshore'
JOIN groups g ON g.farmer_id = s.farmer_id
ANTI JOIN treated_day t ON t.site_id = s.site_id AND t.unit_id = s.unit_id AND t.farmer_id = s.farmer_id AND t.date = s.date
WHERE s.date BETWEEN :first_day AND :last_day
  AND s.fish_count > 0
GROUP BY 1, 2, 3, 4, 5, 6, 7

-- name: untreated_rate_cells
-- A region's untreated fish of one week and kilogram: the leaves; the coast is their root.
SELECT
  CAST(row_number() OVER (ORDER BY week, weight_group, region_place, production_region_name) AS INTEGER) AS cell,
  concat(week, ' ', weight_group) AS tree,
  c.*
FROM (SELECT DISTINCT week, weight_group, region_place, production_region_name FROM untreated_days) c

-- name: untreated_rate_branches
SELECT cell, tree, 1 AS cells, 1 AS depth, production_region_name
FROM untreated_rate_cells
ORDER BY cell

-- name: untreated_rate_cell_rows
SELECT n.cell, d.*
FROM untreated_days d
JOIN untreated_rate_cells n
  ON n.week = d.week
  AND n.weight_group = d.weight_group
  AND n.production_region_name IS NOT DISTINCT FROM d.production_region_name

-- name: untreated_rate_amounts
SELECT cell, group_number, CAST(sum(fish_days) AS BIGINT) AS amount
FROM untreated_rate_cell_rows
GROUP BY 1, 2
ORDER BY 1, 2

-- name: new_untreated_rates
-- The rows in an atom. Atoms are numbered by week and kilogram.
SELECT
  r.*,
  CAST(dense_rank() OVER (PARTITION BY r.week, r.weight_group ORDER BY a.atom) AS INTEGER) AS atom,
  a.atom_cells
FROM untreated_rate_cell_rows r
JOIN untreated_rate_atoms a ON a.cell = r.cell
