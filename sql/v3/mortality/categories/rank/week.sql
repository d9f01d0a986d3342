/*
summary: Causes of loss ranked by ISO week
family: mortality
period: week
order: week, rank
parameters:
  from_date: {type: date_from, default_back: 4 weeks, quarters: true, meaning: "first day of interest; a part of a date means its start"}
  loss_type: {type: choice, values: [loss, mortality], default: loss, meaning: "what is ranked; loss is mortality and culling"}
  number_of_categories: {type: integer, min: 1, max: 100, default: 10, meaning: categories a week at most}
  period: {type: integer, min: 1, max: 52, default: 4, meaning: "weeks of the trend, the row's own included"}
fields:
  rank: {type: integer, meaning: "1 for the cause of most losses in the week, ties by code"}
  loss_week: {type: date, meaning: Monday of the ISO week}
  loss_category_code: {type: string, meaning: registered code of the cause}
  loss_category_name: {type: string, meaning: Norwegian name of the cause}
  loss_rate: {type: number, unit: fraction per week, meaning: benchmark losses of the cause per mean fish at risk}
  mortality_rate: {type: number, unit: fraction per week, meaning: benchmark deaths of the cause per mean fish at risk}
  loss_rate_change: {type: number, unit: fraction per week, meaning: "this week's loss rate less last week's"}
  mortality_rate_change: {type: number, unit: fraction per week, meaning: "this week's mortality rate less last week's"}
  trending_loss_last_n_weeks: {type: number, unit: fraction per week, meaning: mean loss rate over the weeks of the trend}
  trending_mortality_last_n_weeks: {type: number, unit: fraction per week, meaning: mean mortality rate over the weeks of the trend}
*/
-- Decided here: the ranked causes are the benchmark's, since the record has no fields of the caller.
-- A cause that the code list does not have keeps its row, without a name.
-- A cause without losses in a week has rate 0 there. A week that is hidden, or where the benchmark has no fish, has no rows
-- and no rate: it counts neither in a change nor in a trend.
WITH
-- one row per week and farmer group, from as far before the window as a change or a trend looks back
group_week AS (
  SELECT
    week_start(date) AS week,
    farmer_group_key,
    coalesce(farmer_group_key = :own_group, false) AS is_own,
    sum(fish_count) AS fish_days
  FROM unit_day
  WHERE date BETWEEN plus_days(:first_day, -7 * :period) AND :last_day
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2, 3
  HAVING sum(fish_count) > 0
),
published_week AS (
  SELECT
    week,
    date_diff('day', DATE '1970-01-01', week) AS day_number,
    7 * (:period - 1) AS trend_days,
    sum(fish_days) FILTER (WHERE NOT (:exclude_self AND is_own)) AS fish_days
  FROM group_week
  GROUP BY 1, 2, 3
  HAVING count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) >= :min_groups
    AND sum(fish_days) FILTER (WHERE NOT (:exclude_self AND is_own)) > 0
),
category_week AS (
  SELECT
    week_start(date) AS week,
    category_code,
    sum(loss_count) AS loss_count,
    sum(mortality_count) AS mortality_count
  FROM unit_loss
  WHERE date BETWEEN plus_days(:first_day, -7 * :period) AND :last_day
    AND NOT (:exclude_self AND coalesce(farmer_group_key = :own_group, false))
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2
),
category_rate AS (
  SELECT
    c.week,
    w.day_number,
    w.trend_days,
    c.category_code,
    CASE WHEN :loss_type = 'mortality' THEN c.mortality_count ELSE c.loss_count END AS ranked_count,
    period_rate(c.loss_count, w.fish_days, 7) AS loss_rate,
    period_rate(c.mortality_count, w.fish_days, 7) AS mortality_rate
  FROM category_week c
  JOIN published_week w ON w.week = c.week
),
-- the fish at risk are the same for all causes of a week, so the order of counts is the order of rates
ranked AS (
  SELECT
    category_rate.*,
    row_number() OVER (PARTITION BY week ORDER BY ranked_count DESC, category_code) AS place,
    sum(loss_rate) OVER trend AS trend_loss_rate,
    sum(mortality_rate) OVER trend AS trend_mortality_rate
  FROM category_rate
  WINDOW trend AS (
    PARTITION BY category_code ORDER BY day_number RANGE BETWEEN trend_days PRECEDING AND CURRENT ROW)
),
trend_week AS (
  SELECT week, count(*) OVER trend AS weeks
  FROM published_week
  WINDOW trend AS (ORDER BY day_number RANGE BETWEEN trend_days PRECEDING AND CURRENT ROW)
)
SELECT
  r.place AS rank,
  r.week AS loss_week,
  r.category_code AS loss_category_code,
  n.category_name AS loss_category_name,
  r.loss_rate,
  r.mortality_rate,
  CASE WHEN p.week IS NOT NULL THEN r.loss_rate - coalesce(l.loss_rate, 0e0) END AS loss_rate_change,
  CASE WHEN p.week IS NOT NULL THEN r.mortality_rate - coalesce(l.mortality_rate, 0e0) END AS mortality_rate_change,
  r.trend_loss_rate / t.weeks AS trending_loss_last_n_weeks,
  r.trend_mortality_rate / t.weeks AS trending_mortality_last_n_weeks
FROM ranked r
JOIN trend_week t ON t.week = r.week
LEFT JOIN published_week p ON p.week = plus_days(r.week, -7)
LEFT JOIN category_rate l ON l.week = plus_days(r.week, -7) AND l.category_code = r.category_code
LEFT JOIN loss_category n ON n.level_3_code = r.category_code
WHERE r.week BETWEEN :first_day AND :last_day
  AND r.ranked_count > 0
  AND r.place <= :number_of_categories
ORDER BY r.week, r.place
OFFSET :offset LIMIT :row_limit
