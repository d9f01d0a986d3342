-- The books of the companies as they are now, each with its company's group: what was there before the piece, came, was lost, is gone and is left.
-- held in the background: a caller's own values are made of it
CREATE VIEW farmer_book AS
SELECT
  b.piece_start,
  b.farmer_id,
  f.farmer_group_key,
  b.platform_area_id,
  b.generation,
  CAST(sum(b.book_before) AS BIGINT) AS book_before,
  CAST(sum(b.book_come) AS BIGINT) AS book_come,
  CAST(sum(b.book_lost) AS BIGINT) AS book_lost,
  CAST(sum(b.book_before + b.book_come - b.book_lost - b.book_after) AS BIGINT) AS book_gone,
  CAST(sum(b.book_after) AS BIGINT) AS book_after
FROM site_book b
JOIN farmer f ON f.farmer_id = b.farmer_id
GROUP BY 1, 2, 3, 4, 5;

-- The books of sites in released pieces, each in the atom of its main row (release/books.sql), as in generation_cell. Decided here: a company is in
-- its present group, and areas around a production area are those of now.
-- held soon: every share of fish lost reads it; sorted, so that a window reads little
CREATE VIEW released_book AS
SELECT
  c.piece_start,
  p.platform_area_id,
  coalesce(f.farmer_group_key, c.farmer_group_key) AS farmer_group_key,
  c.generation,
  c.book_before,
  c.book_come,
  c.book_lost,
  c.book_after,
  a.first_atom_id AS atom_id
FROM released_stock_cell c
JOIN piece k ON k.piece_start = c.piece_start
JOIN area_place p ON p.production_area_id = c.production_area_id
JOIN generation_atom a ON a.piece_start = c.piece_start AND a.atom_id = k.atoms_before + c.atom AND NOT a.of_feed
LEFT JOIN farmer f ON f.farmer_id = c.farmer_id
WHERE c.book_before IS NOT NULL
ORDER BY c.piece_start;
