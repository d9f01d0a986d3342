-- A company's generation on a site from its first day with fish to its last, whether it is finished or not (counts_as_cycle tells). stocked_count are
-- the rises of its number, as delivered, above what was left the day before: a pen that is split is no rise, nor is a count that losses raised.
-- risk goes up to the day before its fish fall below a tenth of their highest number: a few left-over fish say nothing of a cycle. The days without a
-- row are not filled: the day before is the last delivered one.
-- held in the background: it needs each generation's fish day by day
CREATE VIEW cycle AS
WITH
generation_step AS (
  SELECT
    d.*,
    coalesce(lag(d.fish_count - d.lost_count) OVER so_far, 0) AS left_count,
    max(d.fish_count) OVER so_far AS highest_so_far
  FROM generation_day d
  WINDOW so_far AS (PARTITION BY d.site_id, d.farmer_id, d.generation ORDER BY d.date)
),
stay AS (
  SELECT
    site_id,
    farmer_id,
    generation,
    min(date) FILTER (WHERE fish_count > 0) AS first_day,
    max(date) FILTER (WHERE fish_count > 0) AS last_day,
    max(fish_count) AS highest
  FROM generation_step
  GROUP BY 1, 2, 3
  HAVING max(fish_count) > 0
),
-- the first day, after the highest number, with less than a tenth of it
tail AS (
  SELECT d.site_id, d.farmer_id, d.generation, min(d.date) AS first_day
  FROM generation_step d
  JOIN stay s ON s.site_id = d.site_id AND s.farmer_id = d.farmer_id AND s.generation = d.generation
  WHERE d.highest_so_far = s.highest
    AND d.fish_count * 10 < s.highest
  GROUP BY 1, 2, 3
)
SELECT
  d.site_id,
  d.farmer_id,
  d.generation,
  s.first_day,
  s.last_day,
  CAST(sum(CASE WHEN d.delivered_count > d.left_count THEN d.delivered_count - d.left_count ELSE 0 END) AS BIGINT) AS stocked_count,
  CAST(sum(d.lost_count) AS BIGINT) AS lost_count,
  CAST(coalesce(sum(d.lost_count) FILTER (WHERE d.date < plus_days(s.first_day, 30)), 0) AS BIGINT) AS lost_count_30,
  CAST(coalesce(sum(d.lost_count) FILTER (WHERE d.date < plus_days(s.first_day, 60)), 0) AS BIGINT) AS lost_count_60,
  CAST(coalesce(sum(d.lost_count) FILTER (WHERE d.date < plus_days(s.first_day, 90)), 0) AS BIGINT) AS lost_count_90,
  risk_of(CAST(sum(exact_mean(d.lost_count, d.fish_count)) FILTER (WHERE t.first_day IS NULL OR d.date < t.first_day) AS DOUBLE)) AS risk
FROM generation_step d
JOIN stay s ON s.site_id = d.site_id AND s.farmer_id = d.farmer_id AND s.generation = d.generation
LEFT JOIN tail t ON t.site_id = d.site_id AND t.farmer_id = d.farmer_id AND t.generation = d.generation
GROUP BY d.site_id, d.farmer_id, d.generation, s.first_day, s.last_day;
