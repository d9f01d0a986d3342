-- The rows of released atoms, as the snapshot has them now (definitions.md, section 2, Release). Parts are tables of the snapshot and of the ledger,
-- of one year.

-- name: restated_stock
-- The rows that lie in a cell of a released atom. A site's row stays in the atom of the row that it had in that cell; another one goes into the
-- atom with the lowest number that has the cell. Rows of pieces before the first one stay as they are.
WITH
own AS (
  SELECT piece_start, site_id, site_placement, production_area_id, generation, weight_class, min(atom) AS atom, min(feed_atom) AS feed_atom
  FROM ({released})
  WHERE piece_start >= :first_piece
  GROUP BY 1, 2, 3, 4, 5, 6
),
cell AS (
  SELECT piece_start, site_placement, production_area_id, generation, weight_class, min(atom) AS atom, min(feed_atom) AS feed_atom
  FROM own
  GROUP BY 1, 2, 3, 4, 5
),
present AS (
  SELECT
    c.*,
    g.farmer_group_key,
    p.site_placement,
    p.production_area_id,
    o.site_id IS NOT NULL AS is_known,
    coalesce(o.atom, l.atom) AS atom,
    coalesce(o.feed_atom, l.feed_atom) AS feed_atom
  FROM ({stock_cell}) c
  JOIN places p ON p.site_id = c.site_id
  JOIN groups g ON g.farmer_id = c.farmer_id
  JOIN cell l
    ON l.piece_start = c.piece_start
    AND l.site_placement = p.site_placement
    AND l.production_area_id IS NOT DISTINCT FROM p.production_area_id
    AND l.generation = c.generation
    AND l.weight_class = c.weight_class
  LEFT JOIN own o
    ON o.piece_start = c.piece_start
    AND o.site_id = c.site_id
    AND o.site_placement = p.site_placement
    AND o.production_area_id IS NOT DISTINCT FROM p.production_area_id
    AND o.generation = c.generation
    AND o.weight_class = c.weight_class
  WHERE c.piece_start >= :first_piece
),
-- cells in which nobody reports feed any more are in no atom of feed
fed AS (
  SELECT
    * REPLACE (CASE WHEN count(fed_biomass_g) OVER (PARTITION BY piece_start, feed_atom, production_area_id, generation, weight_class) > 0
      THEN feed_atom END AS feed_atom)
  FROM present
)
SELECT * EXCLUDE (is_known, atom, feed_atom), atom, CAST(NULL AS INTEGER) AS atom_cells, feed_atom, CAST(NULL AS INTEGER) AS feed_atom_cells
FROM fed
WHERE atom IS NOT NULL OR feed_atom IS NOT NULL OR is_known
UNION ALL BY NAME
SELECT *
FROM ({released})
WHERE piece_start < :first_piece

-- name: rows_since
SELECT *
FROM restated_stock
WHERE piece_start >= :first_piece

-- name: rows_before
-- Rows of before a day.
SELECT *
FROM ({released})
WHERE {date} < :first_day
