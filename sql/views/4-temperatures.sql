-- A sea temperature reading at a site at sea, on the platform or not, with its production area. A reading of 0 measurements is
-- left out; degrees are the temperature times the measurements, for a site's average, and are repeated with the measurements in
-- the columns of the reading's depth band.
CREATE VIEW site_reading AS
WITH reading AS (
  SELECT
    t.date,
    t.site_id,
    s.production_area_id,
    depth_band(t.depth_m) AS depth_band,
    t.temperature,
    t.measurement_count,
    t.temperature * t.measurement_count AS degrees
  FROM temperature_day t
  JOIN site s ON s.site_id = t.site_id
  WHERE s.placement = 'offshore'
    AND s.production_area_id IS NOT NULL
    AND t.measurement_count > 0
)
SELECT
  date,
  site_id,
  production_area_id,
  temperature,
  measurement_count,
  degrees,
  CASE WHEN depth_band = 'shallow' THEN degrees END AS shallow_degrees,
  CASE WHEN depth_band = 'shallow' THEN measurement_count END AS shallow_count,
  CASE WHEN depth_band = 'medium' THEN degrees END AS medium_degrees,
  CASE WHEN depth_band = 'medium' THEN measurement_count END AS medium_count,
  CASE WHEN depth_band = 'deep' THEN degrees END AS deep_degrees,
  CASE WHEN depth_band = 'deep' THEN measurement_count END AS deep_count,
  CASE WHEN depth_band = 'unknown' THEN degrees END AS unknown_degrees,
  CASE WHEN depth_band = 'unknown' THEN measurement_count END AS unknown_count
FROM reading;

-- A site's mean temperature in an ISO week, over all its readings: each is weighted by its measurements.
-- held in the background: weekly routes look back for years
CREATE VIEW site_week_temperature AS
SELECT
  week_start(date) AS week,
  production_area_id,
  site_id,
  mean_degrees(sum(degrees), sum(measurement_count)) AS temperature,
  CAST(sum(measurement_count) AS BIGINT) AS measurement_count
FROM site_reading
GROUP BY 1, 2, 3;

-- A production area's mean temperature in an ISO week, each of its sites counted once, with the week before, the same ISO week one and
-- two ISO years back, and what looks back over the last n weeks, the row's own included. The macro trend is the mean of the changes since
-- the same week a year before, over the weeks that have one, divided by the 52 weeks of a year: a slope over 52 weeks would show the season
-- that the year happens to end in. A slope needs half of its weeks, the macro trend 26 weeks with a change.
-- held in the background: as site_week_temperature
CREATE VIEW area_week_temperature AS
WITH area_week AS (
  SELECT
    production_area_id,
    week,
    week_index(week) AS week_number,
    week_a_year_before(week) AS week_a_year_before,
    mean_degrees(sum(temperature), count(temperature)) AS temperature
  FROM site_week_temperature
  GROUP BY 1, 2
),
change AS (
  SELECT
    w.production_area_id,
    w.week,
    w.week_number,
    w.temperature,
    l.temperature AS week_before,
    y.temperature AS year_before,
    z.temperature AS two_years_before,
    w.temperature - y.temperature AS change_in_a_year
  FROM area_week w
  LEFT JOIN area_week l ON l.production_area_id = w.production_area_id AND l.week_number = w.week_number - 1
  LEFT JOIN area_week y ON y.production_area_id = w.production_area_id AND y.week = w.week_a_year_before
  LEFT JOIN area_week z ON z.production_area_id = w.production_area_id AND z.week = week_a_year_before(w.week_a_year_before)
)
SELECT
  production_area_id,
  week,
  temperature,
  week_before,
  year_before,
  two_years_before,
  mean_degrees(sum(temperature) OVER last_4, count(temperature) OVER last_4) AS mean_4_weeks,
  slope(count(week_number) OVER last_4, sum(week_number) OVER last_4, sum(temperature) OVER last_4,
    sum(week_number * temperature) OVER last_4, sum(week_number * week_number) OVER last_4, 4) AS trend_4_weeks,
  slope(count(week_number) OVER last_12, sum(week_number) OVER last_12, sum(temperature) OVER last_12,
    sum(week_number * temperature) OVER last_12, sum(week_number * week_number) OVER last_12, 12) AS trend_12_weeks,
  CASE WHEN count(change_in_a_year) OVER last_52 >= 26
    THEN exact_mean(sum(change_in_a_year) OVER last_52, 52 * count(change_in_a_year) OVER last_52) END AS macro_trend
FROM change
WINDOW
  last_4 AS (PARTITION BY production_area_id ORDER BY week_number RANGE BETWEEN 3 PRECEDING AND CURRENT ROW),
  last_12 AS (PARTITION BY production_area_id ORDER BY week_number RANGE BETWEEN 11 PRECEDING AND CURRENT ROW),
  last_52 AS (PARTITION BY production_area_id ORDER BY week_number RANGE BETWEEN 51 PRECEDING AND CURRENT ROW);

-- A production area's sea temperatures on a day: the sums of its sites' means, of all readings and of each depth band, and the
-- numbers of sites with a mean. A site's mean weights each reading by its measurements. Sums have 64 bits, which are read much
-- faster than longer ones.
-- held in the background: each day of a site needs many sums for a handful of readings
CREATE VIEW area_day_temperature AS
WITH site_day AS (
  SELECT
    date,
    production_area_id,
    site_id,
    mean_degrees(sum(degrees), sum(measurement_count)) AS temperature,
    mean_degrees(sum(shallow_degrees), sum(shallow_count)) AS shallow,
    mean_degrees(sum(medium_degrees), sum(medium_count)) AS medium,
    mean_degrees(sum(deep_degrees), sum(deep_count)) AS deep,
    mean_degrees(sum(unknown_degrees), sum(unknown_count)) AS unknown,
    min(temperature) AS coldest,
    max(temperature) AS warmest,
    sum(measurement_count) AS measurement_count
  FROM site_reading
  GROUP BY 1, 2, 3
)
SELECT
  date,
  production_area_id,
  CAST(sum(measurement_count) AS BIGINT) AS measurement_count,
  CAST(sum(temperature) AS DECIMAL(18, 12)) AS temperature,
  count(temperature) AS sites,
  CAST(sum(shallow) AS DECIMAL(18, 12)) AS shallow,
  count(shallow) AS shallow_sites,
  CAST(sum(medium) AS DECIMAL(18, 12)) AS medium,
  count(medium) AS medium_sites,
  CAST(sum(deep) AS DECIMAL(18, 12)) AS deep,
  count(deep) AS deep_sites,
  CAST(sum(unknown) AS DECIMAL(18, 12)) AS unknown,
  count(unknown) AS unknown_sites,
  min(coldest) AS coldest,
  max(warmest) AS warmest
FROM site_day
GROUP BY 1, 2;

-- A production area's mean temperature in a month, computed like a week's: over all readings of each site, then across sites. In the calendar
-- month in which the snapshot's sea temperatures end, also the mean up to the day of the month that the area's own readings have reached
-- there: a month that has only begun is compared with the same days of earlier years. A month without a reading on those days has none.
-- held in the background: as site_week_temperature
CREATE VIEW area_month_temperature AS
WITH
running AS (
  SELECT d.production_area_id, month(max(d.date)) AS month_of_year, day(max(d.date)) AS last_day
  FROM area_day_temperature d
  WHERE d.date >= month_start((SELECT max(date) FROM area_day_temperature))
  GROUP BY 1
),
site_month AS (
  SELECT
    month_start(t.date) AS month,
    t.production_area_id,
    t.site_id,
    mean_degrees(sum(t.degrees), sum(t.measurement_count)) AS temperature,
    mean_degrees(sum(t.degrees) FILTER (WHERE day(t.date) <= r.last_day),
      sum(t.measurement_count) FILTER (WHERE day(t.date) <= r.last_day)) AS temperature_to_date
  FROM site_reading t
  LEFT JOIN running r ON r.production_area_id = t.production_area_id AND r.month_of_year = month(t.date)
  GROUP BY 1, 2, 3
)
SELECT
  month,
  production_area_id,
  mean_degrees(sum(temperature), count(temperature)) AS temperature,
  mean_degrees(sum(temperature_to_date), count(temperature_to_date)) AS temperature_to_date
FROM site_month
GROUP BY 1, 2;

-- A site's mean temperature on a day, at sea or on land, over all its readings.
CREATE VIEW site_day_temperature AS
SELECT date, site_id, mean_degrees(sum(temperature * measurement_count), sum(measurement_count)) AS temperature
FROM temperature_day
WHERE measurement_count > 0
GROUP BY 1, 2;
