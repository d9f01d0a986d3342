/*
summary: What was lost of a finished cycle, a generation on a site from its first day with fish to its last, beside the cycles of its area
is_not: "Not the share of the fish set out at sea by all farms, which is /v3/mortality/generations/authority. Neither harvest nor feed conversion: no
    weighed harvest is delivered."
family: comparison
order: "own cycles: last day, site id by number, generation; without them: year, platform area id"
confidentiality:
  rule: "own cycles are those of the caller's company, and need the permission raw:read; a year's means are made once, over the cycles of enough
      farmer groups, none with more than half of them, and quarters that cover too few are joined"
  made_once: [benchmark_cycle_count, "benchmark_mean_*", benchmark_quarter_means, quarter]
  own: [first_day, last_day, stocked, lost, "loss_share*", risk]
  calendar: [benchmark_year]
with: [area]
each: {days: [30, 60, 90], quarter: [1, 2, 3, 4]}
parameters:
  from_date: {default_back: 36 months, meaning: "first of the days with which own cycles ended; years of the benchmark that overlap the window"}
  to_date: {meaning: "last of the days with which own cycles ended; today when absent"}
fields:
  platform_area_name: {type: string, meaning: Norwegian name of the platform area; null for an own site outside all of them}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  site_id: {type: string, meaning: "the own site; null, as all fields of an own cycle, for callers without own fish or without raw:read"}
  site_name: {type: string, meaning: its name}
  generation: {type: string, meaning: year class by sea transfer}
  first_day: {type: date, meaning: the first day with fish of the generation on the site}
  last_day: {type: date, meaning: the last one}
  stocked: {type: integer, unit: fish, meaning: "fish that came: the whole count of the first day, and each day the rise above what was left the day
      before"}
  lost: {type: integer, unit: fish, meaning: fish found dead or culled}
  loss_share: {type: number, unit: fraction, meaning: "lost / stocked; above 1 if more dead were found than the books had fish"}
  "loss_share_{days}": {type: number, unit: fraction, meaning: "losses of the first {days} days on the site / stocked"}
  risk: {type: number, unit: fraction, meaning: "1 - exp(-sum over days of losses / fish), up to the day before the fish fall below 10 % of their
      highest number"}
  benchmark_year: {type: integer, meaning: "the newest released year of the area, not after the last day's: the cycles that ended in it"}
  benchmark_cycle_count: {type: integer, unit: cycles, meaning: cycles of all companies in the area that ended in that year}
  benchmark_mean_risk: {type: number, unit: fraction, decimals: 3, meaning: "mean of their risks, each cycle once"}
  benchmark_mean_loss_share: {type: number, unit: fraction, decimals: 3, meaning: "mean of their loss shares, each cycle once"}
  benchmark_quarter_means:
    type: object
    meaning: "mean risk of each quarter of these cycles, ranked by risk; of joined quarters the first has it and the others are null"
    keys:
      "q{quarter}": {type: number, unit: fraction, decimals: 3, meaning: "mean risk of quarter {quarter}, 1 has the lowest risks"}
  quarter: {type: integer, meaning: "the quarter that the own cycle was put into, of joined ones the first; null when it is not among them, as in a
      year that is not released yet"}
*/
-- Which stays count as finished cycles is said by counts_as_cycle and is_for_growing, how they are measured by the view cycle. Own cycles are as they
-- are now; the year's cycles as they were at its release, when 28 days after 31 December were complete: later ones, and corrections, change none of
-- them. Decided here: a cycle is of one company, so a site that is sold ends one; the benchmark is that of the site's present area, and an area
-- whose cycles were of too few groups in a year has an older year or none; callers whose company has no fish, or who may see no rows of single sites,
-- get a row per area and released year.
WITH
own_fish AS (
  SELECT count(*) AS sites
  FROM farmer_site
  WHERE farmer_id = :own_farmer
    AND NOT :aggregates_only
    AND last_fish_date IS NOT NULL
),
own AS (
  SELECT c.*, p.site_name, p.platform_area_id
  FROM cycle c
  JOIN site_place p ON p.site_id = c.site_id AND p.site_placement = 'offshore'
  JOIN site s ON s.site_id = c.site_id
  WHERE c.farmer_id = :own_farmer
    AND NOT :aggregates_only
    AND c.last_day BETWEEN :first_day AND :last_day
    AND (:all_areas OR p.production_area_id IN (:areas))
    AND is_for_growing(s.purpose)
    AND counts_as_cycle(c.first_day, c.last_day, c.stocked_count, c.lost_count, :data_begin, :complete_through)
),
newest AS (
  SELECT o.site_id, o.farmer_id, o.generation, max(y.year) AS year
  FROM own o
  JOIN ranked_year y ON y.platform_area_id = o.platform_area_id AND y.year <= year(o.last_day)
  GROUP BY 1, 2, 3
),
compared AS (
  SELECT
    o.platform_area_id, o.site_id, o.farmer_id, o.site_name, o.generation, o.first_day, o.last_day, o.stocked_count, o.lost_count, o.risk,
    o.lost_count_{days},
    n.year,
    q.quarter
  FROM own o
  LEFT JOIN newest n ON n.site_id = o.site_id AND n.farmer_id = o.farmer_id AND n.generation = o.generation
  LEFT JOIN cycle_year q
    ON q.site_id = o.site_id AND q.farmer_id = o.farmer_id AND q.generation = o.generation AND q.platform_area_id = o.platform_area_id
    AND year(q.last_day) = n.year AND year(o.last_day) = n.year
  UNION ALL
  SELECT
    y.platform_area_id, CAST(NULL AS VARCHAR), CAST(NULL AS VARCHAR), CAST(NULL AS VARCHAR), CAST(NULL AS VARCHAR), CAST(NULL AS DATE),
    CAST(NULL AS DATE), CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), CAST(NULL AS DOUBLE),
    CAST(NULL AS BIGINT) AS lost_count_{days},
    y.year,
    CAST(NULL AS INTEGER)
  FROM ranked_year y
  CROSS JOIN own_fish f
  JOIN area a ON a.platform_area_id = y.platform_area_id
  WHERE f.sites = 0
    AND y.year BETWEEN year(CAST(:first_day AS DATE)) AND year(CAST(:last_day AS DATE))
)
SELECT
  a.platform_area_name,
  a.production_area_ids,
  c.site_id,
  c.site_name,
  c.generation,
  c.first_day,
  c.last_day,
  c.stocked_count AS stocked,
  c.lost_count AS lost,
  share(c.lost_count, c.stocked_count) AS loss_share,
  share(c.lost_count_{days}, c.stocked_count) AS loss_share_{days},
  c.risk,
  c.year AS benchmark_year,
  y.cycle_count AS benchmark_cycle_count,
  y.mean_risk AS benchmark_mean_risk,
  y.mean_loss_share AS benchmark_mean_loss_share,
  y.q{quarter} AS benchmark_quarter_means__q{quarter},
  c.quarter
FROM compared c
LEFT JOIN area a ON a.platform_area_id = c.platform_area_id
LEFT JOIN ranked_year y ON y.platform_area_id = c.platform_area_id AND y.year = c.year
ORDER BY c.last_day, site_order(c.site_id), c.site_id, generation_order(c.generation), c.generation, c.farmer_id, c.year, c.platform_area_id
OFFSET :offset LIMIT :row_limit
