/*
summary: Weekly sea temperature of a production area by depth, with its trends, last year and the month against earlier years
is_not: "A mean of the sites that measured; which sites measure changes over the years. A month to date is compared with the same days of earlier
    years, and the 12-week slope mostly shows the season."
family: environment
period: week
slice: week_date
order: production area id, week
with: [area]
fields:
  week_date: {type: date, meaning: Monday of the ISO week}
  week_year: {type: integer, meaning: ISO year of the week}
  week_number: {type: integer, meaning: ISO week number}
  area_id: {type: integer, meaning: number of the production area}
  area_name: {type: string, meaning: name of the production area}
  platform_area_name: {type: string, meaning: Norwegian name of its platform area}
  production_area_ids: {type: "integer[]", meaning: the platform area's production areas that pass the filter}
  production_region_name: {type: string, meaning: "the region: Sør, Midt or Nord"}
  avg_temperature: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages}
  median_temperature: {type: number, decimals: 2, unit: °C, meaning: median of the sites' averages}
  min_temperature: {type: number, decimals: 2, unit: °C, meaning: the coldest reading}
  max_temperature: {type: number, decimals: 2, unit: °C, meaning: the warmest reading}
  avg_temperature_shallow: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages above 5 m}
  avg_temperature_medium: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages from 5 m and above 15 m}
  avg_temperature_deep: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages from 15 m down}
  avg_temperature_unknown: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages of readings without a depth}
  total_measurement_count: {type: number, decimals: 2, unit: measurements, meaning: measurements at all sites and depths}
  avg_sites_count: {type: number, decimals: 2, unit: sites, meaning: mean number of sites measuring on a day with data}
  days_with_data: {type: integer, unit: days, meaning: days of the week with a reading}
  rolling_4week_avg: {type: number, decimals: 2, unit: °C, meaning: mean of the weekly averages of the last 4 weeks}
  rolling_12week_trend: {type: number, decimals: 4, unit: °C per week, meaning: slope over the last 12 weeks; null with data in fewer than 6}
  macro_trend: {type: number, decimals: 4, unit: °C per week, meaning: "mean over the last 52 weeks of the difference from the same week a year
      before, divided by 52; null with fewer than 26 such differences"}
  week_over_week_change: {type: number, decimals: 2, unit: °C, meaning: difference from the week before}
  temp_same_week_last_year: {type: number, decimals: 2, unit: °C, meaning: the week of the same number one ISO year back}
  year_over_year_change: {type: number, decimals: 2, unit: °C, meaning: difference from that week}
  year_over_year_pct_change: {type: number, decimals: 2, unit: percent, meaning: the same in percent of that week; null when it is below 1 °C}
  current_month_avg: {type: number, decimals: 2, unit: °C, meaning: the area's average of the month that the Monday lies in}
  current_month_period_type: {type: string, meaning: "month_to_date when the snapshot's sea temperatures end before that month does, else full_month"}
  month_avg_3year_historical: {type: number, decimals: 2, unit: °C, meaning: "mean of the same month's averages in the 3 years before, of a month to
      date those of the same days; null unless all are there"}
  month_avg_5year_historical: {type: number, decimals: 2, unit: °C, meaning: the same of the 5 years before}
  current_month_vs_3year_diff: {type: number, decimals: 2, unit: °C, meaning: current_month_avg less the 3 years' mean}
  current_month_vs_5year_diff: {type: number, decimals: 2, unit: °C, meaning: current_month_avg less the 5 years' mean}
  monthly_status_vs_3year: {type: string, meaning: "much colder to -1.5 °C, colder to -0.5, normal below 0.5, warmer below 1.5, much warmer"}
  monthly_status_vs_5year: {type: string, meaning: the same against 5 years}
  is_current_week: {type: boolean, meaning: whether today lies in the week}
  is_previous_week: {type: boolean, meaning: whether it is the week before today's}
  is_current_month: {type: boolean, meaning: whether today lies in the month of the Monday}
  month_name: {type: string, meaning: English name of the month that the Monday lies in}
  season: {type: string, meaning: "winter (December to February), spring, summer or autumn, by the Monday's month"}
*/
-- Look-backs by week are in area_week_temperature. Decisions where the definitions are silent: the last date with temperatures is one for the
-- whole snapshot, as data end is, that of the sea temperatures in production areas; the days over which a month to date is compared are the
-- area's own, from the first to its last day with a reading in that month.
WITH
-- the requested weeks, in detail
site_detail AS (
  SELECT
    week_start(date) AS week,
    production_area_id,
    site_id,
    mean_degrees(sum(degrees), sum(measurement_count)) AS temperature,
    mean_degrees(sum(shallow_degrees), sum(shallow_count)) AS shallow,
    mean_degrees(sum(medium_degrees), sum(medium_count)) AS medium,
    mean_degrees(sum(deep_degrees), sum(deep_count)) AS deep,
    mean_degrees(sum(unknown_degrees), sum(unknown_count)) AS unknown,
    min(temperature) AS coldest,
    max(temperature) AS warmest,
    sum(measurement_count) AS measurement_count,
    count(DISTINCT date) AS day_count
  FROM site_reading
  WHERE date BETWEEN :first_day AND :last_day
    AND (:all_areas OR production_area_id IN (:areas))
  GROUP BY 1, 2, 3
),
area_days AS (
  SELECT production_area_id, week_start(date) AS week, count(DISTINCT date) AS day_count
  FROM site_reading
  WHERE date BETWEEN :first_day AND :last_day
    AND (:all_areas OR production_area_id IN (:areas))
  GROUP BY 1, 2
),
detail AS (
  SELECT
    week,
    production_area_id,
    median_degrees(array_agg(CAST(temperature AS DOUBLE))) AS median_temperature,
    min(coldest) AS coldest,
    max(warmest) AS warmest,
    mean_degrees(sum(shallow), count(shallow)) AS shallow,
    mean_degrees(sum(medium), count(medium)) AS medium,
    mean_degrees(sum(deep), count(deep)) AS deep,
    mean_degrees(sum(unknown), count(unknown)) AS unknown,
    sum(measurement_count) AS measurement_count,
    sum(day_count) AS site_days
  FROM site_detail
  GROUP BY 1, 2
),
last_reading AS (
  SELECT max(date) AS date
  FROM area_day_temperature
  WHERE date >= :first_day
),
-- the months of the Mondays, each with the five years before; it may have no reading of its own
monday_month AS (
  SELECT DISTINCT t.production_area_id, month_start(t.week) AS month, month_end(t.week) > r.date AS is_to_date
  FROM area_week_temperature t
  CROSS JOIN last_reading r
  WHERE t.week BETWEEN :first_day AND :last_day
    AND (:all_areas OR t.production_area_id IN (:areas))
),
earlier_month AS (
  SELECT
    m.month,
    m.production_area_id,
    m.is_to_date,
    h.month >= plus_months(m.month, -36) AS in_3_years,
    CASE WHEN m.is_to_date THEN h.temperature_to_date ELSE h.temperature END AS temperature
  FROM monday_month m
  LEFT JOIN area_month_temperature h ON h.production_area_id = m.production_area_id
    AND month(h.month) = month(m.month) AND h.month < m.month AND h.month >= plus_months(m.month, -60)
),
month_history AS (
  SELECT
    month,
    production_area_id,
    is_to_date,
    CASE WHEN count(temperature) FILTER (WHERE in_3_years) = 3
      THEN mean_degrees(sum(temperature) FILTER (WHERE in_3_years), 3) END AS mean_3_years,
    CASE WHEN count(temperature) = 5 THEN mean_degrees(sum(temperature), 5) END AS mean_5_years
  FROM earlier_month
  GROUP BY 1, 2, 3
)
SELECT
  t.week AS week_date,
  year_of_week(t.week) AS week_year,
  week(t.week) AS week_number,
  t.production_area_id AS area_id,
  p.production_area_name AS area_name,
  p.platform_area_name,
  a.production_area_ids,
  p.production_region_name,
  t.temperature AS avg_temperature,
  d.median_temperature,
  d.coldest AS min_temperature,
  d.warmest AS max_temperature,
  d.shallow AS avg_temperature_shallow,
  d.medium AS avg_temperature_medium,
  d.deep AS avg_temperature_deep,
  d.unknown AS avg_temperature_unknown,
  d.measurement_count AS total_measurement_count,
  exact_mean(d.site_days, g.day_count) AS avg_sites_count,
  g.day_count AS days_with_data,
  t.mean_4_weeks AS rolling_4week_avg,
  t.trend_12_weeks AS rolling_12week_trend,
  t.macro_trend,
  t.temperature - t.week_before AS week_over_week_change,
  t.year_before AS temp_same_week_last_year,
  t.temperature - t.year_before AS year_over_year_change,
  CASE WHEN t.year_before >= 1
    THEN CAST(CAST(100 * (t.temperature - t.year_before) AS DOUBLE) / CAST(t.year_before AS DOUBLE) AS DECIMAL(18, 12)) END
    AS year_over_year_pct_change,
  c.temperature AS current_month_avg,
  CASE WHEN h.is_to_date THEN 'month_to_date' ELSE 'full_month' END AS current_month_period_type,
  h.mean_3_years AS month_avg_3year_historical,
  h.mean_5_years AS month_avg_5year_historical,
  c.temperature - h.mean_3_years AS current_month_vs_3year_diff,
  c.temperature - h.mean_5_years AS current_month_vs_5year_diff,
  warmth(c.temperature - h.mean_3_years) AS monthly_status_vs_3year,
  warmth(c.temperature - h.mean_5_years) AS monthly_status_vs_5year,
  t.week = week_start(CAST(:today AS DATE)) AS is_current_week,
  t.week = plus_days(week_start(CAST(:today AS DATE)), -7) AS is_previous_week,
  month_start(t.week) = month_start(CAST(:today AS DATE)) AS is_current_month,
  month_name(t.week) AS month_name,
  season(t.week) AS season
FROM area_week_temperature t
JOIN detail d ON d.production_area_id = t.production_area_id AND d.week = t.week
JOIN area_days g ON g.production_area_id = t.production_area_id AND g.week = t.week
JOIN area_place p ON p.production_area_id = t.production_area_id
JOIN area a ON a.platform_area_id = p.platform_area_id
JOIN month_history h ON h.production_area_id = t.production_area_id AND h.month = month_start(t.week)
LEFT JOIN area_month_temperature c ON c.production_area_id = t.production_area_id AND c.month = month_start(t.week)
WHERE t.week BETWEEN :first_day AND :last_day
  AND (:all_areas OR t.production_area_id IN (:areas))
ORDER BY t.production_area_id, t.week
OFFSET :offset LIMIT :row_limit
