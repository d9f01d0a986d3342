/*
summary: Own pens as they were on the last delivered day, those that need somebody first
is_not: "A signal is a reason to look, not a diagnosis: it knows counts only, and dead fish that are collected every other day look like a rise. The
    ratio is of the last two released weeks, so it is older than the rest of the row."
family: comparison
access: owners
order: "signal (limit, rising, quiet), mortality against the limit descending, site by number, owner, unit"
confidentiality:
  rule: "rows of the caller's own units; what is expected of them is the rate of the other groups in a whole released atom that is safe without the
      caller"
  sum: [ratio_2_weeks]
  own: [date, owner_id, unit_id, fish_count, avg_weight_gram, "mortality_*", days_above_limit, signal, last_treatment_date, missing_days]
  public: [limit_per_mille]
without_parameters: [from_date, to_date]
parameters:
  owner_id:
  site_id:
set: {heavy_from_gram: 500, light_limit: 500, heavy_limit: 250}
with: [others]
fields:
  date: {type: date, meaning: "the site's last delivered day; the rows of a site that has delivered nothing for 14 days are left out"}
  owner_id: {type: string, meaning: the company}
  site_id: {type: string, meaning: the authority's site number}
  site_name: {type: string, meaning: its name}
  unit_id: {type: string, meaning: the net-pen}
  fish_count: {type: integer, unit: fish, meaning: fish at the start of the day}
  avg_weight_gram: {type: number, unit: grams, decimals: 2, meaning: mean weight}
  mortality_count: {type: integer, unit: fish, meaning: fish found dead that day}
  mortality_per_mille: {type: number, unit: per mille per day, meaning: fish found dead of a thousand}
  limit_per_mille: {type: number, unit: per mille per day, meaning: "above it mortality counts as increased: 0.5 below 500 g, 0.25 from there on,
      unless the operator set others"}
  days_above_limit: {type: integer, unit: days, meaning: "days above the limit without a gap, up to this one; counted over seven weeks"}
  mortality_rate_7_days: {type: number, unit: fraction per 7 days, meaning: "fish found dead per mean fish at risk, over the 7 days up to this one"}
  mortality_rate_previous_7_days: {type: number, unit: fraction per 7 days, meaning: the same of the 7 days before}
  ratio_2_weeks: {type: number, meaning: "observed / expected losses of the last two released ISO weeks, as in /v3/comparison/expected-loss; null
      where less than half is compared, where these weeks begin more than seven weeks before data end, and for an admin"}
  signal: {type: string, meaning: "limit: above the limit on two of the last three days; rising: a smoothed mortality far above that of four weeks
      before, on two days running; quiet: neither"}
  last_treatment_date: {type: date, meaning: "the last treatment of the unit, or of the whole site, since its fish came to the site"}
  missing_days: {type: integer, unit: days, meaning: "days of the last 14 up to data end for which the unit has no stock row; those before its first
      row do not count"}
*/
-- A site's rows are of its own last day. Days of another generation in the same net-pen are of other fish, and left out of all that looks back.
-- Limits are per million, so that they are whole numbers: settings may give others in place of those in set.
--
-- Rising is an exponentially weighted moving average (Roberts 1959) of x = ln((dead + 1/2) / fish): it starts at m, the mean of the days 35 to 8
-- before this one, and each day since then moves it by 0.3 of the way to x. It signals where it lies above m + 3 s sqrt(0.3 / (2 - 0.3)) on this
-- day and the delivered day before. s is the sample standard deviation of those days, 21 at least. Decided here: s is no less than 1 / sqrt(mean
-- dead + 1/2), about what chance alone makes of such counts; without it, a pen where nothing ever dies would signal at the first dead fish.
WITH
day AS (
  SELECT
    recent_unit_day.*,
    CASE WHEN avg_weight_gram < :heavy_from_gram THEN :light_limit ELSE :heavy_limit END AS day_limit
  FROM recent_unit_day
  WHERE (:sees_all OR farmer_id = :own_farmer)
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_owner_id OR farmer_id IN (:owner_id))
    AND (:all_site_id OR site_id IN (:site_id))
),
site_end AS (
  SELECT farmer_id, site_number, max(date) AS last_date
  FROM day
  GROUP BY 1, 2
  HAVING max(date) >= plus_days(:data_end, -13)
),
unit AS (
  SELECT d.*
  FROM day d
  JOIN site_end e ON e.farmer_id = d.farmer_id AND e.site_number = d.site_number AND e.last_date = d.date
  WHERE d.fish_count > 0
),
-- the days with these fish, and how many days before the last one each is
fish_day AS (
  SELECT
    d.farmer_id,
    d.site_number,
    d.unit_id,
    d.date,
    date_diff('day', d.date, u.date) AS days_back,
    d.fish_count,
    d.mortality_count,
    CAST(d.mortality_count AS BIGINT) * 1000000 > CAST(d.day_limit AS BIGINT) * d.fish_count AS is_above,
    ln((d.mortality_count + 5e-1) / d.fish_count) AS log_rate
  FROM day d
  JOIN unit u ON u.farmer_id = d.farmer_id AND u.site_number = d.site_number AND u.unit_id = d.unit_id AND u.generation = d.generation
  WHERE d.fish_count > 0
    AND d.date <= u.date
),
numbered AS (
  SELECT
    fish_day.*,
    row_number() OVER (PARTITION BY farmer_id, site_number, unit_id ORDER BY days_back) AS number
  FROM fish_day
),
-- whether every day from the last one back to this one is there and above the limit
streak AS (
  SELECT
    numbered.*,
    min(CASE WHEN is_above AND number = days_back + 1 THEN 1 ELSE 0 END) OVER so_far AS is_streak
  FROM numbered
  WINDOW so_far AS (PARTITION BY farmer_id, site_number, unit_id ORDER BY days_back ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
recent AS (
  SELECT
    farmer_id,
    site_number,
    unit_id,
    sum(is_streak) AS days_above_limit,
    count(*) FILTER (WHERE is_above AND days_back <= 2) AS above_of_three,
    period_rate(sum(mortality_count) FILTER (WHERE days_back <= 6), sum(fish_count) FILTER (WHERE days_back <= 6), 7) AS rate_7_days,
    period_rate(sum(mortality_count) FILTER (WHERE days_back BETWEEN 7 AND 13),
      sum(fish_count) FILTER (WHERE days_back BETWEEN 7 AND 13), 7) AS rate_previous_7_days
  FROM streak
  GROUP BY 1, 2, 3
),
base_mean AS (
  SELECT
    farmer_id,
    site_number,
    unit_id,
    count(*) AS days,
    sum(log_rate ORDER BY days_back) / count(*) AS mean,
    sum(mortality_count) * 1e0 / count(*) AS dead
  FROM fish_day
  WHERE days_back BETWEEN 8 AND 35
  GROUP BY 1, 2, 3
  HAVING count(*) >= 21
),
base_deviation AS (
  SELECT
    m.farmer_id,
    m.site_number,
    m.unit_id,
    m.mean,
    sqrt(sum((d.log_rate - m.mean) * (d.log_rate - m.mean) ORDER BY d.days_back) / (m.days - 1)) AS sample,
    1e0 / sqrt(m.dead + 5e-1) AS by_chance
  FROM base_mean m
  JOIN fish_day d ON d.farmer_id = m.farmer_id AND d.site_number = m.site_number AND d.unit_id = m.unit_id
  WHERE d.days_back BETWEEN 8 AND 35
  GROUP BY m.farmer_id, m.site_number, m.unit_id, m.days, m.mean, m.dead
),
base AS (
  SELECT
    farmer_id,
    site_number,
    unit_id,
    mean,
    CASE WHEN sample > by_chance THEN sample ELSE by_chance END AS deviation
  FROM base_deviation
),
-- how far the average lies above m on the last delivered day, and on the one before: each day's part shrinks to 0.7 of itself with every day after it
smoothed AS (
  SELECT
    n.farmer_id,
    n.site_number,
    n.unit_id,
    3 * b.deviation * sqrt(3e-1 / 17e-1) AS limit_above,
    sum(3e-1 * power(7e-1, n.number - 1) * (n.log_rate - b.mean) ORDER BY n.number) AS last_above,
    sum(CASE WHEN n.number >= 2 THEN 3e-1 * power(7e-1, n.number - 2) * (n.log_rate - b.mean) ELSE 0e0 END ORDER BY n.number) AS before_above
  FROM numbered n
  JOIN base b ON b.farmer_id = n.farmer_id AND b.site_number = n.site_number AND b.unit_id = n.unit_id
  WHERE n.days_back <= 7
  GROUP BY n.farmer_id, n.site_number, n.unit_id, b.deviation
),
-- what is expected of the units' fish in the last two released weeks, if the days that are looked at have the whole of them
own AS (
  SELECT
    d.farmer_id,
    d.site_number,
    d.unit_id,
    piece_start(d.date) AS piece_start,
    d.production_area_id,
    d.generation,
    weight_class(d.avg_weight_gram) AS weight_class,
    sum(d.fish_count) AS fish_days,
    sum(d.loss_count) AS lost
  FROM day d
  JOIN unit u ON u.farmer_id = d.farmer_id AND u.site_number = d.site_number AND u.unit_id = d.unit_id AND u.generation = d.generation
  JOIN release r
    ON d.date BETWEEN plus_days(week_start(plus_days(r.released_through, -6)), -7) AND plus_days(week_start(plus_days(r.released_through, -6)), 6)
    AND plus_days(week_start(plus_days(r.released_through, -6)), -7) >= (SELECT min(date) FROM recent_date)
  WHERE d.fish_count > 0
  GROUP BY 1, 2, 3, 4, 5, 6, 7
),
{others},
expected AS (
  SELECT
    o.farmer_id,
    o.site_number,
    o.unit_id,
    sum(o.fish_days) AS all_fish_days,
    sum(o.fish_days) FILTER (WHERE t.fish_days IS NOT NULL) AS fish_days,
    sum(o.lost) FILTER (WHERE t.fish_days IS NOT NULL) AS observed,
    CAST(sum(exact_mean(CAST(o.fish_days AS DOUBLE) * t.loss_count, t.fish_days)) AS DOUBLE) AS expected
  FROM own o
  LEFT JOIN others t
    ON t.piece_start = o.piece_start
    AND t.production_area_id IS NOT DISTINCT FROM o.production_area_id
    AND t.generation = o.generation
    AND t.weight_class = o.weight_class
  GROUP BY 1, 2, 3
),
arrived AS (
  SELECT farmer_id, site_id, cohort_id, min(first_date) AS first_date
  FROM cohort_year
  WHERE NOT :is_farmer OR farmer_id = :own_farmer
  GROUP BY 1, 2, 3
),
treated AS (
  SELECT u.farmer_id, u.site_number, u.unit_id, max(t.date) AS date
  FROM unit u
  JOIN arrived c ON c.farmer_id = u.farmer_id AND c.site_id = u.site_id AND c.cohort_id = u.cohort_id
  JOIN placed_treatment t ON t.site_id = u.site_id AND t.date BETWEEN c.first_date AND u.date
  WHERE met_unit(t.unit_ids, t.owner_id, u.unit_id, u.farmer_id, u.fish_count)
  GROUP BY 1, 2, 3
),
-- days up to data end, from the 14th before it or the unit's first row in these weeks on
present AS (
  SELECT
    farmer_id,
    site_number,
    unit_id,
    CASE WHEN date_diff('day', min(date), CAST(:data_end AS DATE)) < 13 THEN date_diff('day', min(date), CAST(:data_end AS DATE)) + 1 ELSE 14 END
      - count(*) FILTER (WHERE date >= plus_days(:data_end, -13)) AS missing_days
  FROM day
  GROUP BY 1, 2, 3
),
signalled AS (
  SELECT
    u.*,
    r.days_above_limit,
    r.rate_7_days,
    r.rate_previous_7_days,
    CASE WHEN r.above_of_three >= 2 THEN 'limit'
      WHEN s.last_above > s.limit_above AND s.before_above > s.limit_above THEN 'rising'
      ELSE 'quiet' END AS signal
  FROM unit u
  JOIN recent r ON r.farmer_id = u.farmer_id AND r.site_number = u.site_number AND r.unit_id = u.unit_id
  LEFT JOIN smoothed s ON s.farmer_id = u.farmer_id AND s.site_number = u.site_number AND s.unit_id = u.unit_id
)
SELECT
  u.date,
  u.farmer_id AS owner_id,
  u.site_id,
  p.site_name,
  u.unit_id,
  u.fish_count,
  CAST(u.avg_weight_gram AS DOUBLE) AS avg_weight_gram,
  u.mortality_count,
  u.mortality_count * 1e3 / u.fish_count AS mortality_per_mille,
  u.day_limit / 1e3 AS limit_per_mille,
  u.days_above_limit,
  u.rate_7_days AS mortality_rate_7_days,
  u.rate_previous_7_days AS mortality_rate_previous_7_days,
  compared_ratio(e.observed, e.expected, e.fish_days, e.all_fish_days) AS ratio_2_weeks,
  u.signal,
  t.date AS last_treatment_date,
  w.missing_days
FROM signalled u
JOIN site_place p ON p.site_number = u.site_number
JOIN present w ON w.farmer_id = u.farmer_id AND w.site_number = u.site_number AND w.unit_id = u.unit_id
LEFT JOIN expected e ON e.farmer_id = u.farmer_id AND e.site_number = u.site_number AND e.unit_id = u.unit_id
LEFT JOIN treated t ON t.farmer_id = u.farmer_id AND t.site_number = u.site_number AND t.unit_id = u.unit_id
ORDER BY CASE u.signal WHEN 'limit' THEN 1 WHEN 'rising' THEN 2 ELSE 3 END, u.mortality_count * 1e6 / u.fish_count / u.day_limit DESC,
  site_order(u.site_id), u.site_id, u.farmer_id, u.unit_id
OFFSET :offset LIMIT :row_limit
