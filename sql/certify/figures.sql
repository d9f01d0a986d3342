-- What the answers of routes must be, worked out a second time for a certificate: from the ledger, without the routes' views. On DuckDB only.

-- name: window_stock
-- The released rows of some days, with the cells of their atoms and the places around them.
SELECT
  r.piece_start, r.atom, r.atom_cells, r.site_placement, r.production_area_id, a.region_name, m.name AS platform_area_name, r.generation,
  r.weight_class, r.group_key, r.fish_days, r.biomass_days
FROM ledger_row r
LEFT JOIN production_area a ON a.area_id = r.production_area_id
LEFT JOIN platform_area m ON list_contains(m.production_area_ids, r.production_area_id)
WHERE r.piece_start BETWEEN :first_day AND :last_day
  AND r.atom IS NOT NULL

-- name: window_losses
-- Their losses by cause.
SELECT
  l.piece_start, l.atom, l.category_code, coalesce(f.farmer_group_key, l.farmer_group_key) AS group_key,
  CAST(sum(l.mortality_count) AS BIGINT), CAST(sum(l.culling_count) AS BIGINT),
  CAST(sum(l.mortality_biomass_g) AS BIGINT), CAST(sum(l.culling_biomass_g) AS BIGINT)
FROM released_loss_cell l
LEFT JOIN farmer f ON f.farmer_id = l.farmer_id
WHERE l.piece_start BETWEEN :first_day AND :last_day
GROUP BY 1, 2, 3, 4
HAVING sum(l.mortality_count + l.culling_count) > 0

-- name: window_feed
-- The released rows that report feed, likewise.
SELECT
  r.piece_start, r.feed_atom, r.feed_atom_cells, r.site_placement, r.production_area_id, a.region_name, m.name AS platform_area_name, r.generation,
  r.weight_class, r.group_key, r.feed_g, r.fed_biomass_g, coalesce(r.gain_g, 0), coalesce(r.gain_biomass_g, 0)
FROM ledger_row r
LEFT JOIN production_area a ON a.area_id = r.production_area_id
LEFT JOIN platform_area m ON list_contains(m.production_area_ids, r.production_area_id)
WHERE r.piece_start BETWEEN :first_day AND :last_day
  AND r.feed_atom IS NOT NULL
  AND r.fed_biomass_g IS NOT NULL

-- name: events
-- Released events of some years by quarter and year, with those of each weight and of all: how many, their mean excess, and the parts of them above
-- 0.25 and 1 %. An atom counts where it lies whole.
WITH
event AS (
  SELECT
    e.*,
    min(weight_group) OVER one_atom = max(weight_group) OVER one_atom AS is_one_weight,
    min(treatment_category) OVER one_atom = max(treatment_category) OVER one_atom
      AND min(treatment_target) OVER one_atom = max(treatment_target) OVER one_atom AS is_one_method
  FROM treatment_event e
  WHERE year(date) BETWEEN year(CAST(:first_day AS DATE)) AND year(CAST(:last_day AS DATE))
  WINDOW one_atom AS (PARTITION BY year(date), quarter(date), atom)
)
SELECT
  concat(treatment_category, ' ', treatment_target, ' ', year(date), ' ', coalesce(CAST(p.quarter AS VARCHAR), 'null'), ' ',
    CASE WHEN w.weight IS NULL THEN 'null' WHEN w.weight = 4 THEN '4+ kg' ELSE concat(w.weight, '–', w.weight + 1, ' kg') END) AS row_key,
  CAST(count(*) AS DOUBLE),
  CAST(sum(excess_rate) AS DOUBLE) / count(*),
  CAST(count(*) FILTER (WHERE excess_rate > 0.0025) AS DOUBLE) / count(*),
  CAST(count(*) FILTER (WHERE excess_rate > 0.01) AS DOUBLE) / count(*)
FROM event
CROSS JOIN LATERAL (SELECT unnest([quarter(event.date), NULL]) AS quarter) p
CROSS JOIN LATERAL (SELECT unnest([event.weight_group, NULL]) AS weight) w
WHERE is_one_method
  AND (is_one_weight OR w.weight IS NULL)
GROUP BY 1

-- name: feed_days
-- Fed unit-days of the last 24 released months by species, weight group and degree, without the caller's own: of a region those that count by
-- themselves, of the country all; how many, and the mean of their rates.
SELECT
  concat(CASE WHEN :by_country THEN 'Norge' ELSE d.production_region_name END, ' ', d.species_code, ' ', d.weight_group, ' ', d.degrees) AS row_key,
  CAST(count(*) AS DOUBLE),
  sum(100e0 * d.feed_g / d.biomass_g) / count(*)
FROM released_feed_day d
LEFT JOIN farmer f ON f.farmer_id = d.farmer_id
WHERE d.month >= CAST(:first_month AS DATE)
  AND (:by_country OR d.is_in_region)
  AND coalesce(f.farmer_group_key, d.farmer_group_key) IS DISTINCT FROM CAST(:own_group AS VARCHAR)
GROUP BY 1

-- name: site_days
-- Fed site-days of some days with their atoms, and whether others than the caller's own group fed there.
SELECT
  piece_start(d.date), d.atom, d.atom_cells, d.production_area_id, m.name AS platform_area_name, d.degrees,
  concat(d.date, ' ', d.site_id) AS site_day,
  bool_or(coalesce(f.farmer_group_key, d.farmer_group_key) IS DISTINCT FROM CAST(:own_group AS VARCHAR)) AS counts
FROM released_site_day d
LEFT JOIN farmer f ON f.farmer_id = d.farmer_id
LEFT JOIN platform_area m ON list_contains(m.production_area_ids, d.production_area_id)
WHERE d.date BETWEEN :first_day AND :last_day
GROUP BY ALL

-- name: biomass
-- Tonnes at the end of released months in a production area, where they are safe by the rule.
SELECT concat(month, ' ', production_area_id) AS row_key, production_area_id, sum(biomass) / 1e6
FROM (
  SELECT s.month, s.production_area_id, coalesce(f.farmer_group_key, s.farmer_group_key) AS group_key, sum(s.biomass_g) AS biomass
  FROM released_month_stock s
  LEFT JOIN farmer f ON f.farmer_id = s.farmer_id
  WHERE s.month BETWEEN :first_day AND :last_day
  GROUP BY 1, 2, 3
) g
WHERE month < CAST(:first_waiting AS DATE)
GROUP BY month, production_area_id
HAVING is_safe(count(*), sum(biomass), max(biomass), max(biomass, 2)[2], :min_farmers, :max_share)

-- name: treatments
-- Treatments of weeks by production area, species, category and target: those that were released, and the authority's others, without the species.
SELECT
  concat(week_start(date), ' ', production_area_id, ' ', coalesce(species_code, 'null')) AS row_key,
  production_area_id, treatment_category, treatment_target, CAST(sum(treatment_count) AS DOUBLE)
FROM (
  SELECT date, production_area_id, species_code, treatment_category, treatment_target, treatment_count
  FROM released_treatment
  UNION ALL
  SELECT t.date, s.production_area_id, NULL AS species_code, t.treatment_category, t.treatment_target, t.treatment_count
  FROM treatment t
  JOIN site s ON s.site_id = t.site_id
  WHERE t.farmer_id IS NULL
    AND s.production_area_id IS NOT NULL
    AND (t.date, t.site_id, t.treatment_id) NOT IN (SELECT (date, site_id, treatment_id) FROM released_treatment WHERE owner_id IS NULL)
) t
WHERE date BETWEEN :first_day AND :last_day
GROUP BY 1, 2, 3, 4

-- name: generation_treatments
-- Released treatments of generations' weeks by production area, each once.
SELECT
  concat(week_start(date), ' ', production_area_id, ' ', generation, ' ', treatment_category, ' ', treatment_target) AS row_key,
  production_area_id, CAST(sum(treatment_count) AS DOUBLE)
FROM (
  SELECT DISTINCT date, site_id, owner_id, treatment_id, production_area_id, generation, treatment_category, treatment_target, treatment_count
  FROM released_touch
  WHERE is_open_generation
    AND production_area_id IS NOT NULL
    AND date BETWEEN :first_day AND :last_day
) t
GROUP BY 1, 2

-- name: size_treatments
-- Released treatments of 500 g groups' weeks, each unit with its share.
SELECT
  concat(week_start(date), ' ', coalesce(CAST(production_area_id AS VARCHAR), 'null'), ' ', generation, ' ', weight_group_gram, ' ',
    treatment_category, ' ', treatment_target) AS row_key,
  production_area_id, sum(CAST(treatment_count AS DOUBLE) / units)
FROM released_touch
WHERE is_open_band
  AND date BETWEEN :first_day AND :last_day
GROUP BY 1, 2
