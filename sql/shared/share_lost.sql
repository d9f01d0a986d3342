/*
parameters: [rows, atom]
with: [included]
*/
-- What became of the fish of a generation in a platform area, by month, for shares lost of the fish that came: lost and entered, of the benchmark
-- and, in the same pieces, of the caller's own (is_own); add up the months. Only with rows by piece_start, generation and platform_area_id.
--
-- Of which sites a piece shows the books differs from piece to piece, and a sum over them would jump with it. So a piece tells what became of the
-- fish that are left of the one before: its figures are brought to their number (scale) before they are added. Fish that are back, or moved here from
-- a site that is not shown, count as there before. While nothing is hidden the scale is 1, and the share is lost / come. Where no fish are left, or
-- these are of too few groups, the next piece begins with all of its fish. A piece without books has the fish that the last one left, if it is at
-- most 56 days before, and loses as large a part of them a day.
{as}book AS (
  SELECT
    false AS is_own,
    i.generation,
    i.platform_area_id,
    b.piece_start,
    b.farmer_group_key,
    b.book_before,
    b.book_come,
    b.book_lost,
    CAST(NULL AS BIGINT) AS book_gone,
    b.book_after,
    NOT (:exclude_self AND coalesce(b.farmer_group_key = :own_group, false)) AS counts
  FROM {as}included i
  JOIN released_book b ON b.{atom}_id = i.{atom}_id
  WHERE b.piece_start BETWEEN :read_from AND :last_day
  UNION ALL
  SELECT
    NOT :sees_all AS is_own,
    generation,
    platform_area_id,
    piece_start,
    farmer_group_key,
    book_before,
    book_come,
    book_lost,
    book_gone,
    book_after,
    true AS counts
  FROM farmer_book
  WHERE piece_start BETWEEN :read_from AND :last_day
    AND (:sees_all OR is_own(farmer_group_key, farmer_id, :own_group, :own))
    AND (:all_generations OR generation IN (:generations))
),
{as}shown_piece AS (
  SELECT DISTINCT generation, platform_area_id, piece_start
  FROM {as}book
  WHERE NOT is_own
),
{as}group_book AS (
  SELECT
    b.is_own,
    b.generation,
    b.platform_area_id,
    b.piece_start,
    b.farmer_group_key,
    b.counts,
    sum(b.book_before) + positive(CAST(sum(b.book_lost + b.book_after - b.book_come - b.book_before) AS BIGINT)) AS before,
    sum(b.book_come) AS come,
    sum(b.book_lost) AS lost,
    positive(CAST(sum(b.book_after) AS BIGINT)) AS fish_left
  FROM {as}book b
  JOIN {as}shown_piece s
    ON s.generation = b.generation
    AND s.platform_area_id = b.platform_area_id
    AND s.piece_start = b.piece_start
  GROUP BY b.is_own, b.generation, b.platform_area_id, b.piece_start, b.farmer_group_key, b.counts
),
{as}ranked_book AS (
  SELECT
    g.*,
    row_number() OVER (PARTITION BY is_own, generation, platform_area_id, piece_start ORDER BY before DESC, farmer_group_key) AS place_before,
    row_number() OVER (PARTITION BY is_own, generation, platform_area_id, piece_start ORDER BY fish_left DESC, farmer_group_key) AS place_after
  FROM {as}group_book g
),
-- what was there before, and what is left, must be safe by itself, of all groups and so for every caller alike: else two answers would tell it
{as}book_sum AS (
  SELECT
    is_own,
    generation,
    platform_area_id,
    piece_start,
    sum(CASE WHEN counts THEN before ELSE 0 END) AS before,
    sum(CASE WHEN counts THEN come ELSE 0 END) AS come,
    sum(CASE WHEN counts THEN lost ELSE 0 END) AS lost,
    is_own OR :sees_all OR is_safe(
      count(CASE WHEN before > 0 THEN 1 END),
      sum(before),
      max(before),
      max(CASE WHEN place_before = 2 THEN before END),
      :min_farmers, :max_share) AS is_linked,
    CASE WHEN is_own OR :sees_all OR is_safe(
        count(CASE WHEN fish_left > 0 THEN 1 END),
        sum(fish_left),
        max(fish_left),
        max(CASE WHEN place_after = 2 THEN fish_left END),
        :min_farmers, :max_share)
      THEN CAST(sum(CASE WHEN counts THEN fish_left ELSE 0 END) AS DOUBLE) ELSE 0e0 END AS fish_left
  FROM {as}ranked_book
  GROUP BY 1, 2, 3, 4
),
-- with the pieces after them in which nothing is shown
{as}row_piece AS (
  SELECT is_own, generation, platform_area_id, piece_start
  FROM {as}book_sum
  UNION
  SELECT r.is_own, r.generation, r.platform_area_id, p.piece_start
  FROM (
    SELECT is_own, generation, platform_area_id, min(piece_start) AS first_piece, max(piece_start) AS last_piece
    FROM {as}book_sum
    GROUP BY 1, 2, 3
  ) r
  JOIN piece p ON p.piece_start BETWEEN r.first_piece AND plus_days(piece_end(r.last_piece), 57)
  WHERE p.piece_start <= :last_day
),
{as}numbered_piece AS (
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
  FROM {as}row_piece p
  LEFT JOIN {as}book_sum b
    ON b.is_own = p.is_own
    AND b.generation = p.generation
    AND b.platform_area_id = p.platform_area_id
    AND b.piece_start = p.piece_start
  WINDOW so_far AS (PARTITION BY p.is_own, p.generation, p.platform_area_id ORDER BY p.piece_start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
{as}carried_piece AS (
  SELECT
    n.*,
    CASE WHEN shown_piece IS NULL AND piece_start <= plus_days(piece_end(max(shown_piece) OVER since_shown), 57)
      THEN max(fish_left) OVER since_shown
        * max(daily_share_lost(lost, before + come, shown_piece)) OVER since_shown * days_of_piece(piece_start)
      ELSE 0e0 END AS carried_lost
  FROM {as}numbered_piece n
  WINDOW since_shown AS (PARTITION BY is_own, generation, platform_area_id, shown)
),
-- what of the fish that a shown piece left is there before the next one
{as}kept_piece AS (
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
  FROM {as}carried_piece
  GROUP BY 1, 2, 3, 4
),
{as}linked_piece AS (
  SELECT
    k.*,
    CASE WHEN is_linked AND before > 0 AND lag(kept) OVER one_row > 0 THEN lag(kept) OVER one_row / before END AS link
  FROM {as}kept_piece k
  WINDOW one_row AS (PARTITION BY is_own, generation, platform_area_id ORDER BY piece_start)
),
{as}begun_piece AS (
  SELECT l.*, count(CASE WHEN link IS NULL THEN 1 END) OVER so_far AS beginnings
  FROM {as}linked_piece l
  WINDOW so_far AS (PARTITION BY is_own, generation, platform_area_id ORDER BY piece_start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
{as}scaled_piece AS (
  SELECT
    is_own,
    generation,
    platform_area_id,
    shown,
    piece_start,
    lost,
    come + CASE WHEN link IS NULL THEN positive(CAST(before AS BIGINT)) ELSE 0 END AS entered,
    exp(coalesce(sum(ln(link)) OVER since_beginning, 0e0)) AS scale
  FROM {as}begun_piece
  WINDOW since_beginning AS (PARTITION BY is_own, generation, platform_area_id, beginnings ORDER BY piece_start
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
-- added in the order of the pieces, so that the last digit is always the same
{as}share_lost AS (
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
  FROM {as}carried_piece c
  JOIN {as}scaled_piece s
    ON s.is_own = c.is_own
    AND s.generation = c.generation
    AND s.platform_area_id = c.platform_area_id
    AND s.shown = c.shown
  GROUP BY 1, 2, 3, 4
),
-- all of the caller's own fish
{as}own_book AS (
  SELECT generation, platform_area_id, month_start(piece_start) AS month, sum(book_come) AS come, sum(book_lost) AS lost, sum(book_gone) AS gone
  FROM {as}book
  WHERE is_own
  GROUP BY 1, 2, 3
)
