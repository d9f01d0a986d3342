-- The last seven weeks of data, day by day: the last day with a stock row and the 49 before it.
CREATE VIEW recent_date AS
SELECT plus_days(e.date, -(10 * t.tens + u.ones)) AS date
FROM (SELECT max(last_date) AS date FROM farmer_site) e
CROSS JOIN (VALUES (0), (1), (2), (3), (4)) AS t(tens)
CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS u(ones);

-- A unit at sea on one of these days, with fish of counted species or without any.
-- held soon: the watch reads it for one company at a time; sorted, so that a company's days are together
CREATE VIEW recent_unit_day AS
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
  d.mortality_count + d.culling_count AS loss_count
FROM stock_day d
JOIN recent_date r ON r.date = d.date
JOIN site_place p ON p.site_id = d.site_id
WHERE p.site_placement = 'offshore'
  AND d.species_code IN (SELECT code FROM species WHERE is_counted)
ORDER BY d.farmer_id, p.site_number, d.unit_id, d.date;
