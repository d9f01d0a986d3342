-- The book of a company's generation in a platform area at sea, piece by piece: what was there before, came, was lost, is gone, and is there after
-- it, in fish as delivered. Kept from stock and losses alone: what the number rises by from one evening to the next morning has come, what it falls
-- by is gone (harvested, moved out, escaped, or counted anew: nobody says which). A move between own pens or sites of the area on one day is neither.
-- A site without rows keeps what its last row left for 13 days; then it is gone, and when it comes back, only what is above that has come.
CREATE VIEW book AS
WITH
site_day AS (
  SELECT
    d.farmer_id,
    p.platform_area_id,
    d.generation,
    d.date,
    d.delivered_count,
    d.lost_count,
    lag(d.delivered_count - d.lost_count) OVER stay AS left_before,
    lag(d.date) OVER stay AS date_before,
    lead(d.date) OVER stay AS date_after
  FROM generation_day d
  JOIN site_place p ON p.site_id = d.site_id
  WHERE p.site_placement = 'offshore'
    AND p.platform_area_id IS NOT NULL
  WINDOW stay AS (PARTITION BY d.site_id, d.farmer_id, d.generation ORDER BY d.date)
),
-- rise: what a site adds to its book overnight; came_back: what is there again of what was gone
step AS (
  SELECT
    farmer_id,
    platform_area_id,
    generation,
    date,
    delivered_count - coalesce(left_before, 0) AS rise,
    CASE WHEN plus_days(date_before, 14) < date THEN left_before ELSE 0 END AS came_back,
    lost_count
  FROM site_day
  UNION ALL
  SELECT
    farmer_id,
    platform_area_id,
    generation,
    plus_days(date, 14) AS date,
    lost_count - delivered_count AS rise,
    0 AS came_back,
    0 AS lost_count
  FROM site_day
  WHERE coalesce(date_after > plus_days(date, 14), plus_days(date, 14) <= (SELECT max(date) FROM generation_day))
  UNION ALL
  -- the days that a site keeps its fish: so the book has each piece of them
  SELECT
    d.farmer_id,
    d.platform_area_id,
    d.generation,
    plus_days(d.date, k.days) AS date,
    0 AS rise,
    0 AS came_back,
    0 AS lost_count
  FROM (SELECT * FROM site_day WHERE date_after IS NULL OR plus_days(date, 1) < date_after) d
  CROSS JOIN (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13)) AS k(days)
  WHERE coalesce(plus_days(d.date, k.days) < d.date_after, plus_days(d.date, k.days) <= (SELECT max(date) FROM generation_day))
),
book_day AS (
  SELECT
    farmer_id,
    platform_area_id,
    generation,
    date,
    sum(rise) AS rise,
    sum(came_back) AS came_back,
    sum(lost_count) AS lost_count
  FROM step
  GROUP BY 1, 2, 3, 4
),
book_piece AS (
  SELECT
    piece_start(date) AS piece_start,
    farmer_id,
    platform_area_id,
    generation,
    sum(positive(rise)) AS book_come,
    sum(lost_count) AS book_lost,
    sum(positive(-rise) - came_back) AS book_gone,
    sum(rise + came_back - lost_count) AS change
  FROM book_day
  GROUP BY 1, 2, 3, 4
)
SELECT
  piece_start,
  farmer_id,
  platform_area_id,
  generation,
  CAST(sum(change) OVER so_far - change AS BIGINT) AS book_before,
  CAST(book_come AS BIGINT) AS book_come,
  CAST(book_lost AS BIGINT) AS book_lost,
  CAST(book_gone AS BIGINT) AS book_gone,
  CAST(sum(change) OVER so_far AS BIGINT) AS book_after
FROM book_piece
WINDOW so_far AS (PARTITION BY farmer_id, platform_area_id, generation ORDER BY piece_start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW);
