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
