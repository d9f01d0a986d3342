/*
summary: Specific feed rate by ISO year and week
family: feeding
period: week
order: year, week
fields:
  year: {type: integer, meaning: ISO year}
  week: {type: integer, meaning: "ISO week number, 1 to 53"}
  specific_feed_rate: {type: number, unit: percent of body weight per day, meaning: "benchmark feed per biomass, over unit-days that report feed; null in a week without"}
*/
-- Sites on land and outside every production area count too, the latter where all areas are meant.
WITH
group_week AS (
  SELECT
    week_start(date) AS week,
    farmer_group_key,
    coalesce(farmer_group_key = :own_group, false) AS is_own,
    sum(fish_count) FILTER (WHERE feed_g IS NOT NULL) AS fed_fish,
    sum(feed_g) AS feed_g,
    sum(biomass_g) FILTER (WHERE feed_g IS NOT NULL) AS biomass_g
  FROM unit_day
  WHERE date BETWEEN :first_day AND :last_day
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND in_weight_range(avg_weight_gram, :weight_range_start, :weight_range_end)
  GROUP BY 1, 2
  HAVING sum(fish_count) > 0
),
cell AS (
  SELECT
    week,
    count(farmer_group_key) FILTER (WHERE fed_fish > 0 AND NOT is_own) AS other_groups,
    sum(feed_g) FILTER (WHERE fed_fish > 0 AND NOT (:exclude_self AND is_own)) AS feed_g,
    sum(biomass_g) FILTER (WHERE fed_fish > 0 AND NOT (:exclude_self AND is_own)) AS biomass_g
  FROM group_week
  GROUP BY 1
)
SELECT
  year_of_week(week) AS year,
  week(week) AS week,
  published(feed_rate(feed_g, biomass_g), other_groups, :min_groups) AS specific_feed_rate
FROM cell
ORDER BY cell.week
OFFSET :offset LIMIT :row_limit
