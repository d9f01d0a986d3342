/*
summary: Weekly sea temperature of a production area with its trends and the same week of earlier years
is_not: "The trend is a slope over 4 weeks and mostly shows the season: it is positive in any spring. Whether the sea is warmer than usual is in
    macro_change and macro_trend, which compare with a year before."
family: environment
period: week
slice: week
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
  macro_trend: {type: number, decimals: 4, unit: °C per week, meaning: "mean over the last 52 weeks of the difference from the same week a year
      before, divided by 52; null with fewer than 26 such differences"}
  macro_change: {type: number, decimals: 2, unit: °C, meaning: difference from prev_year}
  macro_change_2: {type: number, decimals: 2, unit: °C, meaning: difference from prev_year_2}
  prev_year: {type: number, decimals: 2, unit: °C, meaning: the week of the same number one ISO year back}
  prev_year_2: {type: number, decimals: 2, unit: °C, meaning: the week of the same number two ISO years back}
*/
-- Look-backs are in area_week_temperature. The last n weeks include the row's own.
SELECT
  t.week,
  week(t.week) AS weeknum,
  year_of_week(t.week) AS year,
  t.production_area_id AS area_id,
  p.production_area_name AS area_name,
  p.platform_area_name,
  a.production_area_ids,
  t.temperature,
  t.trend_4_weeks AS trend,
  t.temperature - t.week_before AS change,
  t.macro_trend,
  t.temperature - t.year_before AS macro_change,
  t.temperature - t.two_years_before AS macro_change_2,
  t.year_before AS prev_year,
  t.two_years_before AS prev_year_2
FROM area_week_temperature t
JOIN area_place p ON p.production_area_id = t.production_area_id
JOIN area a ON a.platform_area_id = p.platform_area_id
WHERE t.week BETWEEN :first_day AND :last_day
  AND (:all_areas OR t.production_area_id IN (:areas))
ORDER BY t.production_area_id, t.week
OFFSET :offset LIMIT :row_limit
