-- The days around a treatment by which its cost in fish is measured: 14 before it, and 14 from its own day on.
CREATE VIEW event_day AS
SELECT *
FROM (VALUES (-14), (-13), (-12), (-11), (-10), (-9), (-8), (-7), (-6), (-5), (-4), (-3), (-2), (-1),
  (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13)) AS d(day);

-- An event: a treatment of a unit that has fish of counted species on each of the 14 days before it and on its day. daily rate = (mortality +
-- culling) / fish of the day; baseline_rate is the median of the eleven days -14 to -4 (the last days before a treatment are often raised
-- already); excess_rate = the sum of the daily rates of days 0 to 13 - their number x baseline_rate. A unit that reports no fish on day 13 counts as
-- emptied, and to its last day before. fish_count is that of the day, loss_count the fish lost from then on. weight_group is the whole kilograms of
-- the mean weight that day, 4 for all above. is_overlapping: another treatment of the unit is within 20 days. Treatments that name no units are not
-- here: which units they met is not known. Only days of the same company's fish count. The release of events reads this view too.
-- held in the background: a caller's own events are made of it, from all treatments and the days around them
CREATE VIEW unit_event AS
WITH
treated AS (
  SELECT
    date,
    site_id,
    unit_id,
    farmer_id,
    treatment_id,
    owner_id,
    treatment_category,
    treatment_target,
    kilogram_class(avg_weight_gram) AS weight_group,
    coalesce(date_diff('day', lag(date) OVER earlier, date) <= 20, false)
      OR coalesce(date_diff('day', date, lag(date) OVER later) <= 20, false) AS is_overlapping
  FROM treatment_touch
  WHERE unit_id IS NOT NULL
  WINDOW
    earlier AS (PARTITION BY site_id, unit_id, farmer_id ORDER BY date, treatment_id, owner_id),
    later AS (PARTITION BY site_id, unit_id, farmer_id ORDER BY date DESC, treatment_id DESC, owner_id DESC)
),
wanted AS (
  SELECT t.*, d.day, plus_days(t.date, d.day) AS stock_date
  FROM treated t
  CROSS JOIN event_day d
),
measured AS (
  SELECT
    w.*,
    s.fish_count,
    CAST(s.mortality_count AS BIGINT) + s.culling_count AS loss_count,
    exact_mean(CAST(s.mortality_count AS BIGINT) + s.culling_count, s.fish_count) AS rate
  FROM stock_day s
  JOIN species k ON k.code = s.species_code AND k.is_counted
  JOIN wanted w ON w.stock_date = s.date AND w.site_id = s.site_id AND w.unit_id = s.unit_id AND w.farmer_id = s.farmer_id
  WHERE s.fish_count > 0
),
event AS (
  SELECT
    date,
    site_id,
    unit_id,
    farmer_id,
    treatment_id,
    owner_id,
    treatment_category,
    treatment_target,
    weight_group,
    is_overlapping,
    max(day) AS last_day,
    count(*) FILTER (WHERE day >= 0) AS days,
    max(fish_count) FILTER (WHERE day = 0) AS fish_count,
    sum(loss_count) FILTER (WHERE day >= 0) AS loss_count,
    sum(rate) FILTER (WHERE day >= 0) AS rates,
    median_of_eleven(array_agg(rate) FILTER (WHERE day <= -4)) AS baseline_rate
  FROM measured
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  HAVING count(*) FILTER (WHERE day <= 0) = 15
)
SELECT
  date,
  site_id,
  unit_id,
  farmer_id,
  treatment_category,
  treatment_target,
  weight_group,
  is_overlapping,
  fish_count,
  loss_count,
  last_day < 13 AS is_emptied,
  CAST(baseline_rate AS DECIMAL(18, 12)) AS baseline_rate,
  CAST(rates - days * baseline_rate AS DECIMAL(18, 12)) AS excess_rate
FROM event;
