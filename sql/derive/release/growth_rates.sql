-- What fish of a weight grow in water of a degree along the whole coast (definitions.md, comparison of growth): made once, when a calendar year is
-- released, of all unit-days that the snapshot has of it. Parts are tables of the snapshot and of the ledger.

-- name: growing_days
-- Each company's growth of a year among fish of counted species at sea, by weight and whole degree. A unit-day counts as in stock_cell: 1 January
-- has no growth, since a year is made by itself. It has a temperature of the site that day.
SELECT
  CAST(:first_day AS DATE) AS year_start,
  growth_weight(s.avg_weight_gram) AS weight_from,
  CAST(floor(CAST(t.temperature AS DOUBLE)) AS INTEGER) AS degrees,
  s.farmer_id,
  g.farmer_group_key,
  CAST(sum(gain_of(s.fish_count, s.avg_weight_gram, b.avg_weight_gram)) AS BIGINT) AS gain_g,
  CAST(sum(s.biomass_g) AS BIGINT) AS biomass_g
FROM ({stock_day}) s
JOIN ({stock_day}) b ON b.date + 1 = s.date AND b.site_id = s.site_id AND b.unit_id = s.unit_id
JOIN site_temperature t ON t.site_id = s.site_id AND t.date = s.date
JOIN species k ON k.code = s.species_code AND k.is_counted
JOIN places p ON p.site_id = s.site_id AND p.site_placement = 'offshore'
JOIN groups g ON g.farmer_id = s.farmer_id
WHERE s.fish_count > 0
  AND s.biomass_g > 0
  AND s.feed_g IS NOT NULL
  AND b.farmer_id = s.farmer_id
  AND b.cohort_id = s.cohort_id
  AND has_no_move_in(s.fish_count, b.fish_count)
GROUP BY 1, 2, 3, 4, 5

-- name: safe_growth_rates
-- The rows of those weights and degrees that are safe by themselves, by their biomass and the groups that the companies are in now. Part is
-- growth_rate.
SELECT r.*
FROM ({rows}) r
JOIN (
  SELECT year_start, weight_from, degrees
  FROM (
    SELECT r.year_start, r.weight_from, r.degrees, coalesce(g.farmer_group_key, r.farmer_group_key) AS group_now, sum(r.biomass_g) AS amount
    FROM ({rows}) r
    LEFT JOIN groups g ON g.farmer_id = r.farmer_id
    GROUP BY 1, 2, 3, 4
  ) a
  GROUP BY 1, 2, 3
  HAVING is_safe(count(*), sum(amount), max(amount), coalesce(max(amount, 2)[2], 0), :min_farmers, :max_share)
) s ON s.year_start = r.year_start AND s.weight_from = r.weight_from AND s.degrees = r.degrees
