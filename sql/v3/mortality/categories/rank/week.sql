/*
summary: Causes of loss ranked by ISO week
is_not: "Causes are those that the farm registered, unknown causes included; they are not diagnoses. A change between two weeks says little when one
    of them is incomplete."
family: mortality
period: week
look_back: {weeks: period}
slice: loss_week
order: week, rank
parameters:
  from_date: {default_back: 4 weeks}
  loss_type: {type: choice, values: [loss, mortality], default: loss, meaning: "what is ranked; loss is mortality and culling"}
  number_of_categories: {type: integer, min: 1, max: 100, default: 10, meaning: categories a week at most}
  period: {type: integer, min: 1, max: 52, default: 4, meaning: "weeks of the trend, the row's own included"}
takes: [placement]
confidentiality: {rule: benchmark, sum: [rank, "{kind}_rate*", "trending_*"]}
rows: [week]
sums: [fish_days]
losses: [mortality_count, loss_count]
with: [total, cause]
each: {kind: [loss, mortality]}
fields:
  rank: {type: integer, meaning: "1 for the cause of most losses in the week, ties by code"}
  loss_week: {type: date, meaning: Monday of the ISO week}
  loss_category_code: {type: string, meaning: registered code of the cause}
  loss_category_name: {type: string, meaning: Norwegian name of the cause}
  "{kind}_rate": {type: number, unit: fraction per week, meaning: "benchmark {kind} of the cause per mean fish at risk"}
  "{kind}_rate_change": {type: number, unit: fraction per week, meaning: "this week's {kind} rate less last week's"}
  "trending_{kind}_last_n_weeks": {type: number, unit: fraction per week, meaning: "mean {kind} rate over the weeks of the trend"}
  is_complete: {type: boolean, meaning: "whether the data cover the week; rates of a week that is not complete are scaled to the whole one and say
      little"}
*/
-- Decided here: the ranked causes are the benchmark's, since the record has no fields of the caller.
-- A cause that the code list does not have keeps its row, without a name.
-- A cause without losses in a week has rate 0 there. A week that is hidden, or in which the benchmark has no fish, has no rows and no
-- rate: it counts in no change and no trend.
WITH
shown_week AS (
  SELECT week, week_index(week) AS week_number, :period - 1 AS weeks_back, fish_days
  FROM total
  WHERE fish_days > 0
),
cause_rate AS (
  SELECT
    c.week,
    w.week_number,
    w.weeks_back,
    c.category_code,
    CASE WHEN :loss_type = 'mortality' THEN c.mortality_count ELSE c.loss_count END AS ranked_count,
    period_rate(c.loss_count, w.fish_days, 7) AS loss_rate,
    period_rate(c.mortality_count, w.fish_days, 7) AS mortality_rate
  FROM cause c
  JOIN shown_week w ON w.week = c.week
  WHERE c.loss_count > 0
),
-- all causes of a week have the same fish at risk, so counts and rates give the same order
ranked AS (
  SELECT
    cause_rate.*,
    sum({kind}_rate) OVER trend AS trend_{kind}_rate,
    row_number() OVER (PARTITION BY week ORDER BY ranked_count DESC, category_code) AS rank
  FROM cause_rate
  WINDOW trend AS (PARTITION BY category_code ORDER BY week_number RANGE BETWEEN weeks_back PRECEDING AND CURRENT ROW)
),
trend_week AS (
  SELECT week, count(*) OVER trend AS weeks
  FROM shown_week
  WINDOW trend AS (ORDER BY week_number RANGE BETWEEN weeks_back PRECEDING AND CURRENT ROW)
)
SELECT
  r.rank,
  r.week AS loss_week,
  r.category_code AS loss_category_code,
  n.category_name AS loss_category_name,
  r.{kind}_rate,
  CASE WHEN p.week IS NOT NULL THEN r.{kind}_rate - coalesce(l.{kind}_rate, 0e0) END AS {kind}_rate_change,
  r.trend_{kind}_rate / t.weeks AS trending_{kind}_last_n_weeks,
  plus_days(r.week, 6) <= :complete_through AS is_complete
FROM ranked r
JOIN trend_week t ON t.week = r.week
LEFT JOIN shown_week p ON p.week = plus_days(r.week, -7)
LEFT JOIN cause_rate l ON l.week = plus_days(r.week, -7) AND l.category_code = r.category_code
LEFT JOIN loss_category n ON n.level_3_code = r.category_code
WHERE r.week BETWEEN :first_day AND :last_day
  AND r.ranked_count > 0
  AND r.rank <= :number_of_categories
ORDER BY r.week, r.rank
OFFSET :offset LIMIT :row_limit
