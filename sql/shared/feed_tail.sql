-- The unit-days with feed in each cell of region, species, weight and degrees (cell), and the median and the means of the tails of their rates
-- (tail_mean), for legacy v2 feeding. It is a piece and no view, since the caller's own unit-days may be left out. The views do what does not depend
-- on the caller: feed_cell has the sums by farmer group; feed_order the single unit-days, numbered in their cell by rate, so that a percentile is
-- looked up by its number, with the running sum of the rates, so that the sum of a tail is a difference; feed_percentile the few that are
-- looked up when none is left out.
--
-- An example: a cell has six unit-days, no. 1 to 6, with the rates 0.2, 0.4, 0.4, 0.6, 0.8 and 1.0; their running sums are 0.2, 0.6, 1.0, 1.6,
-- 2.4 and 3.4. The 10th percentile lies at place 1 + 0.1 x 5 = 1.5: from no. 1 five tenths of the way to no. 2, so it is 0.3. The lower tail are
-- the unit-days up to there: it ends with no. 1, its sum is 0.2, its mean 0.2. The 90th lies at 1 + 0.9 x 5 = 5.5, so it is 0.9; the upper tail
-- begins with no. 6, its sum is 3.4 - 2.4 = 1.0. Now no. 2 is the caller's and left out. Of the five others the 10th percentile lies at place
-- 1 + 0.1 x 4 = 1.4, between the first and the second. The first of them is no. 1. The second is no. 3, as one that is left out comes before it:
-- the percentile is 0.2 + 0.4 x (0.4 - 0.2) = 0.28. A tail loses what is left out of it: from its number and from its sum.
group_cell AS (
  SELECT
    c.feed_cell_id, c.species_code, c.weight_group, c.degrees, c.farmer_group_key,
    c.day_count, c.sfr_sum, c.lowest, c.highest,
    CASE WHEN :by_country THEN c.country_cell ELSE c.region_cell END AS cell,
    CASE WHEN :by_country THEN 'Norge' ELSE c.production_region_name END AS region,
    NOT (:exclude_self AND coalesce(c.farmer_group_key = :own_group, false)) AS counts
  FROM feed_cell c
  WHERE :by_country OR c.production_region_name IS NOT NULL
),
cell AS (
  SELECT
    cell, region, species_code, weight_group, degrees,
    sum(day_count) AS all_days,
    sum(sfr_sum) AS all_sum,
    coalesce(sum(day_count) FILTER (WHERE counts), 0) AS days,
    sum(sfr_sum) FILTER (WHERE counts) AS sfr_sum
  FROM group_cell
  GROUP BY 1, 2, 3, 4, 5
),
-- the caller's own unit-days if they do not count, each with the number of other unit-days before it
left_out AS (
  SELECT
    g.cell,
    d.number,
    d.sfr,
    d.number - row_number() OVER (PARTITION BY g.cell ORDER BY d.number) AS others_before
  FROM group_cell g
  JOIN feed_order d ON d.feed_cell_id = g.feed_cell_id AND d.by_country = :by_country
  WHERE NOT g.counts
),
-- a percentile, in tenths, lies at or after a place among the n unit-days that count, by so many tenths of the way to the next
-- one: 1 + p x (n - 1), in whole numbers
wanted AS (
  SELECT
    c.cell,
    p.tenth,
    s.step,
    (c.days - 1) * p.tenth % 10 AS way,
    (c.days - 1) * p.tenth / 10 + 1 + s.step AS place
  FROM cell c
  CROSS JOIN (VALUES (1), (5), (9)) AS p(tenth)
  CROSS JOIN (VALUES (0), (1)) AS s(step)
  WHERE c.days > 0
),
-- its number in the full order: plus the excluded unit-days before it
found AS (
  SELECT w.cell, w.tenth, w.step, w.way, CAST(w.place + count(o.cell) AS INTEGER) AS number
  FROM wanted w
  LEFT JOIN left_out o ON o.cell = w.cell AND o.others_before < w.place
  GROUP BY w.cell, w.tenth, w.step, w.way, w.place
),
-- where that number can be looked up
numbered AS (
  SELECT * FROM feed_order WHERE by_country = :by_country AND :exclude_self
  UNION ALL
  SELECT * FROM feed_percentile WHERE by_country = :by_country AND NOT :exclude_self
),
-- the percentile, and where a tail that ends there ends: the lower one with the last unit-day of the rate at step 0, the upper one with the first
-- of that rate, or of the next one if the percentile lies between two; with the sum of all rates up to the one, and before the other
percentile AS (
  SELECT
    f.cell,
    f.tenth,
    min(d.sfr) + (max(d.sfr) - min(d.sfr)) * max(f.way) / 10e0 AS percentile,
    max(d.last_equal) FILTER (WHERE f.step = 0) AS tail_to,
    max(d.rate_sum + exact_mean((d.last_equal - d.number) * d.sfr, 1)) FILTER (WHERE f.step = 0) AS sum_to,
    max(d.first_equal) FILTER (WHERE f.step = CASE WHEN f.way > 0 THEN 1 ELSE 0 END) AS tail_from,
    max(d.rate_sum - exact_mean((d.number - d.first_equal + 1) * d.sfr, 1))
      FILTER (WHERE f.step = CASE WHEN f.way > 0 THEN 1 ELSE 0 END) AS sum_before
  FROM found f
  JOIN numbered d ON d.cell = f.cell AND d.number = f.number
  GROUP BY 1, 2
),
tail AS (
  SELECT
    cell,
    max(percentile) FILTER (WHERE tenth = 1) AS lower,
    max(percentile) FILTER (WHERE tenth = 5) AS median,
    max(percentile) FILTER (WHERE tenth = 9) AS upper,
    max(tail_to) FILTER (WHERE tenth = 1) AS lower_to,
    max(sum_to) FILTER (WHERE tenth = 1) AS lower_sum,
    max(tail_from) FILTER (WHERE tenth = 9) AS upper_from,
    max(sum_before) FILTER (WHERE tenth = 9) AS below_upper_sum
  FROM percentile
  GROUP BY 1
),
-- the excluded unit-days in the tails
tail_left_out AS (
  SELECT
    t.cell,
    count(o.number) FILTER (WHERE o.number <= t.lower_to) AS lower_days,
    sum(exact_mean(o.sfr, 1)) FILTER (WHERE o.number <= t.lower_to) AS lower_sum,
    count(o.number) FILTER (WHERE o.number >= t.upper_from) AS upper_days,
    sum(exact_mean(o.sfr, 1)) FILTER (WHERE o.number >= t.upper_from) AS upper_sum
  FROM tail t
  JOIN left_out o ON o.cell = t.cell
  GROUP BY 1
),
-- the tails depend on the groups whose unit-days they average, and on the caller's own when it is excluded
tail_group AS (
  SELECT
    g.cell,
    count(DISTINCT g.farmer_group_key) FILTER (WHERE NOT g.counts OR g.lowest <= t.lower) AS lower_groups,
    count(DISTINCT g.farmer_group_key) FILTER (WHERE NOT g.counts OR g.highest >= t.upper) AS upper_groups
  FROM group_cell g
  JOIN tail t ON t.cell = g.cell
  GROUP BY 1
),
tail_mean AS (
  SELECT
    t.cell,
    t.median,
    CASE WHEN are_enough(g.upper_groups, :min_farmers, false) THEN exact_mean(
      c.all_sum - t.below_upper_sum - coalesce(o.upper_sum, 0),
      c.all_days - t.upper_from + 1 - coalesce(o.upper_days, 0)) END AS highest,
    CASE WHEN are_enough(g.lower_groups, :min_farmers, false) THEN exact_mean(
      t.lower_sum - coalesce(o.lower_sum, 0),
      t.lower_to - coalesce(o.lower_days, 0)) END AS lowest
  FROM tail t
  JOIN cell c ON c.cell = t.cell
  JOIN tail_group g ON g.cell = t.cell
  LEFT JOIN tail_left_out o ON o.cell = t.cell
)
