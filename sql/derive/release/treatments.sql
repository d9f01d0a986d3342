-- The release of treatments: those of weeks that are open to view when they are released. Parts are tables of the snapshot and of the ledger.

-- name: week_cells
-- The cells at sea of the weeks that end after one day and up to another, each with its atom. A cell of which something is not released
-- lies, for that part, in none.
SELECT week_start(r.piece_start) AS week, r.piece_start, r.production_area_id, r.generation, r.weight_class, r.atom, r.atom_cells
FROM ({released}) r
WHERE r.site_placement = 'offshore'
  AND week_start(r.piece_start) + 6 BETWEEN :first_sunday AND :last_day
UNION
SELECT week_start(c.piece_start) AS week, c.piece_start, p.production_area_id, c.generation, c.weight_class, NULL AS atom, NULL AS atom_cells
FROM ({stock_cell}) c
JOIN places p ON p.site_id = c.site_id AND p.site_placement = 'offshore'
WHERE week_start(c.piece_start) + 6 BETWEEN :first_sunday AND :last_day
  AND NOT EXISTS (
    SELECT 1
    FROM ({released}) r
    WHERE r.piece_start = c.piece_start
      AND r.site_id = c.site_id
      AND r.farmer_id = c.farmer_id
      AND r.generation = c.generation
      AND r.weight_class = c.weight_class
      AND r.atom IS NOT NULL)

-- name: open_area_week
-- The weeks of production areas that are open to view: all cells lie in atoms inside them.
SELECT week, production_area_id
FROM (
  SELECT week, production_area_id, piece_start, atom, coalesce(count(*) = max(atom_cells), false) AS inside
  FROM week_cells
  GROUP BY 1, 2, 3, 4
) c
GROUP BY 1, 2
HAVING bool_and(inside)

-- name: open_generation_week
-- Those of generations in production areas.
SELECT week, production_area_id, generation
FROM (
  SELECT week, production_area_id, generation, piece_start, atom, coalesce(count(*) = max(atom_cells), false) AS inside
  FROM week_cells
  GROUP BY 1, 2, 3, 4, 5
) c
GROUP BY 1, 2, 3
HAVING bool_and(inside)

-- name: open_band_week
-- Those of the 500 g groups of generations in production areas.
SELECT week, production_area_id, generation, weight_group_gram
FROM (
  SELECT week, production_area_id, generation, weight_group(weight_class, 500) AS weight_group_gram, piece_start, atom,
    coalesce(count(*) = max(atom_cells), false) AS inside
  FROM week_cells
  GROUP BY 1, 2, 3, 4, 5, 6
) c
GROUP BY 1, 2, 3, 4
HAVING bool_and(inside)

-- name: new_treatments
-- The treatments at sea in open weeks of production areas: of companies, and of the authority with the species of the company's fish.
SELECT t.*, t.farmer_id AS owner_id, p.production_area_id
FROM ({treatment}) t
JOIN places p ON p.site_id = t.site_id AND p.site_placement = 'offshore'
JOIN open_area_week o ON o.week = week_start(t.date) AND o.production_area_id = p.production_area_id

-- name: new_touches
-- The treated units at sea in open weeks of generations, or of their weight groups.
SELECT
  t.*,
  p.production_area_id,
  g.week IS NOT NULL AS is_open_generation,
  b.week IS NOT NULL AS is_open_band
FROM (
  SELECT r.*, week_start(date) AS week, weight_group(avg_weight_gram, 500) AS weight_group_gram
  FROM ({treatment_touch}) r
) t
JOIN places p ON p.site_id = t.site_id AND p.site_placement = 'offshore'
LEFT JOIN open_generation_week g
  ON g.week = t.week
  AND g.production_area_id IS NOT DISTINCT FROM p.production_area_id
  AND g.generation = t.generation
LEFT JOIN open_band_week b
  ON b.week = t.week
  AND b.production_area_id IS NOT DISTINCT FROM p.production_area_id
  AND b.generation = t.generation
  AND b.weight_group_gram = t.weight_group_gram
WHERE g.week IS NOT NULL OR b.week IS NOT NULL
