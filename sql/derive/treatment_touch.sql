-- The treated units or sites: each unit with fish that a treatment names, with a share of 1/n; if it names none, the whole
-- site, for the cohort with most biomass there (ties by cohort, generation, company) at the mean weight, biomass / number. A company's
-- treatment applies only to the company's own fish; the authority's, which has no owner, to all fish there. Fish of counted species alone:
-- cleaner fish in a pen are no treated cohort, and do not change its weight.
WITH
met AS (
  SELECT
    t.date,
    t.site_id,
    t.treatment_id,
    t.farmer_id AS owner_id,
    t.unit_ids IS NOT NULL AS names_units,
    s.unit_id,
    s.farmer_id,
    s.cohort_id,
    s.generation,
    s.fish_count,
    s.avg_weight_gram,
    s.biomass_g,
    t.treatment_category,
    t.treatment_target,
    t.is_antibiotic,
    t.treatment_count
  FROM treatment t
  JOIN stock_day s ON s.site_id = t.site_id AND s.date = t.date
  JOIN species k ON k.code = s.species_code AND k.is_counted
  WHERE met_unit(t.unit_ids, t.farmer_id, s.unit_id, s.farmer_id, s.fish_count)
),
cohort_on_site AS (
  SELECT
    date, site_id, treatment_id, owner_id, farmer_id, cohort_id, generation,
    treatment_category, treatment_target, is_antibiotic, treatment_count,
    row_number() OVER (PARTITION BY date, site_id, owner_id, treatment_id
      ORDER BY sum(biomass_g) DESC, cohort_id, generation, farmer_id) AS place,
    sum(sum(biomass_g)) OVER (PARTITION BY date, site_id, owner_id, treatment_id) AS biomass_g,
    sum(sum(fish_count)) OVER (PARTITION BY date, site_id, owner_id, treatment_id) AS fish_count
  FROM met
  WHERE NOT names_units
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
)
SELECT
  date, site_id, treatment_id, owner_id, unit_id, farmer_id, cohort_id, generation,
  CAST(avg_weight_gram AS DOUBLE) AS avg_weight_gram,
  CAST(count(*) OVER (PARTITION BY date, site_id, owner_id, treatment_id) AS INTEGER) AS units,
  treatment_category, treatment_target, is_antibiotic, treatment_count
FROM met
WHERE names_units
UNION ALL
SELECT
  date, site_id, treatment_id, owner_id, NULL AS unit_id, farmer_id, cohort_id, generation,
  mean_weight(biomass_g, fish_count) AS avg_weight_gram,
  1 AS units,
  treatment_category, treatment_target, is_antibiotic, treatment_count
FROM cohort_on_site
WHERE place = 1
