-- A piece (the days of one ISO week that lie in one month), and how many atoms the pieces before it have. A piece numbers its atoms
-- from 1; adding the atoms of earlier pieces gives a number that is unique in the snapshot. A piece that is not complete has no atoms:
-- its numbers are null.
-- held: it gives atoms their numbers
CREATE VIEW piece AS
SELECT
  piece_start,
  week_start(piece_start) AS week,
  month_start(piece_start) AS month,
  CASE WHEN is_complete THEN CAST(sum(atoms) OVER earlier AS INTEGER) - atoms END AS atoms_before,
  CASE WHEN is_complete THEN CAST(sum(feed_atoms) OVER earlier AS INTEGER) - feed_atoms END AS feed_atoms_before
FROM (
  SELECT
    c.piece_start,
    piece_end(c.piece_start) <= k.complete_through AS is_complete,
    coalesce(max(c.atom), 0) AS atoms,
    coalesce(max(c.feed_atom), 0) AS feed_atoms
  FROM stock_cell c
  CROSS JOIN completeness k
  GROUP BY 1, 2
) p
WINDOW earlier AS (ORDER BY piece_start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW);

-- The sums of a company's fish on a site by cell, with the periods and places that responses are grouped by and the numbers of
-- the cell's atoms. days are the days with fish, a bit for each day of the month: number_of_days counts them.
-- held in the background: every benchmark reads it
CREATE VIEW cell_stock AS
SELECT
  c.piece_start,
  k.week,
  k.month,
  p.site_placement,
  p.production_region_name,
  p.platform_area_id,
  p.production_area_id,
  p.site_number,
  f.farmer_group_key,
  c.generation,
  c.weight_class,
  c.fish_days,
  c.biomass_days,
  c.mortality_count,
  c.mortality_biomass_g,
  c.culling_count,
  c.culling_biomass_g,
  c.mortality_count + c.culling_count AS loss_count,
  c.mortality_biomass_g + c.culling_biomass_g AS loss_biomass_g,
  c.feed_g,
  c.fed_biomass_g,
  c.days,
  k.atoms_before + c.atom AS atom_id,
  k.feed_atoms_before + c.feed_atom AS feed_atom_id
FROM stock_cell c
JOIN piece k ON k.piece_start = c.piece_start
JOIN site_place p ON p.site_id = c.site_id
JOIN farmer f ON f.farmer_id = c.farmer_id;

-- The same of losses by cause.
-- held in the background: every benchmark by cause reads it
CREATE VIEW cell_loss AS
SELECT
  c.piece_start,
  k.week,
  k.month,
  p.site_placement,
  p.production_region_name,
  p.platform_area_id,
  p.production_area_id,
  f.farmer_group_key,
  c.generation,
  c.weight_class,
  c.category_code,
  c.mortality_count,
  c.mortality_biomass_g,
  c.culling_count,
  c.culling_biomass_g,
  c.mortality_count + c.culling_count AS loss_count,
  c.mortality_biomass_g + c.culling_biomass_g AS loss_biomass_g,
  k.atoms_before + c.atom AS atom_id
FROM loss_cell c
JOIN piece k ON k.piece_start = c.piece_start
JOIN site_place p ON p.site_id = c.site_id
JOIN farmer f ON f.farmer_id = c.farmer_id;

-- The cells, each with its atom and the number of cells in that atom.
-- held soon: every benchmark looks up the atoms that pass the filters; sorted, so that a window reads little
CREATE VIEW cell AS
SELECT DISTINCT
  k.piece_start,
  k.week,
  k.month,
  p.site_placement,
  p.production_area_id,
  p.production_region_name,
  p.platform_area_id,
  c.generation,
  c.weight_class,
  k.atoms_before + c.atom AS atom_id,
  CASE WHEN k.atoms_before IS NOT NULL THEN c.atom_cells END AS atom_cells,
  k.feed_atoms_before + c.feed_atom AS feed_atom_id,
  CASE WHEN k.feed_atoms_before IS NOT NULL THEN c.feed_atom_cells END AS feed_atom_cells
FROM stock_cell c
JOIN piece k ON k.piece_start = c.piece_start
JOIN site_place p ON p.site_id = c.site_id
ORDER BY k.piece_start, atom_id;

-- Each atom with the one that stands for it when weights are not told apart. A request for all weights counts all atoms that lie in one
-- generation of a production area and placement, or none of them: so the first stands for them all. Others stand for themselves. Atoms
-- of feed are apart.
-- held soon: the views below are made of it
CREATE VIEW generation_atom AS
SELECT
  of_feed,
  piece_start,
  atom_id,
  CASE WHEN generations = 1 THEN min(atom_id) OVER one_generation ELSE atom_id END AS first_atom_id
FROM (
  SELECT
    of_feed,
    piece_start,
    atom_id,
    min(site_placement) AS site_placement,
    min(production_area_id) AS production_area_id,
    min(generation) AS generation,
    count(*) AS generations
  FROM (
    SELECT DISTINCT false AS of_feed, piece_start, atom_id, site_placement, production_area_id, generation
    FROM cell
    WHERE atom_id IS NOT NULL
    UNION ALL
    SELECT DISTINCT true AS of_feed, piece_start, feed_atom_id AS atom_id, site_placement, production_area_id, generation
    FROM cell
    WHERE feed_atom_id IS NOT NULL
  ) g
  GROUP BY 1, 2, 3
) a
WINDOW one_generation AS (PARTITION BY of_feed, piece_start, site_placement, production_area_id, generation, generations);

-- cell, cell_stock and cell_loss without weights: for a request that covers all weights, they give the same sums of a fifth of the rows.
-- held soon: every benchmark that covers all weights reads it; sorted, so that a window reads little
CREATE VIEW generation_cell AS
SELECT
  piece_start,
  week,
  month,
  site_placement,
  production_area_id,
  production_region_name,
  platform_area_id,
  generation,
  CAST(NULL AS INTEGER) AS weight_class,
  atom_id,
  count(*) OVER (PARTITION BY piece_start, atom_id) AS atom_cells,
  feed_atom_id,
  count(*) OVER (PARTITION BY piece_start, feed_atom_id) AS feed_atom_cells
FROM (
  SELECT DISTINCT
    c.piece_start,
    c.week,
    c.month,
    c.site_placement,
    c.production_area_id,
    c.production_region_name,
    c.platform_area_id,
    c.generation,
    a.first_atom_id AS atom_id,
    f.first_atom_id AS feed_atom_id
  FROM cell c
  LEFT JOIN generation_atom a ON a.atom_id = c.atom_id AND a.piece_start = c.piece_start AND NOT a.of_feed
  LEFT JOIN generation_atom f ON f.atom_id = c.feed_atom_id AND f.piece_start = c.piece_start AND f.of_feed
) g
ORDER BY piece_start, atom_id;

-- held in the background: as generation_cell
CREATE VIEW generation_cell_stock AS
SELECT
  c.piece_start,
  c.week,
  c.month,
  c.site_placement,
  c.production_region_name,
  c.platform_area_id,
  c.production_area_id,
  c.site_number,
  c.farmer_group_key,
  c.generation,
  CAST(NULL AS INTEGER) AS weight_class,
  capped_sum(sum(c.fish_days)) AS fish_days,
  capped_sum(sum(c.biomass_days)) AS biomass_days,
  capped_sum(sum(c.mortality_count)) AS mortality_count,
  capped_sum(sum(c.mortality_biomass_g)) AS mortality_biomass_g,
  capped_sum(sum(c.culling_count)) AS culling_count,
  capped_sum(sum(c.culling_biomass_g)) AS culling_biomass_g,
  capped_sum(sum(c.loss_count)) AS loss_count,
  capped_sum(sum(c.loss_biomass_g)) AS loss_biomass_g,
  capped_sum(sum(c.feed_g)) AS feed_g,
  capped_sum(sum(c.fed_biomass_g)) AS fed_biomass_g,
  bitwise_or_agg(c.days) AS days,
  a.first_atom_id AS atom_id,
  f.first_atom_id AS feed_atom_id
FROM cell_stock c
LEFT JOIN generation_atom a ON a.atom_id = c.atom_id AND a.piece_start = c.piece_start AND NOT a.of_feed
LEFT JOIN generation_atom f ON f.atom_id = c.feed_atom_id AND f.piece_start = c.piece_start AND f.of_feed
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, a.first_atom_id, f.first_atom_id
ORDER BY c.piece_start;

-- held in the background: as generation_cell
CREATE VIEW generation_cell_loss AS
SELECT
  c.piece_start,
  c.week,
  c.month,
  c.site_placement,
  c.production_region_name,
  c.platform_area_id,
  c.production_area_id,
  c.farmer_group_key,
  c.generation,
  CAST(NULL AS INTEGER) AS weight_class,
  c.category_code,
  capped_sum(sum(c.mortality_count)) AS mortality_count,
  capped_sum(sum(c.mortality_biomass_g)) AS mortality_biomass_g,
  capped_sum(sum(c.culling_count)) AS culling_count,
  capped_sum(sum(c.culling_biomass_g)) AS culling_biomass_g,
  capped_sum(sum(c.loss_count)) AS loss_count,
  capped_sum(sum(c.loss_biomass_g)) AS loss_biomass_g,
  a.first_atom_id AS atom_id
FROM cell_loss c
LEFT JOIN generation_atom a ON a.atom_id = c.atom_id AND a.piece_start = c.piece_start AND NOT a.of_feed
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, a.first_atom_id
ORDER BY c.piece_start;

-- Weeks that are open to view, in which treatments of farmers count for everybody: all cells of the week lie in atoms inside it. A
-- production area's week, by placement of its sites; a generation's week there; and the week of a generation's 500 g band.
-- held soon: it is looked up for every treatment
CREATE VIEW open_area_week AS
SELECT week, site_placement, production_area_id
FROM (
  SELECT week, site_placement, production_area_id, atom_id, coalesce(count(*) = max(atom_cells), false) AS inside
  FROM cell
  GROUP BY 1, 2, 3, 4
) c
GROUP BY 1, 2, 3
HAVING bool_and(inside);

-- held in the background: as open_area_week
CREATE VIEW open_generation_week AS
SELECT week, site_placement, production_area_id, generation
FROM (
  SELECT week, site_placement, production_area_id, generation, atom_id, coalesce(count(*) = max(atom_cells), false) AS inside
  FROM cell
  GROUP BY 1, 2, 3, 4, 5
) c
GROUP BY 1, 2, 3, 4
HAVING bool_and(inside);

-- held in the background: as open_area_week
CREATE VIEW open_band_week AS
SELECT week, site_placement, production_area_id, generation, weight_group_gram
FROM (
  SELECT
    week,
    site_placement,
    production_area_id,
    generation,
    weight_group(weight_class, 500) AS weight_group_gram,
    atom_id,
    coalesce(count(*) = max(atom_cells), false) AS inside
  FROM cell
  GROUP BY 1, 2, 3, 4, 5, 6
) c
GROUP BY 1, 2, 3, 4, 5
HAVING bool_and(inside);
