-- What fish of a weight lose in a day that nobody treated: losses per fish of a week, region and whole kilogram, in the atom that the region lies in,
-- to three digits. There is none where it lies in no atom. It is the same for every caller. rough_rate is for what a single event shows: all fish
-- less the untreated ones are the treated, of one company perhaps, and by many events a company would learn the rate as exactly as it is used.
-- held: they are few
CREATE VIEW untreated AS
SELECT
  r.week,
  r.production_region_name,
  r.weight_group,
  a.rate,
  CAST(to_half_digit(CAST(a.rate AS DOUBLE)) AS DECIMAL(18, 12)) AS rough_rate
FROM untreated_rate r
JOIN (
  SELECT week, weight_group, atom, CAST(to_three_digits(CAST(sum(loss_count) AS DOUBLE) / sum(fish_days)) AS DECIMAL(18, 12)) AS rate
  FROM untreated_rate
  GROUP BY 1, 2, 3
) a ON a.week = r.week AND a.weight_group = r.weight_group AND a.atom = r.atom
GROUP BY 1, 2, 3, 4;

-- The treatments of each unit. One that names no units is a treatment of every unit that it met there (met_unit): which of them were treated is not
-- known, so that none of them is untreated; but it is no event.
CREATE VIEW unit_treatment AS
SELECT date, site_id, unit_id, farmer_id, treatment_id, owner_id, treatment_category, treatment_target, true AS names_units
FROM treatment_touch
WHERE unit_id IS NOT NULL
UNION ALL
SELECT t.date, t.site_id, s.unit_id, s.farmer_id, t.treatment_id, t.owner_id, t.treatment_category, t.treatment_target, false AS names_units
FROM treatment_touch t
JOIN stock_day s ON s.site_id = t.site_id AND s.date = t.date
WHERE t.unit_id IS NULL
  AND s.fish_count > 0
  AND (t.owner_id IS NULL OR s.farmer_id = t.owner_id);

-- The days around a treatment by which its cost in fish is measured: 14 before it, and 14 from its own day on.
CREATE VIEW event_day AS
SELECT *
FROM (VALUES (-14), (-13), (-12), (-11), (-10), (-9), (-8), (-7), (-6), (-5), (-4), (-3), (-2), (-1),
  (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13)) AS d(day);

-- A treatment of a unit at sea that has fish of counted species on each of the 14 days before it and on its day. Its days go from its own to day 13,
-- or to the day before the unit's next treatment: is_emptied says that the unit reports no fish on the last of them, and it counts to the last day
-- that it does. daily rate = (mortality + culling) / fish of the day. standing = (o + 50) / (e + 50): the fish that the unit lost on days -14 to -4
-- against those that untreated fish of its region, weight and week would have lost (the last days before a treatment are often raised already),
-- drawn towards 1. excess = the sum over its days of the daily rate less untreated x standing; null where a day has no untreated rate. rough_excess
-- is the same with rough rates.
-- is_overlapping: another treatment of the unit is on the same day or within 20 days before it (a look at the days after would sort treatments by how
-- they went). weight_group is the whole kilograms of the mean weight that day, 4 for all above. fish_count is that of the day, loss_count the fish
-- lost on its days. Only days of the same company's fish count.
-- Beside them are days on which nobody treated: one in a hundred unit-days without a treatment of the unit from 34 days before to 13 after is an
-- event of the category Yardstick, which nobody is shown, and another one of Untreated. The release of events reads this view too.
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
    names_units,
    coalesce(date_diff('day', lag(date) OVER unit, date) <= 20, false) OR coalesce(lead(date) OVER unit = date, false) AS is_overlapping,
    CASE WHEN date_diff('day', date, min(date) OVER later) <= 13 THEN date_diff('day', date, min(date) OVER later) - 1 ELSE 13 END AS end_day
  FROM unit_treatment
  WINDOW
    unit AS (PARTITION BY site_id, unit_id, farmer_id ORDER BY date, treatment_id, owner_id),
    later AS (PARTITION BY site_id, unit_id, farmer_id ORDER BY date RANGE BETWEEN INTERVAL '1' DAY FOLLOWING AND UNBOUNDED FOLLOWING)
),
sampled AS (
  SELECT
    s.date,
    s.site_id,
    s.unit_id,
    s.farmer_id,
    CASE WHEN unit_day_number(s.site_id, s.unit_id, s.date) = 0 THEN 'Yardstick' ELSE 'Untreated' END AS treatment_category
  FROM stock_day s
  JOIN species k ON k.code = s.species_code AND k.is_counted
  JOIN site_place p ON p.site_id = s.site_id AND p.site_placement = 'offshore'
  LEFT JOIN unit_treatment t
    ON t.site_id = s.site_id
    AND t.unit_id = s.unit_id
    AND t.farmer_id = s.farmer_id
    AND t.date BETWEEN plus_days(s.date, -34) AND plus_days(s.date, 13)
  WHERE s.fish_count > 0
    AND unit_day_number(s.site_id, s.unit_id, s.date) IN (0, 50)
    AND t.date IS NULL
),
begun AS (
  SELECT date, site_id, unit_id, farmer_id, treatment_id, owner_id, treatment_category, treatment_target, is_overlapping, end_day
  FROM treated
  WHERE names_units
  UNION ALL
  SELECT date, site_id, unit_id, farmer_id, '' AS treatment_id, '' AS owner_id, treatment_category, 'None' AS treatment_target,
    false AS is_overlapping, 13 AS end_day
  FROM sampled
),
wanted AS (
  SELECT b.*, d.day, plus_days(b.date, d.day) AS stock_date
  FROM begun b
  JOIN event_day d ON d.day <= 0 OR d.day <= b.end_day
),
measured AS (
  SELECT
    w.*,
    s.fish_count,
    CAST(s.mortality_count AS BIGINT) + s.culling_count AS loss_count,
    exact_mean(CAST(s.mortality_count AS BIGINT) + s.culling_count, s.fish_count) AS rate,
    kilogram_class(s.avg_weight_gram) AS weight_group,
    u.rate AS untreated_rate,
    u.rough_rate
  FROM stock_day s
  JOIN species k ON k.code = s.species_code AND k.is_counted
  JOIN site_place p ON p.site_id = s.site_id AND p.site_placement = 'offshore'
  JOIN wanted w ON w.stock_date = s.date AND w.site_id = s.site_id AND w.unit_id = s.unit_id AND w.farmer_id = s.farmer_id
  LEFT JOIN untreated u
    ON u.week = week_start(s.date)
    AND u.weight_group = kilogram_class(s.avg_weight_gram)
    AND u.production_region_name IS NOT DISTINCT FROM p.production_region_name
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
    is_overlapping,
    end_day,
    max(day) AS last_day,
    max(weight_group) FILTER (WHERE day = 0) AS weight_group,
    max(fish_count) FILTER (WHERE day = 0) AS fish_count,
    sum(loss_count) FILTER (WHERE day >= 0) AS loss_count,
    count(*) FILTER (WHERE untreated_rate IS NULL AND (day <= -4 OR day >= 0)) AS unknown_days,
    sum(loss_count) FILTER (WHERE day <= -4) AS observed,
    sum(CAST(fish_count AS DECIMAL(20, 0)) * untreated_rate) FILTER (WHERE day <= -4) AS expected,
    sum(CAST(fish_count AS DECIMAL(20, 0)) * rough_rate) FILTER (WHERE day <= -4) AS roughly_expected,
    sum(rate) FILTER (WHERE day >= 0) AS rates,
    sum(untreated_rate) FILTER (WHERE day >= 0) AS untreated_rates,
    sum(rough_rate) FILTER (WHERE day >= 0) AS rough_rates
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
  last_day < end_day AS is_emptied,
  CASE WHEN unknown_days = 0
    THEN CAST(rates - CAST(CAST(untreated_rates * (observed + 50) AS DOUBLE) / CAST(expected + 50 AS DOUBLE) AS DECIMAL(38, 12))
      AS DECIMAL(18, 12)) END AS excess,
  CASE WHEN unknown_days = 0
    THEN CAST(rates - CAST(CAST(rough_rates * (observed + 50) AS DOUBLE) / CAST(roughly_expected + 50 AS DOUBLE) AS DECIMAL(38, 12))
      AS DECIMAL(18, 12)) END AS rough_excess
FROM event;

-- What the method gives where nobody treated, by quarter and weight: the mean of the yardstick's atom that the weight lies in, which is taken from
-- every other mean. There is none where it lies in no atom of the yardstick alone, or has no excess (in ledgers of earlier programs).
-- held: they are few, and every request of treatments' cost reads them
CREATE VIEW event_yardstick AS
WITH
released AS (
  SELECT period_start(date, 'quarterly') AS quarter_start, atom, treatment_category, weight_group, excess
  FROM treatment_event
),
atom AS (
  SELECT
    quarter_start,
    atom,
    exact_mean(sum(clamped_excess(excess)), count(*)) AS mean_excess,
    exact_mean(count(*) FILTER (WHERE is_above_one_percent(excess)), count(*)) AS share_above
  FROM released
  GROUP BY 1, 2
  HAVING min(treatment_category) = 'Yardstick'
    AND max(treatment_category) = 'Yardstick'
    AND count(excess) = count(*)
)
SELECT DISTINCT r.quarter_start, r.weight_group, a.mean_excess, a.share_above
FROM released r
JOIN atom a ON a.quarter_start = r.quarter_start AND a.atom = r.atom;
