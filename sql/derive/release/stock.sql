-- The release of stock (definitions.md, section 2, Release): which rows form atoms, and what of them goes into the ledger. Parts are tables
-- of the snapshot and of the ledger, of one year. Of the made rows the columns of the ledger's table are written, by their names.

-- name: places
-- The place of each site's cells in the tree from which atoms are made, and the order of its branches: offshore before onshore;
-- regions from south to north, null last; platform areas and production areas by id, null last.
SELECT
  s.site_id,
  s.placement AS site_placement,
  CASE s.placement WHEN 'offshore' THEN 0 ELSE 1 END AS placement_order,
  a.region_name,
  CASE WHEN a.region_name IS NULL THEN 9 ELSE region_order(a.region_name) END AS region_place,
  p.area_id AS platform_area_id,
  s.production_area_id,
  s.purpose
FROM ({site}) s
LEFT JOIN ({production_area}) a ON a.area_id = s.production_area_id
LEFT JOIN ({platform_area}) p ON list_contains(p.production_area_ids, s.production_area_id)

-- name: groups
-- The companies with their farmer groups, by number.
SELECT farmer_id, farmer_group_key, CAST(dense_rank() OVER (ORDER BY farmer_group_key) - 1 AS INTEGER) AS group_number
FROM ({farmer})

-- name: candidates
-- The rows of pieces that may be released, of sites that have none there yet: a site enters a piece once.
SELECT
  c.*,
  p.site_placement,
  p.placement_order,
  p.region_name,
  p.region_place,
  p.platform_area_id,
  p.production_area_id,
  g.farmer_group_key,
  g.group_number
FROM ({stock_cell}) c
JOIN places p ON p.site_id = c.site_id
JOIN groups g ON g.farmer_id = c.farmer_id
WHERE piece_end(c.piece_start) <= :last_day
  AND NOT EXISTS (SELECT 1 FROM ({released}) r WHERE r.piece_start = c.piece_start AND r.site_id = c.site_id)

-- name: cells
-- Their cells, numbered piece by piece in the order of the tree. tree says which cells may be in one atom.
SELECT
  CAST(row_number() OVER (ORDER BY piece_start, placement_order, region_place, region_name, platform_area_id NULLS LAST,
    production_area_id NULLS LAST, generation_order(generation), generation, weight_class) AS INTEGER)
    AS cell,
  concat(piece_start, ' ', site_placement) AS tree,
  c.*
FROM (
  SELECT DISTINCT
    piece_start,
    site_placement,
    placement_order,
    region_name,
    region_place,
    platform_area_id,
    production_area_id,
    generation,
    weight_class
  FROM candidates
) c

-- name: cell_rows
-- The candidates with the number of their cell.
SELECT n.cell, c.*
FROM candidates c
JOIN cells n
  ON n.piece_start = c.piece_start
  AND n.site_placement = c.site_placement
  AND n.production_area_id IS NOT DISTINCT FROM c.production_area_id
  AND n.generation = c.generation
  AND n.weight_class = c.weight_class

-- name: branches
-- The cells with their way through the tree below the placement, for those who make the atoms.
SELECT cell, tree, 1 AS cells, 6 AS depth, region_name, platform_area_id, production_area_id, generation, weight_class // 500 AS band,
  weight_class
FROM cells
ORDER BY cell

-- name: stock_amounts
-- What each farmer group has in each cell: fish.
SELECT cell, group_number, CAST(sum(fish_days) AS BIGINT) AS amount
FROM cell_rows
GROUP BY 1, 2
ORDER BY 1, 2

-- name: feed_amounts
-- The same of feed: the biomass of unit-days that report it, in cells where any does.
SELECT cell, group_number, CAST(sum(fed_biomass_g) AS BIGINT) AS amount
FROM cell_rows
WHERE fed_biomass_g IS NOT NULL
GROUP BY 1, 2
ORDER BY 1, 2

-- name: new_stock
-- What is released: rows in an atom of stock or of feed. Atoms are numbered by piece, on from those that it has.
WITH
numbered AS (
  SELECT
    n.cell,
    CASE WHEN a.atom IS NOT NULL THEN CAST(dense_rank() OVER (PARTITION BY n.piece_start ORDER BY a.atom NULLS LAST) AS INTEGER) END AS atom,
    a.atom_cells,
    CASE WHEN f.atom IS NOT NULL THEN CAST(dense_rank() OVER (PARTITION BY n.piece_start ORDER BY f.atom NULLS LAST) AS INTEGER) END AS feed_atom,
    f.atom_cells AS feed_atom_cells
  FROM cells n
  LEFT JOIN stock_atoms a ON a.cell = n.cell
  LEFT JOIN feed_atoms f ON f.cell = n.cell
),
last_atom AS (
  SELECT piece_start, max(atom) AS atom, max(feed_atom) AS feed_atom
  FROM ({released})
  GROUP BY 1
)
SELECT
  c.*,
  n.atom + coalesce(l.atom, 0) AS atom,
  n.atom_cells,
  n.feed_atom + coalesce(l.feed_atom, 0) AS feed_atom,
  n.feed_atom_cells
FROM cell_rows c
JOIN numbered n ON n.cell = c.cell
LEFT JOIN last_atom l ON l.piece_start = c.piece_start
WHERE n.atom IS NOT NULL OR n.feed_atom IS NOT NULL

-- name: new_loss
-- The losses of rows in an atom of stock.
SELECT l.*, s.farmer_group_key, s.site_placement, s.production_area_id, s.atom, s.atom_cells
FROM ({loss_cell}) l
JOIN ({new_stock}) s
  ON s.piece_start = l.piece_start
  AND s.site_id = l.site_id
  AND s.farmer_id = l.farmer_id
  AND s.generation = l.generation
  AND s.weight_class = l.weight_class
WHERE s.atom IS NOT NULL

-- name: waiting
-- Fish-days of released periods, and those of them that are in no atom, by company. By the row's key: a row that was corrected since counts
-- as released.
SELECT
  c.farmer_id,
  CAST(sum(c.fish_days) AS BIGINT) AS fish_days,
  CAST(coalesce(sum(c.fish_days) FILTER (WHERE r.piece_start IS NULL), 0) AS BIGINT) AS waiting_fish_days
FROM ({stock_cell}) c
LEFT JOIN ({released}) r
  ON r.piece_start = c.piece_start
  AND r.site_id = c.site_id
  AND r.farmer_id = c.farmer_id
  AND r.generation = c.generation
  AND r.weight_class = c.weight_class
  AND r.atom IS NOT NULL
WHERE piece_end(c.piece_start) <= :last_day
GROUP BY 1
ORDER BY 1
