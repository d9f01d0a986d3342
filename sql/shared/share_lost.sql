-- What became of the fish of a generation in a platform area, by month, for shares lost of the fish that came: lost and entered, of the benchmark
-- and, in the same pieces, of the caller's own (is_own); add up the months. Only with rows by piece_start, generation and platform_area_id.
--
-- Of which sites a piece shows the books differs from piece to piece, and a sum over them would jump with it. So a piece tells what became of the
-- fish that are left of the one before: its figures are brought to their number (scale) before they are added. Fish that are back, or moved here from
-- a site that is not shown, count as there before; for callers who see all, nothing is hidden: the scale is 1, and the share is lost / come. Where no
-- fish are left, or these are of too few groups, the next piece begins with all of its fish. A piece without books has the fish that the last one
-- left, if it is at most 56 days before, and loses as large a part of them a day.
own_piece_book AS (
  SELECT
    generation,
    platform_area_id,
    piece_start,
    farmer_group_key,
    positive(CAST(sum(book_before) AS BIGINT) + CASE WHEN :sees_all THEN 0
      ELSE positive(CAST(sum(book_lost + book_after - book_come - book_before) AS BIGINT)) END) AS before,
    sum(book_come) AS come,
    sum(book_lost) AS lost,
    sum(book_gone) AS gone,
    positive(CAST(sum(book_after) AS BIGINT)) AS fish_left
  FROM farmer_book
  WHERE piece_start BETWEEN :read_from AND :last_day
    AND (:sees_all OR is_own(farmer_group_key, farmer_id, :own_group, :own))
    AND (:all_generations OR generation IN (:generations))
  GROUP BY 1, 2, 3, 4
),
excluded_book AS (
  SELECT generation, platform_area_id, piece_start, book_before, book_come, book_lost, fish_left
  FROM released_book
  WHERE :exclude_self
    AND farmer_group_key = :own_group
    AND piece_start BETWEEN :read_from AND :last_day
),
-- what was there before, and what is left, must be safe by itself, of all groups and so for every caller alike: else two answers would tell it.
-- Callers who see all get everything as it is now
book_sum AS (
  SELECT
    false AS is_own,
    b.generation,
    b.platform_area_id,
    b.piece_start,
    b.book_before - coalesce(o.book_before, 0) AS before,
    b.book_come - coalesce(o.book_come, 0) AS come,
    b.book_lost - coalesce(o.book_lost, 0) AS lost,
    is_safe(b.groups_before, b.book_before, b.largest_before, b.second_before, :min_farmers, :max_share) AS is_linked,
    CASE WHEN is_safe(b.groups_left, b.fish_left, b.largest_left, b.second_left, :min_farmers, :max_share)
      THEN CAST(b.fish_left - coalesce(o.fish_left, 0) AS DOUBLE) ELSE 0e0 END AS fish_left
  FROM released_area_book b
  LEFT JOIN excluded_book o
    ON o.generation = b.generation
    AND o.platform_area_id = b.platform_area_id
    AND o.piece_start = b.piece_start
  WHERE NOT :sees_all
    AND b.piece_start BETWEEN :read_from AND :last_day
    AND (:all_generations OR b.generation IN (:generations))
  UNION ALL
  SELECT
    NOT :sees_all AS is_own,
    o.generation,
    o.platform_area_id,
    o.piece_start,
    CAST(sum(o.before) AS BIGINT) AS before,
    CAST(sum(o.come) AS BIGINT) AS come,
    CAST(sum(o.lost) AS BIGINT) AS lost,
    true AS is_linked,
    CAST(sum(o.fish_left) AS DOUBLE) AS fish_left
  FROM own_piece_book o
  LEFT JOIN released_area_book s
    ON s.generation = o.generation
    AND s.platform_area_id = o.platform_area_id
    AND s.piece_start = o.piece_start
  WHERE :sees_all OR s.piece_start IS NOT NULL
  GROUP BY 1, 2, 3, 4
),
-- with the pieces after them in which nothing is shown
row_piece AS (
  SELECT is_own, generation, platform_area_id, piece_start
  FROM book_sum
  UNION
  SELECT r.is_own, r.generation, r.platform_area_id, p.piece_start
  FROM (
    SELECT is_own, generation, platform_area_id, min(piece_start) AS first_piece, max(piece_start) AS last_piece
    FROM book_sum
    GROUP BY 1, 2, 3
  ) r
  JOIN piece p ON p.piece_start BETWEEN r.first_piece AND plus_days(piece_end(r.last_piece), 57)
  WHERE p.piece_start <= :last_day
),
numbered_piece AS (
  SELECT
    p.is_own,
    p.generation,
    p.platform_area_id,
    p.piece_start,
    b.piece_start AS shown_piece,
    b.before,
    b.come,
    b.lost,
    b.is_linked,
    b.fish_left,
    count(b.piece_start) OVER so_far AS shown
  FROM row_piece p
  LEFT JOIN book_sum b
    ON b.is_own = p.is_own
    AND b.generation = p.generation
    AND b.platform_area_id = p.platform_area_id
    AND b.piece_start = p.piece_start
  WINDOW so_far AS (PARTITION BY p.is_own, p.generation, p.platform_area_id ORDER BY p.piece_start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
carried_piece AS (
  SELECT
    n.*,
    CASE WHEN shown_piece IS NULL AND piece_start <= plus_days(piece_end(max(shown_piece) OVER since_shown), 57)
      THEN max(fish_left) OVER since_shown
        * max(daily_share_lost(lost, before + come, shown_piece)) OVER since_shown * days_of_piece(piece_start)
      ELSE 0e0 END AS carried_lost
  FROM numbered_piece n
  WINDOW since_shown AS (PARTITION BY is_own, generation, platform_area_id, shown)
),
-- what of the fish that a shown piece left is there before the next one
kept_piece AS (
  SELECT
    is_own,
    generation,
    platform_area_id,
    shown,
    max(shown_piece) AS piece_start,
    max(before) AS before,
    max(come) AS come,
    max(lost) AS lost,
    bool_or(is_linked) AS is_linked,
    CASE WHEN max(fish_left) > sum(carried_lost ORDER BY piece_start)
      THEN max(fish_left) - sum(carried_lost ORDER BY piece_start) ELSE 0e0 END AS kept
  FROM carried_piece
  GROUP BY 1, 2, 3, 4
),
linked_piece AS (
  SELECT
    k.*,
    CASE WHEN is_linked AND before > 0 AND lag(kept) OVER one_row > 0 THEN lag(kept) OVER one_row / before END AS link
  FROM kept_piece k
  WINDOW one_row AS (PARTITION BY is_own, generation, platform_area_id ORDER BY piece_start)
),
begun_piece AS (
  SELECT l.*, count(CASE WHEN link IS NULL THEN 1 END) OVER so_far AS beginnings
  FROM linked_piece l
  WINDOW so_far AS (PARTITION BY is_own, generation, platform_area_id ORDER BY piece_start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
scaled_piece AS (
  SELECT
    is_own,
    generation,
    platform_area_id,
    shown,
    piece_start,
    lost,
    come + CASE WHEN link IS NULL THEN positive(CAST(before AS BIGINT)) ELSE 0 END AS entered,
    exp(coalesce(sum(ln(link)) OVER since_beginning, 0e0)) AS scale
  FROM begun_piece
  WINDOW since_beginning AS (PARTITION BY is_own, generation, platform_area_id, beginnings ORDER BY piece_start
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
-- added in the order of the pieces, so that the last digit is always the same
share_lost AS (
  SELECT
    c.is_own,
    c.generation,
    c.platform_area_id,
    month_start(c.piece_start) AS month,
    sum(s.scale * CASE WHEN c.shown_piece IS NULL THEN c.carried_lost ELSE CAST(s.lost AS DOUBLE) END ORDER BY c.piece_start) AS lost,
    sum(CASE WHEN c.shown_piece IS NULL THEN 0e0 ELSE s.scale * s.entered END ORDER BY c.piece_start) AS entered,
    count(c.shown_piece) AS pieces,
    min(c.shown_piece) AS first_piece,
    max(c.shown_piece) AS last_piece
  FROM carried_piece c
  JOIN scaled_piece s
    ON s.is_own = c.is_own
    AND s.generation = c.generation
    AND s.platform_area_id = c.platform_area_id
    AND s.shown = c.shown
  GROUP BY 1, 2, 3, 4
),
-- all of the caller's own fish
own_book AS (
  SELECT generation, platform_area_id, month_start(piece_start) AS month, sum(come) AS come, sum(lost) AS lost, sum(gone) AS gone
  FROM own_piece_book
  WHERE NOT :sees_all
  GROUP BY 1, 2, 3
)
