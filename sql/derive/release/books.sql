-- The books of released stock (views/8-books.sql): of each site, company and generation at sea what was there before the piece, came, was lost and is
-- left. They lie in one row of the piece, the main one. Parts are rows of released_stock_cell, or of stock_cell.

-- name: main_rows
-- The row of each book in a piece that has its columns: that with most fish-days, of the lightest if there are several; and how many rows the book
-- has there. Part is stock_cell of a year.
SELECT
  c.piece_start,
  c.site_id,
  c.farmer_id,
  c.generation,
  c.weight_class,
  c.book_rows,
  b.book_before,
  b.book_come,
  b.book_lost,
  b.book_after
FROM (
  SELECT
    s.*,
    count(*) OVER (PARTITION BY s.piece_start, s.site_id, s.farmer_id, s.generation) AS book_rows,
    row_number() OVER (PARTITION BY s.piece_start, s.site_id, s.farmer_id, s.generation ORDER BY s.fish_days DESC, s.weight_class) AS place
  FROM ({stock_cell}) s
) c
JOIN books b
  ON b.piece_start = c.piece_start
  AND b.site_id = c.site_id
  AND b.farmer_id = c.farmer_id
  AND b.generation = c.generation
WHERE c.place = 1

-- name: with_books
-- Rows of stock_cell with the columns of their book. Part is the rows.
SELECT c.*, b.book_rows, b.book_before, b.book_come, b.book_lost, b.book_after
FROM ({rows}) c
LEFT JOIN main_rows b
  ON b.piece_start = c.piece_start
  AND b.site_id = c.site_id
  AND b.farmer_id = c.farmer_id
  AND b.generation = c.generation
  AND b.weight_class = c.weight_class

-- name: safe_parts
-- The rows whose books may be shown. Answers show the books of a generation in a platform area all together or not at all: so they are safe
-- together, by the fish in them and the groups that the companies are in now. A site is among them with all of its rows or not at all: each is in
-- an atom that lies in that generation and area; and its atoms have the rows of whole books alone. Else books less the rows that others see, or the
-- rows less the books, would tell what a site has in the rest.
WITH
row_atom AS (
  SELECT r.piece_start, r.atom
  FROM ({released}) r
  LEFT JOIN areas a ON a.production_area_id = r.production_area_id
  WHERE r.atom IS NOT NULL
  GROUP BY 1, 2
  HAVING count(DISTINCT (r.generation, a.platform_area_id)) = 1
),
-- rows of the ledger do not say how many a book had: it had those that are there
stock AS (
  SELECT * FROM ({released}) r
  UNION ALL BY NAME
  SELECT CAST(NULL AS BIGINT) AS book_rows WHERE false
),
book_row AS (
  SELECT
    s.*,
    a.platform_area_id AS book_area,
    count(*) OVER one_book AS rows_there,
    count(s.book_before) OVER one_book AS books_there,
    max(s.book_rows) OVER one_book AS rows_once,
    count(t.atom) OVER one_book AS rows_in_atoms
  FROM stock s
  JOIN areas a ON a.production_area_id = s.production_area_id
  LEFT JOIN row_atom t ON t.piece_start = s.piece_start AND t.atom = s.atom
  WHERE s.site_placement = 'offshore'
  WINDOW one_book AS (PARTITION BY s.piece_start, s.site_id, s.farmer_id, s.generation)
),
whole_row AS (
  SELECT b.*, books_there = 1 AND rows_in_atoms = rows_there AND rows_there = coalesce(rows_once, rows_there) AS is_whole
  FROM book_row b
),
-- books that are in the ledger are forgotten all together: else old answers less new ones would tell of the others
cut_row AS (
  SELECT DISTINCT piece_start, book_area, generation
  FROM whole_row
  WHERE atom IS NOT NULL
  GROUP BY piece_start, book_area, generation, atom
  HAVING bool_or(is_whole) AND NOT bool_and(is_whole)
  UNION
  SELECT piece_start, book_area, generation
  FROM whole_row
  WHERE book_before IS NOT NULL
    AND book_rows IS NULL
    AND NOT is_whole
),
whole_book AS (
  SELECT b.*, coalesce(g.farmer_group_key, b.farmer_group_key) AS group_now
  FROM whole_row b
  LEFT JOIN groups g ON g.farmer_id = b.farmer_id
  WHERE b.book_before IS NOT NULL
    AND b.is_whole
    AND NOT EXISTS (
      SELECT 1
      FROM cut_row c
      WHERE c.piece_start = b.piece_start AND c.book_area = b.book_area AND c.generation = b.generation)
),
-- what comes by a move between own sites, or is back, is in lost and left alone
safe_row AS (
  SELECT piece_start, book_area, generation
  FROM (
    SELECT
      piece_start,
      book_area,
      generation,
      group_now,
      positive(CAST(greatest(sum(book_before + book_come), sum(book_lost + book_after)) AS BIGINT)) AS amount
    FROM whole_book
    GROUP BY 1, 2, 3, 4
  ) a
  GROUP BY 1, 2, 3
  HAVING is_safe(count(*) FILTER (amount > 0), sum(amount), max(amount), coalesce(max(amount, 2)[2], 0), :min_farmers, :max_share)
)
SELECT w.piece_start, w.site_id, w.farmer_id, w.generation, w.weight_class
FROM whole_book w
JOIN safe_row s ON s.piece_start = w.piece_start AND s.book_area = w.book_area AND s.generation = w.generation

-- name: forget_unsafe
-- Removes the books that are not safe. Part is a table with such rows.
UPDATE {stock}
SET book_before = NULL, book_come = NULL, book_lost = NULL, book_after = NULL
WHERE book_before IS NOT NULL
  AND NOT EXISTS (
    SELECT 1
    FROM safe_parts s
    WHERE s.piece_start = {stock}.piece_start
      AND s.site_id = {stock}.site_id
      AND s.farmer_id = {stock}.farmer_id
      AND s.generation = {stock}.generation
      AND s.weight_class = {stock}.weight_class)

-- name: forget_late
-- Removes the books of new rows in a piece, generation and platform area that has books already: each sum of books is of one release. Answers of
-- before and after it would tell what late sites have before the piece or after it, which may be of one company. Parts are rows of the ledger.
UPDATE new_stock
SET book_before = NULL, book_come = NULL, book_lost = NULL, book_after = NULL
WHERE book_before IS NOT NULL
  AND :min_farmers > 1
  AND EXISTS (
    SELECT 1
    FROM ({released}) r
    JOIN areas a ON a.production_area_id = r.production_area_id
    WHERE r.book_before IS NOT NULL
      AND r.piece_start = new_stock.piece_start
      AND r.generation = new_stock.generation
      AND a.platform_area_id = new_stock.platform_area_id)

-- name: unsafe
SELECT 1
FROM ({released}) r
LEFT JOIN safe_parts s
  ON s.piece_start = r.piece_start
  AND s.site_id = r.site_id
  AND s.farmer_id = r.farmer_id
  AND s.generation = r.generation
  AND s.weight_class = r.weight_class
WHERE s.site_id IS NULL
  AND r.book_before IS NOT NULL
LIMIT 1

-- name: filled
-- The rows of a ledger from before books were in it, with those that they have in the snapshot now. None of them has been seen. A site whose rows
-- were corrected since has none: its book less its rows would tell what the correction was.
WITH
corrected AS (
  SELECT DISTINCT piece_start, site_id, farmer_id, generation
  FROM (
    SELECT piece_start, site_id, farmer_id, production_area_id, generation, weight_class, fish_days, mortality_count, culling_count
    FROM ({released}) r
    EXCEPT
    SELECT c.piece_start, c.site_id, c.farmer_id, p.production_area_id, c.generation, c.weight_class, c.fish_days, c.mortality_count, c.culling_count
    FROM ({stock_cell}) c
    JOIN places p ON p.site_id = c.site_id
  ) d
)
SELECT
  r.* REPLACE (
    CASE WHEN c.site_id IS NULL THEN b.book_before END AS book_before,
    CASE WHEN c.site_id IS NULL THEN b.book_come END AS book_come,
    CASE WHEN c.site_id IS NULL THEN b.book_lost END AS book_lost,
    CASE WHEN c.site_id IS NULL THEN b.book_after END AS book_after),
  b.book_rows
FROM ({released}) r
LEFT JOIN main_rows b
  ON b.piece_start = r.piece_start
  AND b.site_id = r.site_id
  AND b.farmer_id = r.farmer_id
  AND b.generation = r.generation
  AND b.weight_class = r.weight_class
LEFT JOIN corrected c
  ON c.piece_start = r.piece_start
  AND c.site_id = r.site_id
  AND c.farmer_id = r.farmer_id
  AND c.generation = r.generation
