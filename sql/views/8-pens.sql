-- The last seven weeks of data, day by day: the last day with a stock row and the 49 before it.
CREATE VIEW recent_date AS
SELECT plus_days(e.date, -(10 * t.tens + u.ones)) AS date
FROM (SELECT max(last_date) AS date FROM farmer_site) e
CROSS JOIN (VALUES (0), (1), (2), (3), (4)) AS t(tens)
CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS u(ones);

-- A unit at sea on one of these days, with fish of counted species or without any. Dead fish are not collected every day: on a day of collection some
-- unit of the company's on the site has a loss row, of 0 perhaps; collection_days are the days since the collection before (1 to 7; 1 for the
-- first one here), and collection counts back from the site's last one. Both are null on other days, on which nothing is known of the deaths.
-- held soon: the watch reads it for one company at a time; sorted, so that a company's days are together
CREATE VIEW recent_unit_day AS
WITH
collected AS (
  SELECT DISTINCT l.farmer_id, l.site_id, l.date
  FROM loss_day l
  JOIN recent_date r ON r.date = l.date
),
spaced AS (
  SELECT
    farmer_id,
    site_id,
    date,
    date_diff('day', lag(date) OVER (PARTITION BY farmer_id, site_id ORDER BY date), date) AS days,
    row_number() OVER (PARTITION BY farmer_id, site_id ORDER BY date DESC) AS collection
  FROM collected
)
SELECT
  d.date,
  d.farmer_id,
  p.site_number,
  d.site_id,
  d.unit_id,
  d.cohort_id,
  d.generation,
  p.production_area_id,
  d.fish_count,
  d.avg_weight_gram,
  d.mortality_count,
  d.mortality_count + d.culling_count AS loss_count,
  CASE WHEN c.date IS NULL THEN NULL WHEN c.days IS NULL THEN 1 WHEN c.days > 7 THEN 7 ELSE c.days END AS collection_days,
  c.collection
FROM stock_day d
JOIN recent_date r ON r.date = d.date
JOIN site_place p ON p.site_id = d.site_id
LEFT JOIN spaced c ON c.farmer_id = d.farmer_id AND c.site_id = d.site_id AND c.date = d.date
WHERE p.site_placement = 'offshore'
  AND d.species_code IN (SELECT code FROM species WHERE is_counted)
ORDER BY d.farmer_id, p.site_number, d.unit_id, d.date;
