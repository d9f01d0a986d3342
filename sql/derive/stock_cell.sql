-- Unit-days with fish of counted species, summed by piece, site, company, generation and weight class. Unit-days without fish are in no
-- cell, and cleaner fish in none either.
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
  CAST(sum(mortality_count) AS BIGINT) AS mortality_count,
  CAST(sum(mortality_biomass_g) AS BIGINT) AS mortality_biomass_g,
  CAST(sum(culling_count) AS BIGINT) AS culling_count,
  CAST(sum(culling_biomass_g) AS BIGINT) AS culling_biomass_g,
  -- a bit for each day of the month
  CAST(bit_or(1 << (day(date) - 1)) AS INTEGER) AS days
FROM stock_day
WHERE fish_count > 0
  AND species_code IN (SELECT code FROM species WHERE is_counted)
GROUP BY 1, 2, 3, 4, 5
