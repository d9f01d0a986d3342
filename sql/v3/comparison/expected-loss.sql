/*
summary: Own losses beside those that others would have had in the same weeks, with fish as alike as enough companies have
is_not: "Others' fish are of the same generation and weight only where standard is generation_and_weight: else they were older or younger, or
    elsewhere, and weight alone is adjusted for. The ratios of two companies cannot be compared with each other, since each has its own mix of fish,
    and the interval, which covers about 90 %, is of own sites alone: it takes the rates of others as they are."
family: comparison
access: farmer
period: {from: period_grouping}
order: "period_start, platform area id, site by number, generation (year, spring first)"
confidentiality:
  rule: "own cells, multiplied by the rate of the other groups in a whole released atom that is safe without the caller"
  sum: [expected_count, "ratio*", excess_count]
  own: [fish_days, observed_count, largest_site_share, compared_share, like_share]
  public: [standard]
takes: [generations, own]
parameters:
  loss_type: {type: choice, values: [loss, mortality, culling], default: loss, meaning: what is counted}
  period_grouping: {type: choice, values: [week, month, window], default: month, meaning: "what a row covers; window is all of the window, in whole
      ISO weeks"}
  group_by: {type: choice, values: [company, area, site, generation], default: company, meaning: whose fish a row is for}
with: [area, others]
each: {level: [1, 2, 3, 4]}
fields:
  period_start: {type: date, meaning: first day of the period}
  period_end: {type: date, meaning: last day of the period}
  is_complete: {type: boolean, meaning: "whether the data cover the period; only what is released can be compared"}
  platform_area_name: {type: string, meaning: "Norwegian name of the platform area; null by company and by generation"}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  site_id: {type: string, meaning: "the authority's site number; null unless by site"}
  site_name: {type: string, meaning: its name}
  generation: {type: string, meaning: "code of the generation; null unless by generation"}
  fish_days: {type: integer, unit: fish days, meaning: "the caller's own, compared: the sum over days of the fish at the start of the day"}
  observed_count: {type: integer, unit: fish, meaning: the caller's own losses among them}
  expected_count: {type: number, unit: fish, decimals: 1, meaning: "losses that these fish would have had at the rates of other groups, for the same
      week and what standard says, adjusted for weight"}
  ratio: {type: number, decimals: 3, meaning: "observed / expected: 0.8 is a fifth fewer losses than others would have had; null where nothing is
      expected, or less than half of the fish days are compared"}
  ratio_low: {type: number, decimals: 3, meaning: "the ratio's interval, from the differences between own sites: its lower end; null below 8 sites,
      and where nothing was lost"}
  ratio_high: {type: number, decimals: 3, meaning: its upper end}
  largest_site_share: {type: number, unit: fraction, meaning: "the part of the observed losses that the own site with most of them has: a ratio may
      be one accident; null without a loss"}
  excess_count: {type: number, unit: fish, decimals: 1, meaning: observed less expected}
  compared_share: {type: number, unit: fraction, meaning: "the part of the caller's own fish days that is compared"}
  like_share: {type: number, unit: fraction, meaning: "the part of the compared fish days that is held against fish of one generation and of the
      same 500 g of weight; the rest is held against a wider mix"}
  standard: {type: string, meaning: "what was held equal for at least half of the compared fish days, beside the week: generation_and_weight,
      generation, area_and_week, region_and_week or coast_and_week, the first that holds; in all of them weight is adjusted for; null where nothing
      is compared"}
*/
-- Indirect standardisation. Each own cell (a week within a month, area, generation and 100 g of weight) would lose its fish days times the rate of
-- the other groups in its atom, times how much more fish of its weight lose than the atom's others, by rates of the whole coast (weight_rate).
-- Filters choose own cells only: an atom is always whole, whatever is asked. The expected losses are rounded first, and the rest is made of them,
-- so that no ratio tells more. Decided here: own figures are as they are now, of the group or the company that own names, and by site those of
-- sites of the caller's company; what is taken out of an atom is the whole group's in both; the
-- interval is that of a ratio of sums over sites (linearised), on the log scale, by Student's t for the number of sites less one.
WITH
own_site AS (
  SELECT p.site_number
  FROM farmer_site f
  JOIN site_place p ON p.site_id = f.site_id
  WHERE f.farmer_id = :own_farmer
),
own AS (
  SELECT
    piece_start,
    CASE :period_grouping WHEN 'week' THEN week WHEN 'month' THEN month ELSE CAST(:first_day AS DATE) END AS period_start,
    CASE WHEN :group_by IN ('area', 'site') THEN platform_area_id END AS platform_area_id,
    CASE WHEN :group_by = 'site' THEN site_number END AS row_site,
    CASE WHEN :group_by = 'generation' THEN generation END AS row_generation,
    production_area_id,
    site_number,
    generation,
    weight_class,
    fish_days,
    CASE :loss_type WHEN 'mortality' THEN mortality_count WHEN 'culling' THEN culling_count ELSE loss_count END AS lost
  FROM cell_stock
  WHERE is_own(farmer_group_key, farmer_id, :own_group, :own)
    AND site_placement = 'offshore'
    AND piece_start BETWEEN :first_day AND :last_day
    AND (:all_areas OR production_area_id IN (:areas))
    AND (:all_generations OR generation IN (:generations))
    AND (:group_by <> 'area' OR platform_area_id IS NOT NULL)
    AND (:group_by <> 'site' OR site_number IN (SELECT site_number FROM own_site))
),
{others},
-- the losses that are expected of each own cell; null if it is not compared
compared_row AS (
  SELECT
    o.*,
    expected_loss(o.fish_days, CASE :loss_type WHEN 'mortality' THEN t.mortality_count WHEN 'culling' THEN t.culling_count ELSE t.loss_count END,
      t.fish_days, t.factor, t.tenths) AS expected,
    t.standard
  FROM own o
  LEFT JOIN others t
    ON t.piece_start = o.piece_start
    AND t.production_area_id IS NOT DISTINCT FROM o.production_area_id
    AND t.generation = o.generation
    AND t.weight_class = o.weight_class
),
row_site_sum AS (
  SELECT
    period_start,
    platform_area_id,
    row_site,
    row_generation,
    site_number,
    sum(fish_days) AS all_fish_days,
    sum(fish_days) FILTER (WHERE expected IS NOT NULL) AS fish_days,
    sum(fish_days) FILTER (WHERE standard <= {level}) AS fish_days_{level},
    sum(lost) FILTER (WHERE expected IS NOT NULL) AS observed,
    sum(expected) AS expected
  FROM compared_row
  GROUP BY 1, 2, 3, 4, 5
),
-- how far each site is from the ratio of its row
site_residual AS (
  SELECT
    row_site_sum.*,
    CASE WHEN sum(expected) OVER one_row > 0
      THEN observed - CAST(expected AS DOUBLE) * CAST(sum(observed) OVER one_row AS DOUBLE) / CAST(sum(expected) OVER one_row AS DOUBLE)
      END AS residual
  FROM row_site_sum
  WINDOW one_row AS (PARTITION BY period_start, platform_area_id, row_site, row_generation)
),
row_sum AS (
  SELECT
    period_start,
    platform_area_id,
    row_site,
    row_generation,
    count(fish_days) AS site_count,
    sum(all_fish_days) AS all_fish_days,
    coalesce(sum(fish_days), 0) AS fish_days,
    coalesce(sum(fish_days_{level}), 0) AS fish_days_{level},
    coalesce(sum(observed), 0) AS observed,
    max(observed) AS largest,
    round(coalesce(CAST(sum(expected) AS DOUBLE), 0e0), 1) AS expected,
    -- added in the order of the sites, so that the last digit is always the same
    sum(residual * residual ORDER BY site_number) AS squares
  FROM site_residual
  GROUP BY 1, 2, 3, 4
),
standard AS (
  SELECT
    row_sum.*,
    CASE :period_grouping WHEN 'week' THEN plus_days(period_start, 6) WHEN 'month' THEN month_end(period_start) ELSE CAST(:last_day AS DATE) END
      AS period_end,
    compared_ratio(observed, expected, fish_days, all_fish_days) AS ratio,
    CASE WHEN observed > 0 AND expected > 0 AND site_count >= 8
      THEN t_quantile_975(site_count - 1) * ratio_error(squares, site_count, expected) * expected / observed END AS half_width
  FROM row_sum
)
SELECT
  s.period_start,
  s.period_end,
  s.period_end <= :complete_through AS is_complete,
  a.platform_area_name,
  a.production_area_ids,
  p.site_id,
  p.site_name,
  s.row_generation AS generation,
  s.fish_days,
  s.observed AS observed_count,
  s.expected AS expected_count,
  s.ratio,
  s.ratio * exp(-s.half_width) AS ratio_low,
  s.ratio * exp(s.half_width) AS ratio_high,
  CASE WHEN s.observed > 0 THEN share(s.largest, s.observed) END AS largest_site_share,
  s.observed - s.expected AS excess_count,
  share(s.fish_days, s.all_fish_days) AS compared_share,
  share(s.fish_days_1, s.fish_days) AS like_share,
  CASE WHEN s.fish_days = 0 THEN NULL
    WHEN 2 * s.fish_days_1 >= s.fish_days THEN 'generation_and_weight'
    WHEN 2 * s.fish_days_2 >= s.fish_days THEN 'generation'
    WHEN 2 * s.fish_days_3 >= s.fish_days THEN 'area_and_week'
    WHEN 2 * s.fish_days_4 >= s.fish_days THEN 'region_and_week'
    ELSE 'coast_and_week' END AS standard
FROM standard s
LEFT JOIN area a ON a.platform_area_id = s.platform_area_id
LEFT JOIN site_place p ON p.site_number = s.row_site
ORDER BY s.period_start, s.platform_area_id NULLS LAST, site_order(p.site_id), p.site_id, generation_order(s.row_generation), s.row_generation
OFFSET :offset LIMIT :row_limit
