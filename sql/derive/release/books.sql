-- The books of released stock (views/8-books.sql): of each company, platform area and generation at sea what was there before the piece, came, was
-- lost and is left. They lie in one row of the piece, the main one, and are kept where they are safe by themselves. Parts are rows of
-- released_stock_cell, or of stock_cell.

-- name: main_rows
-- The row of each book in a piece that has its columns: that with most fish-days; ties by production area, site and weight. Part is stock_cell of a
-- year.
SELECT c.piece_start, c.site_id, c.farmer_id, c.generation, c.weight_class, c.platform_area_id, b.book_before, b.book_come, b.book_lost, b.book_after
FROM (
  SELECT
    s.*,
    p.platform_area_id,
    row_number() OVER (PARTITION BY s.piece_start, s.farmer_id, p.platform_area_id, s.generation
      ORDER BY s.fish_days DESC, p.production_area_id, site_order(s.site_id), s.site_id, s.weight_class) AS place
  FROM ({stock_cell}) s
  JOIN places p ON p.site_id = s.site_id
  WHERE p.site_placement = 'offshore'
    AND p.platform_area_id IS NOT NULL
) c
JOIN books b
  ON b.piece_start = c.piece_start
  AND b.farmer_id = c.farmer_id
  AND b.platform_area_id = c.platform_area_id
  AND b.generation = c.generation
WHERE c.place = 1

-- name: with_books
-- Rows of stock_cell with the columns of their book. A book enters a piece once: not with rows that come late. Parts are the rows and what is
-- released of the year.
SELECT c.*, b.book_before, b.book_come, b.book_lost, b.book_after, CAST(NULL AS BIGINT) AS book_entered
FROM ({rows}) c
LEFT JOIN main_rows b
  ON b.piece_start = c.piece_start
  AND b.site_id = c.site_id
  AND b.farmer_id = c.farmer_id
  AND b.generation = c.generation
  AND b.weight_class = c.weight_class
  AND NOT EXISTS (
    SELECT 1
    FROM ({released}) r
    JOIN areas a ON a.production_area_id = r.production_area_id
    WHERE r.site_placement = 'offshore'
      AND r.piece_start = b.piece_start
      AND r.farmer_id = b.farmer_id
      AND r.generation = b.generation
      AND a.platform_area_id = b.platform_area_id)

-- name: safe_atoms
-- The atoms whose books are safe by themselves, by the fish in them and the groups that the companies are in now; of those that lie in one
-- generation of a platform area, since no row shows books of others: what came before the first of them enters with it.
WITH
one_row AS (
  SELECT r.piece_start, r.atom
  FROM ({released}) r
  LEFT JOIN areas a ON a.production_area_id = r.production_area_id
  WHERE r.atom IS NOT NULL
  GROUP BY 1, 2
  HAVING count(DISTINCT (r.generation, a.platform_area_id)) = 1
)
SELECT piece_start, atom
FROM (
  SELECT r.piece_start, r.atom, coalesce(g.farmer_group_key, r.farmer_group_key) AS group_now, sum(r.book_before + r.book_come) AS amount
  FROM ({released}) r
  JOIN one_row o ON o.piece_start = r.piece_start AND o.atom = r.atom
  LEFT JOIN groups g ON g.farmer_id = r.farmer_id
  WHERE r.book_before + r.book_come > 0
  GROUP BY 1, 2, 3
) a
GROUP BY 1, 2
HAVING is_safe(count(*), sum(amount), max(amount), coalesce(max(amount, 2)[2], 0), :min_farmers, :max_share)

-- name: forget_unsafe
-- Removes the books that are not safe. Part is a table with such rows.
UPDATE {stock}
SET book_before = NULL, book_come = NULL, book_lost = NULL, book_after = NULL, book_entered = NULL
WHERE book_before IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM safe_atoms s WHERE s.piece_start = {stock}.piece_start AND s.atom = {stock}.atom)

-- name: unsafe
SELECT 1
FROM ({released}) r
LEFT JOIN safe_atoms s ON s.piece_start = r.piece_start AND s.atom = r.atom
WHERE s.atom IS NULL
  AND r.book_before IS NOT NULL
LIMIT 1

-- name: filled
-- The rows of a ledger from before books were in it, with those that they have in the snapshot now. None of them has been seen.
SELECT r.* REPLACE (
  CASE WHEN r.atom IS NOT NULL THEN b.book_before END AS book_before,
  CASE WHEN r.atom IS NOT NULL THEN b.book_come END AS book_come,
  CASE WHEN r.atom IS NOT NULL THEN b.book_lost END AS book_lost,
  CASE WHEN r.atom IS NOT NULL THEN b.book_after END AS book_after)
FROM ({released}) r
LEFT JOIN main_rows b
  ON b.piece_start = r.piece_start
  AND b.site_id = r.site_id
  AND b.farmer_id = r.farmer_id
  AND b.generation = r.generation
  AND b.weight_class = r.weight_class

-- name: enter
-- What has entered each book since it was last released: fish that came while it was hidden enter once. Fixed at its release. Parts are a table with
-- rows, and all other rows.
UPDATE {stock}
SET book_entered = e.entered
FROM (
  SELECT
    r.*,
    book_come + greatest(0, book_before - coalesce(lag(book_after) OVER one_book, 0)) AS entered
  FROM (
    SELECT s.*, a.platform_area_id
    FROM (
      SELECT piece_start, site_id, farmer_id, production_area_id, generation, weight_class, book_before, book_come, book_after FROM {stock}
      UNION ALL
      SELECT piece_start, site_id, farmer_id, production_area_id, generation, weight_class, book_before, book_come, book_after FROM ({others})
    ) s
    JOIN areas a ON a.production_area_id = s.production_area_id
    WHERE s.book_before IS NOT NULL
  ) r
  WINDOW one_book AS (PARTITION BY farmer_id, platform_area_id, generation ORDER BY piece_start, site_id, weight_class)
) e
WHERE {stock}.book_before IS NOT NULL
  AND {stock}.book_entered IS NULL
  AND e.piece_start = {stock}.piece_start
  AND e.site_id = {stock}.site_id
  AND e.farmer_id = {stock}.farmer_id
  AND e.generation = {stock}.generation
  AND e.weight_class = {stock}.weight_class
