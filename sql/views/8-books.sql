-- What became of the fish of a company's generation on a site at sea, piece by piece: what was there before the piece, came, was lost, and is there
-- after it, in fish as delivered. Kept from stock and losses alone: what the number rises by from one evening to the next morning has come, what it
-- falls by is gone (harvested, moved out, escaped, or counted anew: nobody says which). A move between own sites of a platform area on one day is
-- neither: the rises of a day come less its falls. A site without rows for up to 13 days has what its last row left; if no row follows in that time,
-- or none while its company reports others for more than three days, it was gone when the day of its last row was over, and when it comes back, only
-- what is above that has come.
CREATE VIEW site_book AS
WITH
site_day AS (
  SELECT
    d.site_id,
    d.farmer_id,
    p.platform_area_id,
    d.generation,
    d.date,
    d.delivered_count,
    d.lost_count,
    lag(d.delivered_count - d.lost_count) OVER stay AS left_before,
    lag(d.date) OVER stay AS date_before,
    lead(d.date) OVER stay AS date_after,
    coalesce(
      lead(d.date) OVER stay > plus_days(d.date, 14),
      plus_days(d.date, 3) < max(d.date) OVER (PARTITION BY d.farmer_id) OR plus_days(d.date, 13) < (SELECT max(date) FROM generation_day)) AS is_gone
  FROM generation_day d
  JOIN site_place p ON p.site_id = d.site_id
  WHERE p.site_placement = 'offshore'
    AND p.platform_area_id IS NOT NULL
  WINDOW stay AS (PARTITION BY d.site_id, d.farmer_id, d.generation ORDER BY d.date)
),
-- rise: what the site has more than the evening before; came_back: what is there again of what was gone
step AS (
  SELECT
    site_id,
    farmer_id,
    platform_area_id,
    generation,
    date,
    date AS row_date,
    delivered_count - coalesce(left_before, 0) AS rise,
    CASE WHEN plus_days(date_before, 14) < date THEN left_before ELSE 0 END AS came_back,
    lost_count
  FROM site_day
  UNION ALL
  -- what is gone may come to another site the next morning
  SELECT
    site_id,
    farmer_id,
    platform_area_id,
    generation,
    plus_days(date, 1) AS date,
    date AS row_date,
    lost_count - delivered_count AS rise,
    0 AS came_back,
    0 AS lost_count
  FROM site_day
  WHERE is_gone
  UNION ALL
  -- the days that a site keeps its fish: so the book has each piece of them
  SELECT
    d.site_id,
    d.farmer_id,
    d.platform_area_id,
    d.generation,
    plus_days(d.date, k.days) AS date,
    plus_days(d.date, k.days) AS row_date,
    0 AS rise,
    0 AS came_back,
    0 AS lost_count
  FROM (SELECT * FROM site_day WHERE NOT is_gone AND (date_after IS NULL OR plus_days(date, 1) < date_after)) d
  CROSS JOIN (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13)) AS k(days)
  WHERE coalesce(plus_days(d.date, k.days) < d.date_after, plus_days(d.date, k.days) <= (SELECT max(date) FROM generation_day))
),
company_step AS (
  SELECT
    s.*,
    positive(sum(rise) OVER company_day) AS company_rise,
    sum(positive(rise)) OVER company_day AS rises,
    sum(positive(rise)) OVER (PARTITION BY farmer_id, platform_area_id, generation, date ORDER BY site_order(site_id), site_id
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS rises_so_far
  FROM step s
  WINDOW company_day AS (PARTITION BY farmer_id, platform_area_id, generation, date)
),
-- what came to the company is shared out among the sites that rose, in whole fish
piece_sum AS (
  SELECT
    piece_start(row_date) AS piece_start,
    site_id,
    farmer_id,
    platform_area_id,
    generation,
    sum(CASE WHEN rise > 0
      THEN floor(CAST(rises_so_far * company_rise AS DOUBLE) / rises) - floor(CAST((rises_so_far - rise) * company_rise AS DOUBLE) / rises)
      ELSE 0e0 END) AS book_come,
    sum(lost_count) AS book_lost,
    sum(rise + came_back - lost_count) AS change
  FROM company_step
  GROUP BY 1, 2, 3, 4, 5
)
SELECT
  piece_start,
  site_id,
  farmer_id,
  platform_area_id,
  generation,
  CAST(sum(change) OVER so_far - change AS BIGINT) AS book_before,
  CAST(book_come AS BIGINT) AS book_come,
  CAST(book_lost AS BIGINT) AS book_lost,
  CAST(sum(change) OVER so_far AS BIGINT) AS book_after
FROM piece_sum
WINDOW so_far AS (PARTITION BY site_id, farmer_id, generation ORDER BY piece_start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW);
