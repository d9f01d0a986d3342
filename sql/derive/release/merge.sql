-- Released atoms under another rule, or another list of groups (definitions.md, section 2, Release): they are merged whole, and what stays
-- unsafe is in no atom. A block is an atom of before; it ends in the tree where the ways of its cells part. Amounts are by the groups that the
-- companies are in now. Parts are tables of the ledger, of one year.

-- name: areas
-- The production areas in the tree, as they are now.
SELECT
  a.area_id AS production_area_id,
  a.region_name,
  region_order(a.region_name) AS region_place,
  p.area_id AS platform_area_id
FROM ({production_area}) a
LEFT JOIN ({platform_area}) p ON list_contains(p.production_area_ids, a.area_id)

-- name: moved_companies
-- The companies that are no longer in the group in which they were, or no longer in the list.
SELECT farmer_id, farmer_group_key
FROM ({before})
EXCEPT
SELECT farmer_id, farmer_group_key
FROM ({now})

-- name: stock_blocks
-- The atoms of stock, or of feed, numbered piece by piece in the order of the tree by their first cells.
WITH
cells AS (
  SELECT
    c.*,
    dense_rank() OVER (ORDER BY piece_start, site_placement, region_place, region_name, platform_area_id NULLS LAST,
      production_area_id NULLS LAST, generation_order(generation), generation, weight_class) AS place
  FROM (
    SELECT DISTINCT
      r.piece_start,
      r.site_placement,
      r.{atom} AS atom,
      a.region_name,
      coalesce(a.region_place, 9) AS region_place,
      a.platform_area_id,
      r.production_area_id,
      r.generation,
      r.weight_class // 500 AS band,
      r.weight_class
    FROM ({released}) r
    LEFT JOIN areas a ON a.production_area_id = r.production_area_id
    WHERE r.{atom} IS NOT NULL
  ) c
)
SELECT
  CAST(row_number() OVER (ORDER BY min(place), atom) AS INTEGER) AS block,
  piece_start,
  site_placement,
  atom,
  CASE
    WHEN count(DISTINCT (region_name, platform_area_id, production_area_id, generation, band, weight_class)) = 1 THEN 6
    WHEN count(DISTINCT (region_name, platform_area_id, production_area_id, generation, band)) = 1 THEN 5
    WHEN count(DISTINCT (region_name, platform_area_id, production_area_id, generation)) = 1 THEN 4
    WHEN count(DISTINCT (region_name, platform_area_id, production_area_id)) = 1 THEN 3
    WHEN count(DISTINCT (region_name, platform_area_id)) = 1 THEN 2
    WHEN count(DISTINCT ROW(region_name)) = 1 THEN 1
    ELSE 0 END AS depth,
  min(region_name) AS region_name,
  min(platform_area_id) AS platform_area_id,
  min(production_area_id) AS production_area_id,
  min(generation) AS generation,
  min(band) AS band,
  min(weight_class) AS weight_class
FROM cells
GROUP BY piece_start, site_placement, atom

-- name: stock_branches
SELECT block, concat(piece_start, ' ', site_placement) AS tree, 1 AS cells, depth, region_name, platform_area_id, production_area_id, generation,
  band, weight_class
FROM stock_blocks
ORDER BY block

-- name: stock_amounts
SELECT block, CAST(dense_rank() OVER (ORDER BY farmer_group_key) AS INTEGER) AS group_number, amount
FROM (
  SELECT b.block, coalesce(g.farmer_group_key, r.farmer_group_key) AS farmer_group_key, CAST(sum(r.{amount}) AS BIGINT) AS amount
  FROM ({released}) r
  JOIN stock_blocks b ON b.piece_start = r.piece_start AND b.atom = r.{atom}
  LEFT JOIN groups g ON g.farmer_id = r.farmer_id
  WHERE r.{amount} IS NOT NULL
  GROUP BY 1, 2
) s
ORDER BY block, group_number

-- name: stock_moves
-- The atoms that are no longer what they were, and the atom that each of them is in now: of those that were merged, the one with the lowest
-- number. Null when it is in none.
SELECT piece_start, atom, new_atom
FROM (
  SELECT b.piece_start, b.atom, CASE WHEN m.atom IS NOT NULL THEN min(b.atom) OVER (PARTITION BY m.atom) END AS new_atom
  FROM stock_blocks b
  LEFT JOIN merged_atoms m ON m.cell = b.block
) a
WHERE new_atom IS DISTINCT FROM atom

-- name: merged_stock
-- The rows with the atoms that they are in now, and the number of cells of these.
WITH
moved AS (
  SELECT
    r.* EXCLUDE (atom, atom_cells, feed_atom, feed_atom_cells),
    CASE WHEN s.atom IS NULL THEN r.atom ELSE s.new_atom END AS atom,
    CASE WHEN f.atom IS NULL THEN r.feed_atom ELSE f.new_atom END AS feed_atom
  FROM ({released}) r
  LEFT JOIN moves s ON s.piece_start = r.piece_start AND s.atom = r.atom
  LEFT JOIN feed_moves f ON f.piece_start = r.piece_start AND f.atom = r.feed_atom
),
atom_size AS (
  SELECT piece_start, atom, CAST(count(*) AS INTEGER) AS cells
  FROM (SELECT DISTINCT piece_start, atom, production_area_id, generation, weight_class FROM moved WHERE atom IS NOT NULL) c
  GROUP BY 1, 2
),
feed_atom_size AS (
  SELECT piece_start, feed_atom, CAST(count(*) AS INTEGER) AS cells
  FROM (SELECT DISTINCT piece_start, feed_atom, production_area_id, generation, weight_class FROM moved WHERE feed_atom IS NOT NULL) c
  GROUP BY 1, 2
)
SELECT m.*, a.cells AS atom_cells, f.cells AS feed_atom_cells
FROM moved m
LEFT JOIN atom_size a ON a.piece_start = m.piece_start AND a.atom = m.atom
LEFT JOIN feed_atom_size f ON f.piece_start = m.piece_start AND f.feed_atom = m.feed_atom

-- name: merged_loss
-- The losses, with the atoms of the stock that they lie on; those in no atom go.
SELECT l.* REPLACE (s.atom AS atom, s.atom_cells AS atom_cells)
FROM ({loss}) l
JOIN merged_stock s
  ON s.piece_start = l.piece_start
  AND s.site_id = l.site_id
  AND s.farmer_id = l.farmer_id
  AND s.generation = l.generation
  AND s.weight_class = l.weight_class
WHERE s.atom IS NOT NULL

-- name: moved_weeks
-- The weeks whose atoms of stock have changed, and are not known yet.
SELECT week_start(piece_start) AS week
FROM moves
EXCEPT
SELECT week
FROM moved_weeks

-- name: moved_range
-- The first and the last of them that have days in a year.
SELECT min(week), max(week)
FROM moved_weeks
WHERE year(week) = :year OR year(week + 6) = :year
HAVING count(*) > 0

-- name: kept_treatments
-- Those of weeks that are still open to view.
SELECT t.*
FROM ({released}) t
LEFT JOIN moved_weeks m ON m.week = week_start(t.date)
LEFT JOIN open_area_week o ON o.week = week_start(t.date) AND o.production_area_id = t.production_area_id
WHERE m.week IS NULL OR o.week IS NOT NULL

-- name: kept_touches
SELECT *
FROM (
  SELECT t.* REPLACE (
    t.is_open_generation AND (m.week IS NULL OR g.week IS NOT NULL) AS is_open_generation,
    t.is_open_band AND (m.week IS NULL OR b.week IS NOT NULL) AS is_open_band)
  FROM ({released}) t
  LEFT JOIN moved_weeks m ON m.week = week_start(t.date)
  LEFT JOIN open_generation_week g
    ON g.week = week_start(t.date)
    AND g.production_area_id IS NOT DISTINCT FROM t.production_area_id
    AND g.generation = t.generation
  LEFT JOIN open_band_week b
    ON b.week = week_start(t.date)
    AND b.production_area_id IS NOT DISTINCT FROM t.production_area_id
    AND b.generation = t.generation
    AND b.weight_group_gram = t.weight_group_gram
) k
WHERE is_open_generation OR is_open_band

-- name: feed_day_blocks
-- Of a month, species, weight group and degree: a region that counts by itself, and the other regions together, which only the country has.
SELECT
  CAST(row_number() OVER (ORDER BY month, species_code, weight_group, degrees, is_in_region DESC, region_place, production_region_name) AS INTEGER)
    AS block,
  b.*
FROM (
  SELECT DISTINCT
    month,
    species_code,
    weight_group,
    degrees,
    is_in_region,
    CASE WHEN is_in_region THEN production_region_name END AS production_region_name,
    CASE WHEN is_in_region AND production_region_name IS NOT NULL THEN region_order(production_region_name) ELSE 9 END AS region_place
  FROM ({released})
) b

-- name: feed_day_branches
SELECT block, concat(month, ' ', species_code, ' ', weight_group, ' ', degrees) AS tree, 1 AS cells,
  CASE WHEN is_in_region THEN 1 ELSE 0 END AS depth, production_region_name
FROM feed_day_blocks
ORDER BY block

-- name: feed_day_rows
SELECT b.block, d.*, coalesce(g.farmer_group_key, d.farmer_group_key) AS group_now
FROM ({released}) d
JOIN feed_day_blocks b
  ON b.month = d.month
  AND b.species_code = d.species_code
  AND b.weight_group = d.weight_group
  AND b.degrees = d.degrees
  AND b.is_in_region = d.is_in_region
  AND (NOT d.is_in_region OR b.production_region_name IS NOT DISTINCT FROM d.production_region_name)
LEFT JOIN groups g ON g.farmer_id = d.farmer_id

-- name: feed_day_amounts
SELECT block, CAST(dense_rank() OVER (ORDER BY group_now) AS INTEGER) AS group_number, amount
FROM (SELECT block, group_now, count(*) AS amount FROM feed_day_rows GROUP BY 1, 2) s
ORDER BY block, group_number

-- name: merged_feed_days
-- A region that is no longer safe by itself counts for the country alone.
SELECT r.* EXCLUDE (block, group_now) REPLACE (r.is_in_region AND m.atom_cells = 1 AS is_in_region)
FROM feed_day_rows r
JOIN merged_atoms m ON m.cell = r.block

-- name: site_day_blocks
-- The atoms of site-days, each in the tree of its platform area.
SELECT
  CAST(row_number() OVER (ORDER BY piece_start, platform_area_id, degrees, production_area_id, atom) AS INTEGER) AS block,
  b.*
FROM (
  SELECT
    piece_start(d.date) AS piece_start,
    d.atom,
    min(a.platform_area_id) AS platform_area_id,
    CASE
      WHEN count(DISTINCT (a.platform_area_id, d.degrees, d.production_area_id)) = 1 THEN 2
      WHEN count(DISTINCT (a.platform_area_id, d.degrees)) = 1 THEN 1
      ELSE 0 END AS depth,
    min(d.degrees) AS degrees,
    min(d.production_area_id) AS production_area_id
  FROM ({released}) d
  LEFT JOIN areas a ON a.production_area_id = d.production_area_id
  GROUP BY 1, 2
) b

-- name: site_day_branches
SELECT block, concat(piece_start, ' ', platform_area_id) AS tree, 1 AS cells, depth, degrees, production_area_id
FROM site_day_blocks
ORDER BY block

-- name: site_day_rows
SELECT b.block, b.piece_start, d.*, coalesce(g.farmer_group_key, d.farmer_group_key) AS group_now
FROM ({released}) d
JOIN site_day_blocks b ON b.piece_start = piece_start(d.date) AND b.atom = d.atom
LEFT JOIN groups g ON g.farmer_id = d.farmer_id

-- name: site_day_amounts
-- A site shared by several companies of a group has one day of that group.
SELECT block, CAST(dense_rank() OVER (ORDER BY group_now) AS INTEGER) AS group_number, amount
FROM (SELECT block, group_now, count(DISTINCT concat(date, ' ', site_id)) AS amount FROM site_day_rows GROUP BY 1, 2) s
ORDER BY block, group_number

-- name: merged_site_days
WITH
numbered AS (
  SELECT b.block, min(b.atom) OVER (PARTITION BY m.atom) AS new_atom
  FROM site_day_blocks b
  JOIN merged_atoms m ON m.cell = b.block
),
moved AS (
  SELECT d.* EXCLUDE (block, group_now, atom, atom_cells), n.new_atom AS atom
  FROM site_day_rows d
  JOIN numbered n ON n.block = d.block
),
atom_size AS (
  SELECT piece_start, atom, CAST(count(*) AS INTEGER) AS cells
  FROM (SELECT DISTINCT piece_start, atom, degrees, production_area_id FROM moved) c
  GROUP BY 1, 2
)
SELECT m.* EXCLUDE (piece_start), a.cells AS atom_cells
FROM moved m
JOIN atom_size a ON a.piece_start = m.piece_start AND a.atom = m.atom

-- name: changed_feed_days
SELECT 1
FROM feed_day_blocks b
LEFT JOIN merged_atoms m ON m.cell = b.block
WHERE m.atom IS NULL OR (b.is_in_region AND m.atom_cells > 1)

-- name: changed_site_days
SELECT 1
FROM site_day_blocks b
LEFT JOIN merged_atoms m ON m.cell = b.block
WHERE m.atom IS NULL OR m.atom_cells > 1

-- name: event_blocks
-- The atoms of events, each in the tree of its quarter.
SELECT
  CAST(row_number() OVER (ORDER BY quarter, treatment_category, treatment_target, weight_group, atom) AS INTEGER) AS block,
  b.*
FROM (
  SELECT
    CAST(date_trunc('quarter', date) AS DATE) AS quarter,
    atom,
    CASE
      WHEN count(DISTINCT (treatment_category, treatment_target, weight_group)) = 1 THEN 2
      WHEN count(DISTINCT (treatment_category, treatment_target)) = 1 THEN 1
      ELSE 0 END AS depth,
    min(treatment_category) AS treatment_category,
    min(treatment_target) AS treatment_target,
    min(weight_group) AS weight_group
  FROM ({released})
  GROUP BY 1, 2
) b

-- name: event_branches
SELECT block, CAST(quarter AS VARCHAR) AS tree, 1 AS cells, depth, concat(treatment_category, ' - ', treatment_target) AS method, weight_group
FROM event_blocks
ORDER BY block

-- name: event_rows
SELECT b.block, b.quarter, e.*, coalesce(g.farmer_group_key, e.farmer_group_key) AS group_now
FROM ({released}) e
JOIN event_blocks b ON b.quarter = CAST(date_trunc('quarter', e.date) AS DATE) AND b.atom = e.atom
LEFT JOIN groups g ON g.farmer_id = e.farmer_id

-- name: event_amounts
SELECT block, CAST(dense_rank() OVER (ORDER BY group_now) AS INTEGER) AS group_number, amount
FROM (SELECT block, group_now, count(*) AS amount FROM event_rows GROUP BY 1, 2) s
ORDER BY block, group_number

-- name: merged_events
WITH
numbered AS (
  SELECT b.block, min(b.atom) OVER (PARTITION BY m.atom) AS new_atom
  FROM event_blocks b
  JOIN merged_atoms m ON m.cell = b.block
),
moved AS (
  SELECT e.* EXCLUDE (block, group_now, atom, atom_cells), n.new_atom AS atom
  FROM event_rows e
  JOIN numbered n ON n.block = e.block
),
atom_size AS (
  SELECT quarter, atom, CAST(count(*) AS INTEGER) AS cells
  FROM (SELECT DISTINCT quarter, atom, treatment_category, treatment_target, weight_group FROM moved) c
  GROUP BY 1, 2
)
SELECT m.* EXCLUDE (quarter), a.cells AS atom_cells
FROM moved m
JOIN atom_size a ON a.quarter = m.quarter AND a.atom = m.atom

-- name: changed_events
SELECT 1
FROM event_blocks b
LEFT JOIN merged_atoms m ON m.cell = b.block
WHERE m.atom IS NULL OR m.atom_cells > 1

-- name: untreated_rate_blocks
-- The atoms of untreated fish, each in the tree of its week and kilogram.
SELECT
  CAST(row_number() OVER (ORDER BY week, weight_group, region_place, production_region_name, atom) AS INTEGER) AS block,
  b.*
FROM (
  SELECT
    r.week,
    r.weight_group,
    r.atom,
    CASE WHEN count(DISTINCT ROW(r.production_region_name)) = 1 THEN 1 ELSE 0 END AS depth,
    min(CASE WHEN r.production_region_name IS NULL THEN 9 ELSE region_order(r.production_region_name) END) AS region_place,
    min(r.production_region_name) AS production_region_name
  FROM ({released}) r
  GROUP BY 1, 2, 3
) b

-- name: untreated_rate_branches
SELECT block, concat(week, ' ', weight_group) AS tree, 1 AS cells, depth, production_region_name
FROM untreated_rate_blocks
ORDER BY block

-- name: untreated_rate_rows
SELECT b.block, r.*, coalesce(g.farmer_group_key, r.farmer_group_key) AS group_now
FROM ({released}) r
JOIN untreated_rate_blocks b ON b.week = r.week AND b.weight_group = r.weight_group AND b.atom = r.atom
LEFT JOIN groups g ON g.farmer_id = r.farmer_id

-- name: untreated_rate_amounts
SELECT block, CAST(dense_rank() OVER (ORDER BY group_now) AS INTEGER) AS group_number, amount
FROM (SELECT block, group_now, CAST(sum(fish_days) AS BIGINT) AS amount FROM untreated_rate_rows GROUP BY 1, 2) s
ORDER BY block, group_number

-- name: merged_untreated_rates
WITH
numbered AS (
  SELECT b.block, min(b.atom) OVER (PARTITION BY m.atom) AS new_atom
  FROM untreated_rate_blocks b
  JOIN merged_atoms m ON m.cell = b.block
),
moved AS (
  SELECT r.* EXCLUDE (block, group_now, atom, atom_cells), n.new_atom AS atom
  FROM untreated_rate_rows r
  JOIN numbered n ON n.block = r.block
),
atom_size AS (
  SELECT week, weight_group, atom, CAST(count(*) AS INTEGER) AS cells
  FROM (SELECT DISTINCT week, weight_group, atom, production_region_name FROM moved) c
  GROUP BY 1, 2, 3
)
SELECT m.*, a.cells AS atom_cells
FROM moved m
JOIN atom_size a ON a.week = m.week AND a.weight_group = m.weight_group AND a.atom = m.atom

-- name: changed_untreated_rates
SELECT 1
FROM untreated_rate_blocks b
LEFT JOIN merged_atoms m ON m.cell = b.block
WHERE m.atom IS NULL OR m.atom_cells > 1

-- name: site_month_blocks
-- The site atoms, each in the tree of its month.
SELECT
  CAST(row_number() OVER (ORDER BY month, region_place, region_name, platform_area_id, atom) AS INTEGER) AS block,
  b.*
FROM (
  SELECT
    m.month,
    m.atom,
    CASE
      WHEN count(DISTINCT (a.region_name, a.platform_area_id)) = 1 THEN 2
      WHEN count(DISTINCT ROW(a.region_name)) = 1 THEN 1
      ELSE 0 END AS depth,
    min(coalesce(a.region_place, 9)) AS region_place,
    min(a.region_name) AS region_name,
    min(a.platform_area_id) AS platform_area_id
  FROM ({released}) m
  LEFT JOIN areas a ON a.production_area_id = m.production_area_id
  WHERE m.atom IS NOT NULL
  GROUP BY 1, 2
) b

-- name: site_month_branches
SELECT block, CAST(month AS VARCHAR) AS tree, 1 AS cells, depth, region_name, platform_area_id
FROM site_month_blocks
ORDER BY block

-- name: site_month_rows
-- A member is of the group that its main company is in now.
SELECT b.block, m.*, coalesce(g.farmer_group_key, m.farmer_group_key) AS group_now
FROM ({released}) m
LEFT JOIN site_month_blocks b ON b.month = m.month AND b.atom = m.atom
LEFT JOIN groups g ON g.farmer_id = m.main_farmer_id

-- name: site_month_amounts
SELECT block, CAST(dense_rank() OVER (ORDER BY group_now) AS INTEGER) AS group_number, amount
FROM (
  SELECT block, group_now, count(*) AS amount
  FROM site_month_rows
  WHERE block IS NOT NULL
    AND farmer_id = main_farmer_id
  GROUP BY 1, 2
) s
ORDER BY block, group_number

-- name: merged_site_months
-- All members stay: those whose atom is in none any more are in no average.
WITH
numbered AS (
  SELECT b.block, min(b.atom) OVER (PARTITION BY m.atom) AS new_atom
  FROM site_month_blocks b
  JOIN merged_atoms m ON m.cell = b.block
)
SELECT m.* EXCLUDE (block, group_now) REPLACE (n.new_atom AS atom)
FROM site_month_rows m
LEFT JOIN numbered n ON n.block = m.block

-- name: changed_site_months
SELECT 1
FROM site_month_blocks b
LEFT JOIN merged_atoms m ON m.cell = b.block
WHERE m.atom IS NULL OR m.atom_cells > 1

-- name: changed_rows
SELECT 1
FROM (SELECT * FROM ({released}) EXCEPT ALL SELECT * FROM {kept}) c
