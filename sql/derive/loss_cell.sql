-- Losses by cause, summed by the cell of their unit-day: each lies on a unit-day with at least as many fish, which is in a stock cell.
SELECT
  piece_start(date) AS piece_start,
  site_id,
  farmer_id,
  generation,
  weight_class(unit_avg_weight_gram) AS weight_class,
  category_code,
  CAST(sum(CASE WHEN loss_type = 'mortality' THEN loss_count ELSE 0 END) AS BIGINT) AS mortality_count,
  CAST(sum(CASE WHEN loss_type = 'mortality' THEN loss_biomass_g ELSE 0 END) AS BIGINT) AS mortality_biomass_g,
  CAST(sum(CASE WHEN loss_type = 'culling' THEN loss_count ELSE 0 END) AS BIGINT) AS culling_count,
  CAST(sum(CASE WHEN loss_type = 'culling' THEN loss_biomass_g ELSE 0 END) AS BIGINT) AS culling_biomass_g
FROM loss_day
WHERE loss_count > 0
  AND species_code IN (SELECT code FROM species WHERE is_counted)
GROUP BY 1, 2, 3, 4, 5, 6
