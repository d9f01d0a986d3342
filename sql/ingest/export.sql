-- A company's rows of a snapshot as the files that it delivers. What was raised because there were more dead than fish is as it was delivered.

-- name: stock
SELECT
  date, site_id, unit_id, cohort_id, species_code, coalesce(delivered_count, fish_count) AS fish_count,
  coalesce(delivered_weight_gram, avg_weight_gram) AS avg_weight_gram, generation
FROM ({rows}) AS s
WHERE farmer_id = :farmer
ORDER BY date, site_id, unit_id

-- name: losses
-- The lake keeps the grams of a loss: without a weight if they are those of the unit's, else with the weight that gives them again.
SELECT
  date, site_id, unit_id, loss_type, category_code, loss_count,
  CASE WHEN loss_biomass_g <> grams(loss_count, unit_avg_weight_gram) THEN weight_of(loss_count, loss_biomass_g) END AS avg_weight_gram
FROM ({rows}) AS l
WHERE farmer_id = :farmer
ORDER BY date, site_id, unit_id, loss_type, category_code

-- name: weight_of
-- Grams a fish, with the six decimals that are read. A lost fish weighs at least 0.005 g.
CREATE MACRO weight_of(fish, biomass) AS
  CAST(greatest(round(CAST(biomass AS DOUBLE) / nullif(fish, 0), 6), 0.005) AS DECIMAL(11,6))

-- name: inexact_losses
-- An ingest reads weights of six decimals, and its grams come back. Those of a snapshot that was made elsewhere need not, above a million fish.
SELECT count(*)
FROM ({rows}) AS l
WHERE farmer_id = :farmer AND loss_biomass_g <> grams(loss_count, unit_avg_weight_gram)
  AND loss_biomass_g <> grams_weighed(loss_count, weight_of(loss_count, loss_biomass_g))

-- name: feeding
SELECT date, site_id, unit_id, CAST(CAST(feed_g AS DECIMAL(18,0)) * 0.001 AS DECIMAL(18,3)) AS feed_kg
FROM ({rows}) AS s
WHERE farmer_id = :farmer AND feed_g IS NOT NULL
ORDER BY date, site_id, unit_id

-- name: temperatures
SELECT date, site_id, temperature, depth_m, measurement_count
FROM ({rows}) AS t
WHERE farmer_id = :farmer AND data_source = 'farmer'
ORDER BY date, site_id, depth_m

-- name: lice
SELECT date, site_id, unit_id, adult_female, fish_counted, mobile, attached
FROM ({rows}) AS l
WHERE farmer_id = :farmer
ORDER BY date, site_id, unit_id

-- name: treatments
SELECT
  treatment_id, date, site_id, treatment_category, treatment_target, requires_handling, is_antibiotic,
  array_to_string(unit_ids, '|') AS unit_ids, treatment_subtype, treatment_site_scope, number_of_units_treated, treatment_count,
  system_source
FROM ({rows}) AS t
WHERE farmer_id = :farmer AND data_source = 'farmer'
ORDER BY date, site_id, treatment_id
