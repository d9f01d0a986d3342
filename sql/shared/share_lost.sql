/*
parameters: [rows, atom]
with: [included]
*/
-- What became of the fish of a generation in a platform area, by month, for shares lost of the fish that came: lost and entered, of the benchmark
-- and, in the same pieces, of the caller's own (is_own); add up the months. Only with rows by piece_start, generation and platform_area_id. A piece
-- without books has the fish that those of the last one left, if it is at most 56 days before, and loses as many a day; of others only where these
-- fish are still of enough groups. A single book that a piece does not show adds nothing to it: few groups would be told by it.
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
    AND (:sees_all OR is_own(farmer_group_key, farmer_id, :own_group, :own))
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
    b.farmer_group_key,
    b.book_before + b.book_come AS at_risk,
    b.book_lost AS lost,
    positive(b.book_after) AS fish_left,
    CASE WHEN b.is_own
      THEN b.book_come + positive(b.book_before - coalesce(lag(b.book_after) OVER one_book, 0))
      ELSE b.book_entered END AS entered
  FROM {as}book b
  JOIN {as}shown_piece s
    ON s.generation = b.generation
    AND s.platform_area_id = b.platform_area_id
    AND s.piece_start = b.piece_start
  WINDOW one_book AS (PARTITION BY b.is_own, b.generation, b.platform_area_id, b.farmer_id ORDER BY b.piece_start)
),
{as}group_book AS (
  SELECT
    is_own,
    generation,
    platform_area_id,
    piece_start,
    farmer_group_key IS DISTINCT FROM :own_group AS is_other,
    sum(at_risk) AS at_risk,
    sum(lost) AS lost,
    sum(entered) AS entered,
    sum(fish_left) AS fish_left
  FROM {as}shown_book
  GROUP BY 1, 2, 3, 4, 5, farmer_group_key
),
-- a caller knows its own fish: what is left of the others must be safe
{as}book_sum AS (
  SELECT
    is_own,
    generation,
    platform_area_id,
    piece_start,
    sum(at_risk) AS at_risk,
    sum(lost) AS lost,
    sum(entered) AS entered,
    CASE WHEN NOT :sees_all AND (is_own OR others_are_safe(
        count(CASE WHEN is_other AND fish_left > 0 THEN 1 END),
        sum(CASE WHEN is_other THEN fish_left END),
        max(CASE WHEN is_other THEN fish_left END),
        :min_farmers, :max_share))
      THEN sum(fish_left) ELSE 0 END AS fish_left
  FROM {as}group_book
  GROUP BY 1, 2, 3, 4
),
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
-- pieces without books have the number of the last one with them
{as}numbered_piece AS (
  SELECT
    p.is_own,
    p.generation,
    p.platform_area_id,
    p.piece_start,
    b.piece_start AS shown_piece,
    b.at_risk,
    b.lost,
    b.entered,
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
    is_own,
    generation,
    platform_area_id,
    piece_start,
    lost,
    entered,
    CASE WHEN shown_piece IS NULL AND piece_start <= plus_days(piece_end(max(shown_piece) OVER since_shown), 57)
      THEN max(fish_left) OVER since_shown * max(daily_share_lost(lost, at_risk, shown_piece)) OVER since_shown * days_of_piece(piece_start)
      ELSE 0e0 END AS carried_lost
  FROM {as}numbered_piece
  WINDOW since_shown AS (PARTITION BY is_own, generation, platform_area_id, shown)
),
-- added in the order of the pieces, so that the last digit is always the same
{as}share_lost AS (
  SELECT
    is_own,
    generation,
    platform_area_id,
    month_start(piece_start) AS month,
    sum(CAST(coalesce(lost, 0) AS DOUBLE) + carried_lost ORDER BY piece_start) AS lost,
    sum(coalesce(entered, 0)) AS entered
  FROM {as}carried_piece
  GROUP BY 1, 2, 3, 4
),
-- all of the caller's own fish
{as}own_book AS (
  SELECT generation, platform_area_id, month_start(piece_start) AS month, sum(book_come) AS come, sum(book_lost) AS lost, sum(book_gone) AS gone
  FROM {as}book
  WHERE is_own
  GROUP BY 1, 2, 3
)
