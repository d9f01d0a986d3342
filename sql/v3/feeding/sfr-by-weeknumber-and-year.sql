/*
summary: Specific feed rate by ISO year and week
is_not: "Feed given, not feed eaten, and unit-days without a report are left out rather than counted as 0. Weeks differ in temperature and in the size
    of the fish, so a change is not yet a change of appetite."
family: feeding
period: week
slice: feeding_week
order: year, week
confidentiality: {rule: benchmark, sum: [specific_feed_rate]}
rows: [week]
sums: [fish_days]
with: [total, fed]
fields:
  year: {type: integer, meaning: ISO year}
  week: {type: integer, meaning: "ISO week number, 1 to 53"}
  specific_feed_rate: {type: number, decimals: 2, unit: percent of body weight per day, meaning: "benchmark feed per biomass, over unit-days that
      report feed; null in a week without"}
  is_complete: {type: boolean, meaning: "whether the data cover the week; rates of a week that is not complete are scaled to the whole one and say
      little"}
*/
-- Sites at sea outside every production area count if no areas are selected.
SELECT
  year_of_week(coalesce(t.week, f.week)) AS year,
  week(coalesce(t.week, f.week)) AS week,
  f.feed_rate AS specific_feed_rate,
  plus_days(coalesce(t.week, f.week), 6) <= :complete_through AS is_complete,
  coalesce(t.week, f.week) AS feeding_week
FROM total t
FULL OUTER JOIN fed f ON f.week = t.week
ORDER BY coalesce(t.week, f.week)
OFFSET :offset LIMIT :row_limit
