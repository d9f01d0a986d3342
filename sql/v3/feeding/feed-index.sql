/*
summary: Own feed beside what fish of that size eat at that temperature, by ISO week and site
is_not: "Not whether more feed would have paid: fish that are starved before a treatment or a harvest have a low index, and so have fish whose weight
    is estimated too high. What others feed is a mean over their unit-days, in which a small pen counts as much as a large one."
family: feeding
access: own
period: week
look_back: 3 weeks
without_parameters: [own]
order: week, site by number
confidentiality:
  rule: "unit-days of the caller's company, beside the mean rates of the whole coast as legacy v2 shows them: rounded, and only those that it shows"
  sum: [feed_index, feed_index_4_weeks, expected_feed_kg]
  own: [feed_kg, compared_share]
set: {by_country: true}
with: [fed_degree, own_temperature]
fields:
  week: {type: date, meaning: Monday of the ISO week}
  site_id: {type: string, meaning: "the authority's site number"}
  site_name: {type: string, meaning: its name}
  feed_index: {type: number, meaning: "feed / expected feed: 1.1 is a tenth more than fish of that size get elsewhere at that temperature; null where
      nothing is compared"}
  feed_index_4_weeks: {type: number, meaning: "median of feed_index over the four weeks up to this one, those that have one: fish that are starved
      before they are handled make single weeks low"}
  feed_kg: {type: number, unit: kg, meaning: "the caller's own feed on the compared unit-days"}
  expected_feed_kg: {type: number, unit: kg, meaning: "biomass of these unit-days times the coast's mean rate for their species, weight and degree"}
  compared_share: {type: number, unit: fraction, meaning: "the part of the site's own biomass, day by day, that is compared: days with reported feed,
      a sea temperature and a published rate"}
  is_complete: {type: boolean, meaning: "whether the data cover the week"}
*/
-- The expected feed of a unit-day is its biomass x avg_sfr of /v2/feeding/sfr-by-country-and-temperature, rounded to four decimals as there, for its
-- species, weight group and whole degree. The rates are those of the last 24 released months, whatever week is asked for. Own unit-days of counted
-- species at sea, as they are now; a reported feed of 0 counts.
WITH
published_rate AS (
  SELECT species_code, weight_group, degrees, CAST(round(exact_mean(sfr_sum, days), 4) AS DOUBLE) AS avg_sfr
  FROM cell
  WHERE days > 0
),
own_unit_day AS (
  SELECT
    week_start(d.date) AS week,
    p.site_number,
    d.biomass_g,
    d.feed_g,
    CASE WHEN d.feed_g IS NOT NULL THEN exact_mean(d.biomass_g * r.avg_sfr, 100) END AS expected_g
  FROM stock_day d
  JOIN species k ON k.code = d.species_code AND k.is_counted
  JOIN site_place p ON p.site_id = d.site_id
  LEFT JOIN own_temperature t ON t.site_id = d.site_id AND t.date = d.date
  LEFT JOIN published_rate r
    ON r.species_code = d.species_code
    AND r.weight_group = legacy_weight_group(d.avg_weight_gram)
    AND r.degrees = CAST(floor(CAST(t.temperature AS DOUBLE)) AS INTEGER)
  WHERE d.date BETWEEN :read_from AND :last_day
    AND d.farmer_id = :own_farmer
    AND p.site_placement = 'offshore'
    AND d.fish_count > 0
    AND (:all_areas OR p.production_area_id IN (:areas))
    AND (:all_generations OR d.generation IN (:generations))
    AND in_weight_range(weight_class(d.avg_weight_gram), :weight_range_start, :weight_range_end)
),
site_week AS (
  SELECT
    week,
    site_number,
    sum(biomass_g) AS biomass_g,
    sum(biomass_g) FILTER (WHERE expected_g IS NOT NULL) AS compared_g,
    coalesce(sum(feed_g) FILTER (WHERE expected_g IS NOT NULL), 0) AS feed_g,
    coalesce(sum(expected_g), 0) AS expected_g
  FROM own_unit_day
  GROUP BY 1, 2
),
indexed AS (
  SELECT site_week.*, CASE WHEN expected_g > 0 THEN CAST(feed_g AS DOUBLE) / expected_g END AS feed_index
  FROM site_week
),
smoothed AS (
  SELECT i.week, i.site_number, quantile_of(array_agg(b.feed_index), 5e-1) AS feed_index_4_weeks
  FROM indexed i
  JOIN indexed b ON b.site_number = i.site_number AND b.week BETWEEN plus_days(i.week, -21) AND i.week
  WHERE b.feed_index IS NOT NULL
  GROUP BY 1, 2
)
SELECT
  w.week,
  p.site_id,
  p.site_name,
  w.feed_index,
  m.feed_index_4_weeks,
  kilograms(w.feed_g) AS feed_kg,
  kilograms(w.expected_g) AS expected_feed_kg,
  share(w.compared_g, w.biomass_g) AS compared_share,
  plus_days(w.week, 6) <= :complete_through AS is_complete
FROM indexed w
JOIN site_place p ON p.site_number = w.site_number
LEFT JOIN smoothed m ON m.week = w.week AND m.site_number = w.site_number
WHERE w.week >= :first_day
ORDER BY w.week, w.site_number
OFFSET :offset LIMIT :row_limit
