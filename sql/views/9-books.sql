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

-- What became of the fish of a generation in released pieces, by farmer group: the books of sites that lie in atoms inside the generation and the
-- platform area (release/books.sql). Fish that are back, or moved here from a site that is not shown, count as there before; a group that lost
-- more than it had has none. Decided here: a company is in its present group, and areas around a production area are those of now.
-- held in the background: exclude_self takes its own group's out; sorted, so that a window reads little
CREATE VIEW released_book AS
SELECT
  c.piece_start,
  p.platform_area_id,
  c.generation,
  coalesce(f.farmer_group_key, c.farmer_group_key) AS farmer_group_key,
  positive(CAST(sum(c.book_before) AS BIGINT)
    + positive(CAST(sum(c.book_lost + c.book_after - c.book_come - c.book_before) AS BIGINT))) AS book_before,
  CAST(sum(c.book_come) AS BIGINT) AS book_come,
  CAST(sum(c.book_lost) AS BIGINT) AS book_lost,
  positive(CAST(sum(c.book_after) AS BIGINT)) AS fish_left
FROM released_stock_cell c
JOIN piece k ON k.piece_start = c.piece_start
JOIN area_place p ON p.production_area_id = c.production_area_id
JOIN generation_atom a ON a.piece_start = c.piece_start AND a.atom_id = k.atoms_before + c.atom AND NOT a.of_feed
JOIN (
  SELECT piece_start, atom_id, generation, platform_area_id
  FROM generation_cell
  WHERE atom_id IS NOT NULL
  GROUP BY 1, 2, 3, 4
  HAVING count(*) = max(atom_cells)
) w ON w.piece_start = c.piece_start
  AND w.atom_id = a.first_atom_id
  AND w.generation = c.generation
  AND w.platform_area_id = p.platform_area_id
LEFT JOIN farmer f ON f.farmer_id = c.farmer_id
WHERE c.book_before IS NOT NULL
GROUP BY 1, 2, 3, 4
ORDER BY c.piece_start;

-- The same over all groups, with what says whether a sum is safe: the number of groups that have fish, the largest of them and the second.
-- held in the background: every share of fish lost reads it; sorted, so that a window reads little
CREATE VIEW released_area_book AS
SELECT
  piece_start,
  platform_area_id,
  generation,
  CAST(sum(book_before) AS BIGINT) AS book_before,
  CAST(sum(book_come) AS BIGINT) AS book_come,
  CAST(sum(book_lost) AS BIGINT) AS book_lost,
  CAST(sum(fish_left) AS BIGINT) AS fish_left,
  count(CASE WHEN book_before > 0 THEN 1 END) AS groups_before,
  max(book_before) AS largest_before,
  max(CASE WHEN place_before = 2 THEN book_before END) AS second_before,
  count(CASE WHEN fish_left > 0 THEN 1 END) AS groups_left,
  max(fish_left) AS largest_left,
  max(CASE WHEN place_left = 2 THEN fish_left END) AS second_left
FROM (
  SELECT
    b.*,
    row_number() OVER (PARTITION BY generation, platform_area_id, piece_start ORDER BY book_before DESC, farmer_group_key) AS place_before,
    row_number() OVER (PARTITION BY generation, platform_area_id, piece_start ORDER BY fish_left DESC, farmer_group_key) AS place_left
  FROM released_book b
) ranked
GROUP BY 1, 2, 3
ORDER BY piece_start;
