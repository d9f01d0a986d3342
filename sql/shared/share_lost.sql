/*
parameters: [rows, atom]
with: [included]
*/
-- What became of the fish of a generation in a platform area, by month, for shares lost of the fish that came: lost and entered, of the benchmark
-- and, in the same pieces, of the caller's own (is_own); add up the months. Only with rows by piece_start, generation and platform_area_id. A book
-- that a piece does not show lies in it with what its last shown one left, for up to 56 days, and loses fish as those of the piece do. What that is
-- is told only where it is of enough groups; else to a quarter of the fish of the piece.
{as}book AS (
  SELECT
    false AS is_own,
    i.generation,
    i.platform_area_id,
    b.piece_start,
    b.farmer_id,
    b.farmer_group_key,
    b.book_before,
    b.book_come,
    b.book_lost,
    CAST(NULL AS BIGINT) AS book_gone,
    b.book_after,
    b.book_entered
  FROM {as}included i
  JOIN released_book b ON b.{atom}_id = i.{atom}_id
  WHERE b.piece_start BETWEEN :read_from AND :last_day
    AND NOT (:exclude_self AND b.farmer_group_key = :own_group)
  UNION ALL
  SELECT
    NOT :sees_all AS is_own,
    generation,
    platform_area_id,
    piece_start,
    farmer_id,
    farmer_group_key,
    book_before,
    book_come,
    book_lost,
    book_gone,
    book_after,
    book_come AS book_entered
  FROM farmer_book
  WHERE piece_start BETWEEN :read_from AND :last_day
    AND (:sees_all OR farmer_group_key = :own_group)
    AND (:all_generations OR generation IN (:generations))
),
{as}shown_piece AS (
  SELECT DISTINCT generation, platform_area_id, piece_start
  FROM {as}book
  WHERE NOT is_own
),
-- own fish that came while the piece was hidden enter once, as others' do
{as}shown_book AS (
  SELECT
    b.is_own,
    b.generation,
    b.platform_area_id,
    b.piece_start,
    b.farmer_id,
    b.farmer_group_key,
    b.book_before + b.book_come AS at_risk,
    b.book_lost,
    b.book_after,
    CASE WHEN b.is_own
      THEN b.book_come + positive(b.book_before - coalesce(lag(b.book_after) OVER one_book, 0))
      ELSE b.book_entered END AS entered,
    lead(b.piece_start) OVER one_book AS next_piece
  FROM {as}book b
  JOIN {as}shown_piece s
    ON s.generation = b.generation
    AND s.platform_area_id = b.platform_area_id
    AND s.piece_start = b.piece_start
  WINDOW one_book AS (PARTITION BY b.is_own, b.generation, b.platform_area_id, b.farmer_id ORDER BY b.piece_start)
),
{as}row_piece AS (
  SELECT is_own, generation, platform_area_id, piece_start
  FROM {as}shown_book
  UNION
  SELECT r.is_own, r.generation, r.platform_area_id, p.piece_start
  FROM (
    SELECT is_own, generation, platform_area_id, min(piece_start) AS first_piece, max(piece_start) AS last_piece
    FROM {as}shown_book
    GROUP BY 1, 2, 3
  ) r
  JOIN piece p ON p.piece_start BETWEEN r.first_piece AND plus_days(piece_end(r.last_piece), 57)
  WHERE p.piece_start <= :last_day
),
{as}carried AS (
  SELECT
    b.is_own,
    b.generation,
    b.platform_area_id,
    p.piece_start,
    sum(b.book_after) AS carried,
    count(DISTINCT b.farmer_group_key) AS group_count
  FROM {as}shown_book b
  JOIN {as}row_piece p
    ON p.is_own = b.is_own
    AND p.generation = b.generation
    AND p.platform_area_id = b.platform_area_id
    AND p.piece_start > b.piece_start
    AND p.piece_start < coalesce(b.next_piece, plus_days(p.piece_start, 1))
    AND p.piece_start <= plus_days(piece_end(b.piece_start), 57)
  WHERE b.book_after > 0
    AND NOT :sees_all
  GROUP BY 1, 2, 3, 4
),
{as}book_sum AS (
  SELECT
    p.is_own,
    p.generation,
    p.platform_area_id,
    p.piece_start,
    sum(b.at_risk) AS at_risk,
    sum(b.book_lost) AS lost,
    sum(b.entered) AS entered
  FROM {as}row_piece p
  LEFT JOIN {as}shown_book b
    ON b.is_own = p.is_own
    AND b.generation = p.generation
    AND b.platform_area_id = p.platform_area_id
    AND b.piece_start = p.piece_start
  GROUP BY 1, 2, 3, 4
),
-- a piece without books has the risk by day of the last one that has some
{as}book_risk AS (
  SELECT
    is_own,
    generation,
    platform_area_id,
    piece_start,
    coalesce(lost, 0) AS lost,
    coalesce(entered, 0) AS entered,
    max(at_risk) OVER since_shown AS at_risk,
    max(daily_share_lost(lost, at_risk, piece_start)) OVER since_shown * days_of_piece(piece_start) AS risk
  FROM (
    SELECT s.*, count(at_risk) OVER so_far AS shown
    FROM {as}book_sum s
    WINDOW so_far AS (PARTITION BY is_own, generation, platform_area_id ORDER BY piece_start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
  ) n
  WINDOW since_shown AS (PARTITION BY is_own, generation, platform_area_id, shown)
),
-- added in the order of the pieces, so that the last digit is always the same
{as}share_lost AS (
  SELECT
    r.is_own,
    r.generation,
    r.platform_area_id,
    month_start(r.piece_start) AS month,
    sum(CAST(r.lost AS DOUBLE) + r.risk * carried_fish(c.carried, r.at_risk, r.is_own OR :min_farmers = 1 OR c.group_count > :min_farmers)
      ORDER BY r.piece_start) AS lost,
    sum(r.entered) AS entered
  FROM {as}book_risk r
  LEFT JOIN {as}carried c
    ON c.is_own = r.is_own
    AND c.generation = r.generation
    AND c.platform_area_id = r.platform_area_id
    AND c.piece_start = r.piece_start
  GROUP BY 1, 2, 3, 4
),
-- all of the caller's own fish
{as}own_book AS (
  SELECT generation, platform_area_id, month_start(piece_start) AS month, sum(book_come) AS come, sum(book_lost) AS lost, sum(book_gone) AS gone
  FROM {as}book
  WHERE is_own
  GROUP BY 1, 2, 3
)
