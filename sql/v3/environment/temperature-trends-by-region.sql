/*
summary: Weekly sea temperature of a production area with its trends and the same week of earlier years
is_not: "The trend is a slope over 4 weeks and mostly shows the season: it is positive in any spring. Whether the sea is warmer than usual is in macro_change and macro_trend, which compare with a year before."
family: environment
period: week
order: production area id, week
with: [area]
fields:
  week: {type: date, meaning: Monday of the ISO week}
  weeknum: {type: integer, meaning: ISO week number}
  year: {type: integer, meaning: ISO year of the week}
  area_id: {type: integer, meaning: number of the production area}
  area_name: {type: string, meaning: name of the production area}
  platform_area_name: {type: string, meaning: Norwegian name of its platform area}
  production_area_ids: {type: "integer[]", meaning: the platform area's production areas that pass the filter}
  temperature: {type: number, decimals: 2, unit: °C, meaning: mean of the sites' averages}
  trend: {type: number, decimals: 4, unit: °C per week, meaning: slope over the last 4 weeks; null with data in fewer than 2}
  change: {type: number, decimals: 2, unit: °C, meaning: difference from the week before}
  macro_trend: {type: number, decimals: 4, unit: °C per week, meaning: slope over the last 52 weeks; null with data in fewer than 26}
  macro_change: {type: number, decimals: 2, unit: °C, meaning: difference from prev_year}
  macro_change_2: {type: number, decimals: 2, unit: °C, meaning: difference from prev_year_2}
  prev_year: {type: number, decimals: 2, unit: °C, meaning: the week of the same number one ISO year back}
  prev_year_2: {type: number, decimals: 2, unit: °C, meaning: the week of the same number two ISO years back}
*/
-- The last n weeks include the row's own. Two ISO years are 104 or 105 weeks.
WITH
-- the weekly series of every area, from two ISO years back: every site counts once
area_week AS (
  SELECT
    production_area_id,
    week,
    year_of_week(week) AS week_year,
    week(week) AS week_of_year,
    week_index(week) AS week_number,
    mean_degrees(sum(temperature), count(temperature)) AS temperature
  FROM site_week_temperature
  WHERE week BETWEEN plus_days(:first_day, -735) AND :last_day
    AND (:all_areas OR production_area_id IN (:areas))
  GROUP BY 1, 2
),
trend AS (
  SELECT
    area_week.*,
    slope(count(week_number) OVER last_4, sum(week_number) OVER last_4, sum(temperature) OVER last_4,
      sum(week_number * temperature) OVER last_4, sum(week_number * week_number) OVER last_4, 4) AS trend,
    slope(count(week_number) OVER last_52, sum(week_number) OVER last_52, sum(temperature) OVER last_52,
      sum(week_number * temperature) OVER last_52, sum(week_number * week_number) OVER last_52, 52) AS macro_trend
  FROM area_week
  WINDOW
    last_4 AS (PARTITION BY production_area_id ORDER BY week RANGE BETWEEN INTERVAL '21' DAY PRECEDING AND CURRENT ROW),
    last_52 AS (PARTITION BY production_area_id ORDER BY week RANGE BETWEEN INTERVAL '357' DAY PRECEDING AND CURRENT ROW)
)
SELECT
  t.week,
  t.week_of_year AS weeknum,
  t.week_year AS year,
  t.production_area_id AS area_id,
  p.production_area_name AS area_name,
  p.platform_area_name,
  a.production_area_ids,
  t.temperature,
  t.trend,
  t.temperature - w.temperature AS change,
  t.macro_trend,
  t.temperature - y.temperature AS macro_change,
  t.temperature - z.temperature AS macro_change_2,
  y.temperature AS prev_year,
  z.temperature AS prev_year_2
FROM trend t
JOIN area_place p ON p.production_area_id = t.production_area_id
JOIN area a ON a.platform_area_id = p.platform_area_id
LEFT JOIN area_week w ON w.production_area_id = t.production_area_id AND w.week = plus_days(t.week, -7)
LEFT JOIN area_week y ON y.production_area_id = t.production_area_id
  AND y.week_year = t.week_year - 1 AND y.week_of_year = t.week_of_year
LEFT JOIN area_week z ON z.production_area_id = t.production_area_id
  AND z.week_year = t.week_year - 2 AND z.week_of_year = t.week_of_year
WHERE t.week BETWEEN :first_day AND :last_day
ORDER BY t.production_area_id, t.week
OFFSET :offset LIMIT :row_limit
