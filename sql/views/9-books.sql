-- The books of the companies as they are now, each with its company's group.
-- held in the background: a caller's own values are made of it
CREATE VIEW farmer_book AS
SELECT b.*, f.farmer_group_key
FROM book b
JOIN farmer f ON f.farmer_id = b.farmer_id;

-- The books of released pieces, each in the atom of its main row (release/books.sql), as in generation_cell. book_entered is what has come since
-- the book was last released. Decided here: a company is in its present group, and areas around a production area are those of now.
-- held soon: every share of fish lost reads it; sorted, so that a window reads little
CREATE VIEW released_book AS
SELECT
  c.piece_start,
  p.platform_area_id,
  c.farmer_id,
  coalesce(f.farmer_group_key, c.farmer_group_key) AS farmer_group_key,
  c.generation,
  c.book_before,
  c.book_come,
  c.book_lost,
  c.book_after,
  c.book_entered,
  a.first_atom_id AS atom_id
FROM released_stock_cell c
JOIN piece k ON k.piece_start = c.piece_start
JOIN area_place p ON p.production_area_id = c.production_area_id
JOIN generation_atom a ON a.piece_start = c.piece_start AND a.atom_id = k.atoms_before + c.atom AND NOT a.of_feed
LEFT JOIN farmer f ON f.farmer_id = c.farmer_id
WHERE c.book_before IS NOT NULL
ORDER BY c.piece_start;
