-- What stays in the ledger when a company's rows are taken out (definitions.md, section 2, Release). Parts are the rows of all others in tables of
-- the ledger, of one year, and tables of the snapshots.

-- name: pieces
-- In how many pieces benchmarks rest on the company's rows.
SELECT count(DISTINCT piece_start)
FROM ({released}) r
WHERE farmer_id = :farmer
  AND (atom IS NOT NULL OR feed_atom IS NOT NULL)

-- name: stock_left
-- Cells in which nobody reports feed any more are in no atom of feed. The sizes of atoms are counted when atoms are merged.
SELECT * REPLACE (
  CASE WHEN count(fed_biomass_g) OVER (PARTITION BY piece_start, feed_atom, production_area_id, generation, weight_class) > 0
    THEN feed_atom END AS feed_atom)
FROM ({left}) r

-- name: site_days_left
-- The degrees of areas that only the company had are no cells of their atoms any more.
WITH
days AS (
  SELECT *, piece_start(date) AS piece
  FROM ({left}) r
),
atom_size AS (
  SELECT piece, atom, CAST(count(*) AS INTEGER) AS cells
  FROM (SELECT DISTINCT piece, atom, degrees, production_area_id FROM days) c
  GROUP BY 1, 2
)
SELECT d.* EXCLUDE (piece) REPLACE (a.cells AS atom_cells)
FROM days d
JOIN atom_size a ON a.piece = d.piece AND a.atom = d.atom

-- name: events_left
-- The kinds of treatment and weights that only the company had are no cells of their atoms any more.
WITH
events AS (
  SELECT *, CAST(date_trunc('quarter', date) AS DATE) AS quarter
  FROM ({left}) r
),
atom_size AS (
  SELECT quarter, atom, CAST(count(*) AS INTEGER) AS cells
  FROM (SELECT DISTINCT quarter, atom, treatment_category, treatment_target, weight_group FROM events) c
  GROUP BY 1, 2
)
SELECT e.* EXCLUDE (quarter) REPLACE (a.cells AS atom_cells)
FROM events e
JOIN atom_size a ON a.quarter = e.quarter AND a.atom = e.atom

-- name: untreated_rates_left
-- The regions whose untreated fish only the company had are no cells of their atoms any more.
WITH
atom_size AS (
  SELECT week, weight_group, atom, CAST(count(*) AS INTEGER) AS cells
  FROM (SELECT DISTINCT week, weight_group, atom, production_region_name FROM ({left}) r) c
  GROUP BY 1, 2, 3
)
SELECT r.* REPLACE (a.cells AS atom_cells)
FROM ({left}) r
JOIN atom_size a ON a.week = r.week AND a.weight_group = r.weight_group AND a.atom = r.atom

-- name: erased_site_days
-- The days on which the company had fish on a site: a treatment there may have its species from them.
SELECT DISTINCT date, site_id
FROM ({stock_day}) s
WHERE farmer_id = :farmer
  AND fish_count > 0

-- name: treatments_left
-- Treatments by others get the species that they have in the new snapshot.
SELECT t.* REPLACE (CASE WHEN e.site_id IS NULL THEN t.species_code ELSE n.species_code END AS species_code)
FROM ({left}) t
LEFT JOIN erased_site_days e ON e.date = t.date AND e.site_id = t.site_id
LEFT JOIN ({treatment}) n
  ON n.date = t.date
  AND n.site_id = t.site_id
  AND n.treatment_id = t.treatment_id
  AND n.farmer_id IS NOT DISTINCT FROM t.owner_id

-- name: has_erased_site_days
SELECT 1
FROM ({released}) t
JOIN erased_site_days e ON e.date = t.date AND e.site_id = t.site_id
LIMIT 1

-- name: treatments_of_others
-- The snapshot's treatments by others. On the days of the company's fish their species is that with most biomass among the fish that are left,
-- as at an ingest.
WITH
species AS (
  SELECT t.farmer_id, t.treatment_id, t.date, t.site_id, s.species_code
  FROM ({left}) t
  JOIN ({stock_left}) s ON s.site_id = t.site_id AND s.date = t.date
  WHERE s.fish_count > 0
    AND (t.unit_ids IS NULL OR list_contains(t.unit_ids, s.unit_id))
  GROUP BY 1, 2, 3, 4, 5
  QUALIFY row_number() OVER (PARTITION BY t.farmer_id, t.treatment_id, t.date, t.site_id ORDER BY sum(s.biomass_g) DESC, s.species_code) = 1
)
SELECT t.* REPLACE (CASE WHEN e.site_id IS NULL THEN t.species_code ELSE s.species_code END AS species_code)
FROM ({left}) t
LEFT JOIN erased_site_days e ON e.date = t.date AND e.site_id = t.site_id
LEFT JOIN species s
  ON s.farmer_id IS NOT DISTINCT FROM t.farmer_id
  AND s.treatment_id = t.treatment_id
  AND s.date = t.date
  AND s.site_id = t.site_id
