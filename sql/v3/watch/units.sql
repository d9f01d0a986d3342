/*
summary: Own pens as they were on the last delivered day, those that need somebody first
is_not: "A signal is a reason to look, not a diagnosis or a finding of the authority's: it knows counts only, rising may lie far below the limit, and
    quiet may be a pen whose dead nobody has counted. Of 100 pens some ten a week rise without a reason, since the deaths of a pen hang together, and
    the ratio is of the last two released weeks, older than the rest of the row."
family: comparison
access: owners
order: "pens with a signal first, then the larger of times_limit and height descending, site by number, owner, unit"
confidentiality:
  rule: "rows of the caller's own units; what is expected of them is the rate of the other groups in a whole released atom that is safe without the
      caller"
  sum: [ratio_2_weeks]
  own: [date, owner_id, unit_id, fish_count, avg_weight_gram, "mortality_*", days_since_collection, days_above_limit, times_limit, height, signal,
      last_treatment_date, missing_days]
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
  days_since_collection: {type: integer, unit: days, meaning: "days from the last collection to this one, 0 if the dead were collected that day: on
      the days between nobody counted. A day of collection has a loss row of some pen of the company's on the site, of 0 perhaps; null when seven
      weeks have none"}
  mortality_count: {type: integer, unit: fish, meaning: "fish found dead at the last collection; null without one"}
  mortality_per_mille: {type: number, unit: per mille per day, decimals: 3, meaning: "the same of a thousand fish and day: the dead of a collection
      are those of all days since the one before, seven at most"}
  limit_per_mille: {type: number, unit: per mille per day, decimals: 3, meaning: "above it mortality counts as increased: 0.5 below 500 g, 0.25 from
      there on, unless the operator set others"}
  days_above_limit: {type: integer, unit: days, meaning: "days above the limit without a gap, up to the last collection: those that the collections in
      a row above it stand for; counted over seven weeks"}
  times_limit: {type: number, decimals: 3, meaning: "how many times limit_per_mille the mortality of the last three collections is: their dead per
      fish and day, each day since the collection before; above 1, with three dead at least, is the signal limit; null without a collection"}
  height: {type: number, decimals: 3, meaning: "how far the smoothed mortality lies above its mean of four weeks before, against the line that it must
      pass: above 1 at two collections running is the signal rising; null without such weeks"}
  mortality_rate_7_days: {type: number, unit: fraction per 7 days, meaning: "fish found dead per mean fish at risk, over the 7 days up to this one"}
  mortality_rate_previous_7_days: {type: number, unit: fraction per 7 days, meaning: the same of the 7 days before}
  ratio_2_weeks: {type: number, decimals: 3, meaning: "observed / expected losses of the last two released ISO weeks, as in
      /v3/comparison/expected-loss; null where less than half is compared, where these weeks begin more than seven weeks before data end, and for an
      admin"}
  signal: {type: string, meaning: "limit: the last three collections together above the limit; rising: a smoothed mortality far above that of four
      weeks before, at two collections running; quiet: neither"}
  last_treatment_date: {type: date, meaning: "the last treatment of the unit, or of the whole site, since its fish came to the site"}
  missing_days: {type: integer, unit: days, meaning: "days of the last 14 up to data end for which the unit has no stock row; those before its first
      row do not count"}
*/
-- A site's rows are of its own last day. Days of another generation in the same net-pen are of other fish, and left out of all that looks back.
-- Limits are per million, so that they are whole numbers: settings may give others in place of those in set.
--
-- Rising is an exponentially weighted moving average (Roberts 1959) of x = ln((dead + 1/2) / (fish x days)) at the collections, days being those
-- since the collection before. It starts at m, the mean of the collections on the days 35 to 8 before this one, and each collection since then
-- moves it by L = 1 - 0.7^days of the way to x: so it forgets by the day, however often somebody collects. It signals where it lies above m + 3 s
-- sqrt(L / (2 - L)), with L of the mean number of days in those weeks, at this collection and the one before. s is the sample standard deviation
-- of those collections; 8 of them and 21 delivered days at least. Decided here: s is no less than 1 / sqrt(mean dead + 1/2), about what chance
-- alone makes of such counts; without it, a pen where nothing ever dies would signal at the first dead fish. A pen with fewer than three
-- collections is judged by those it has. A collection at which a pen has no row ends its days above the limit.
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
    date_diff('day', d.date, u.date) AS days_back,
    d.fish_count,
    d.mortality_count,
    u.day_limit AS last_limit,
    d.day_limit,
    d.collection,
    d.collection_days
  FROM day d
  JOIN unit u ON u.farmer_id = d.farmer_id AND u.site_number = d.site_number AND u.unit_id = d.unit_id AND u.generation = d.generation
  WHERE d.fish_count > 0
    AND d.date <= u.date
),
week AS (
  SELECT
    farmer_id,
    site_number,
    unit_id,
    count(*) FILTER (WHERE days_back BETWEEN 8 AND 35) AS base_days,
    period_rate(
      sum(mortality_count) FILTER (WHERE days_back <= 6),
      sum(fish_count) FILTER (WHERE days_back <= 6),
      7) AS rate_7_days,
    period_rate(
      sum(mortality_count) FILTER (WHERE days_back BETWEEN 7 AND 13),
      sum(fish_count) FILTER (WHERE days_back BETWEEN 7 AND 13),
      7) AS rate_previous_7_days
  FROM fish_day
  GROUP BY 1, 2, 3
),
-- the days of collection, numbered back from the last one
collected AS (
  SELECT
    fish_day.*,
    CAST(fish_count AS BIGINT) * collection_days AS days_at_risk,
    row_number() OVER (PARTITION BY farmer_id, site_number, unit_id ORDER BY days_back) AS number
  FROM fish_day
  WHERE collection_days IS NOT NULL
),
rated AS (
  SELECT
    collected.*,
    CAST(mortality_count AS BIGINT) * 1000000 > day_limit * days_at_risk AS is_above,
    ln((mortality_count + 5e-1) / days_at_risk) AS log_rate,
    coalesce(sum(collection_days) OVER later, 0) AS days_after,
    coalesce(sum(CASE WHEN number > 1 THEN collection_days END) OVER later, 0) AS days_after_before
  FROM collected
  WINDOW later AS (PARTITION BY farmer_id, site_number, unit_id ORDER BY days_back ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
-- whether the pen was there and above the limit at each collection from the last one back to this one
streak AS (
  SELECT
    rated.*,
    min(CASE WHEN is_above AND number = collection THEN 1 ELSE 0 END) OVER so_far AS is_streak
  FROM rated
  WINDOW so_far AS (PARTITION BY farmer_id, site_number, unit_id ORDER BY days_back ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
recent AS (
  SELECT
    farmer_id,
    site_number,
    unit_id,
    min(days_back) AS days_since_collection,
    sum(mortality_count) FILTER (WHERE number = 1) AS last_dead,
    sum(days_at_risk) FILTER (WHERE number = 1) AS last_at_risk,
    sum(is_streak * collection_days) AS days_above_limit,
    sum(mortality_count) FILTER (WHERE number <= 3) AS dead_of_three,
    sum(mortality_count) FILTER (WHERE number <= 3) * 1e6
      / sum(days_at_risk) FILTER (WHERE number <= 3)
      / max(last_limit) AS times_limit
  FROM streak
  GROUP BY 1, 2, 3
),
base_mean AS (
  SELECT
    farmer_id,
    site_number,
    unit_id,
    count(*) AS collections,
    sum(collection_days) * 1e0 / count(*) AS days_each,
    sum(log_rate ORDER BY days_back) / count(*) AS mean,
    sum(mortality_count) * 1e0 / count(*) AS dead
  FROM rated
  WHERE days_back BETWEEN 8 AND 35
  GROUP BY 1, 2, 3
  HAVING count(*) >= 8
),
base_deviation AS (
  SELECT
    m.farmer_id,
    m.site_number,
    m.unit_id,
    m.mean,
    1 - power(7e-1, m.days_each) AS part,
    sqrt(sum((d.log_rate - m.mean) * (d.log_rate - m.mean) ORDER BY d.days_back) / (m.collections - 1)) AS sample,
    1e0 / sqrt(m.dead + 5e-1) AS by_chance
  FROM base_mean m
  JOIN week w ON w.farmer_id = m.farmer_id AND w.site_number = m.site_number AND w.unit_id = m.unit_id
  JOIN rated d ON d.farmer_id = m.farmer_id AND d.site_number = m.site_number AND d.unit_id = m.unit_id
  WHERE d.days_back BETWEEN 8 AND 35
    AND w.base_days >= 21
  GROUP BY m.farmer_id, m.site_number, m.unit_id, m.collections, m.days_each, m.mean, m.dead
),
base AS (
  SELECT
    farmer_id,
    site_number,
    unit_id,
    mean,
    3 * CASE WHEN sample > by_chance THEN sample ELSE by_chance END * sqrt(part / (2 - part)) AS line_above
  FROM base_deviation
),
-- how far the average lies above m at the last collection, and at the one before: each one's part shrinks to 0.7 of itself with every day after it
smoothed AS (
  SELECT
    b.farmer_id,
    b.site_number,
    b.unit_id,
    b.line_above,
    coalesce(sum((1 - power(7e-1, c.collection_days)) * power(7e-1, c.days_after) * (c.log_rate - b.mean) ORDER BY c.number), 0e0)
      AS last_above,
    coalesce(sum(CASE WHEN c.number >= 2
      THEN (1 - power(7e-1, c.collection_days)) * power(7e-1, c.days_after_before) * (c.log_rate - b.mean) END ORDER BY c.number), 0e0)
      AS before_above
  FROM base b
  LEFT JOIN rated c
    ON c.farmer_id = b.farmer_id
    AND c.site_number = b.site_number
    AND c.unit_id = b.unit_id
    AND c.days_back <= 7
  GROUP BY b.farmer_id, b.site_number, b.unit_id, b.line_above
),
last_released_week AS (
  SELECT week_start(plus_days(released_through, -6)) AS week
  FROM release
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
  JOIN last_released_week r
    ON d.date BETWEEN plus_days(r.week, -7) AND plus_days(r.week, 6)
    AND plus_days(r.week, -7) >= (SELECT min(date) FROM recent_date)
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
    round(CAST(sum(expected_loss(o.fish_days, t.loss_count, t.fish_days, t.factor, t.tenths)) AS DOUBLE), 1) AS expected
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
    CASE WHEN min(date) > plus_days(:data_end, -13)
      THEN date_diff('day', min(date), CAST(:data_end AS DATE)) + 1
      ELSE 14 END
      - count(*) FILTER (WHERE date >= plus_days(:data_end, -13)) AS missing_days
  FROM day
  GROUP BY 1, 2, 3
),
signalled AS (
  SELECT
    u.*,
    w.rate_7_days,
    w.rate_previous_7_days,
    r.days_since_collection,
    r.last_dead,
    r.last_at_risk,
    coalesce(r.days_above_limit, 0) AS days_above_limit,
    r.times_limit,
    s.last_above / s.line_above AS height,
    CASE WHEN r.times_limit > 1 AND r.dead_of_three >= 3 THEN 'limit'
      WHEN s.last_above > s.line_above AND s.before_above > s.line_above THEN 'rising'
      ELSE 'quiet' END AS signal
  FROM unit u
  JOIN week w ON w.farmer_id = u.farmer_id AND w.site_number = u.site_number AND w.unit_id = u.unit_id
  LEFT JOIN recent r ON r.farmer_id = u.farmer_id AND r.site_number = u.site_number AND r.unit_id = u.unit_id
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
  u.days_since_collection,
  u.last_dead AS mortality_count,
  u.last_dead * 1e3 / u.last_at_risk AS mortality_per_mille,
  u.day_limit / 1e3 AS limit_per_mille,
  u.days_above_limit,
  u.times_limit,
  u.height,
  u.rate_7_days AS mortality_rate_7_days,
  u.rate_previous_7_days AS mortality_rate_previous_7_days,
  compared_ratio(e.observed, e.expected, e.fish_days, e.all_fish_days) AS ratio_2_weeks,
  u.signal,
  t.date AS last_treatment_date,
  m.missing_days
FROM signalled u
JOIN site_place p ON p.site_number = u.site_number
JOIN present m ON m.farmer_id = u.farmer_id AND m.site_number = u.site_number AND m.unit_id = u.unit_id
LEFT JOIN expected e ON e.farmer_id = u.farmer_id AND e.site_number = u.site_number AND e.unit_id = u.unit_id
LEFT JOIN treated t ON t.farmer_id = u.farmer_id AND t.site_number = u.site_number AND t.unit_id = u.unit_id
ORDER BY CASE u.signal WHEN 'quiet' THEN 2 ELSE 1 END,
  CASE WHEN coalesce(u.height, 0) > coalesce(u.times_limit, 0) THEN u.height ELSE coalesce(u.times_limit, 0) END DESC,
  site_order(u.site_id),
  u.site_id,
  u.farmer_id,
  u.unit_id
OFFSET :offset LIMIT :row_limit
