-- Unit-days with fish of counted species, summed by piece, site, company, generation and weight class. Unit-days without fish are in no
-- cell, and cleaner fish in none either.
--
-- gain_g is the estimated growth of unit-days that report feed: fish x (mean weight - mean weight of the day before), in whole grams, if the
-- unit had the same cohort of the same company the day before and its fish did not rise by more than 1 %. gain_biomass_g is the biomass of the
-- same unit-days. A year is computed by itself, so 1 January has no gain and is in neither.
WITH
unit_day AS (
  SELECT
    s.*,
    CASE WHEN s.feed_g IS NOT NULL
        AND b.farmer_id = s.farmer_id
        AND b.cohort_id = s.cohort_id
        AND has_no_move_in(s.fish_count, b.fish_count)
      THEN gain_of(s.fish_count, s.avg_weight_gram, b.avg_weight_gram) END AS gain_g
  FROM stock_day s
  LEFT JOIN stock_before b ON b.date + 1 = s.date AND b.site_id = s.site_id AND b.unit_id = s.unit_id
  WHERE s.fish_count > 0
    AND s.species_code IN (SELECT code FROM species WHERE is_counted)
)
SELECT
  piece_start(date) AS piece_start,
  site_id,
  farmer_id,
  generation,
  weight_class(avg_weight_gram) AS weight_class,
  CAST(sum(fish_count) AS BIGINT) AS fish_days,
  CAST(sum(biomass_g) AS BIGINT) AS biomass_days,
  CAST(sum(feed_g) AS BIGINT) AS feed_g,
  CAST(sum(biomass_g) FILTER (WHERE feed_g IS NOT NULL) AS BIGINT) AS fed_biomass_g,
  CAST(sum(gain_g) AS BIGINT) AS gain_g,
  CAST(sum(biomass_g) FILTER (WHERE gain_g IS NOT NULL) AS BIGINT) AS gain_biomass_g,
  CAST(sum(mortality_count) AS BIGINT) AS mortality_count,
  CAST(sum(mortality_biomass_g) AS BIGINT) AS mortality_biomass_g,
  CAST(sum(culling_count) AS BIGINT) AS culling_count,
  CAST(sum(culling_biomass_g) AS BIGINT) AS culling_biomass_g,
  -- a bit for each day of the month
  CAST(bit_or(1 << (day(date) - 1)) AS INTEGER) AS days
FROM unit_day
GROUP BY 1, 2, 3, 4, 5
