-- A piece (the days of one ISO week that lie in one month), and how many atoms the pieces before it have. A piece numbers its atoms
-- from 1; adding the atoms of earlier pieces gives a number that is unique in the snapshot.
-- held: it gives atoms their numbers
CREATE VIEW piece AS
SELECT
  piece_start,
  week_start(piece_start) AS week,
  month_start(piece_start) AS month,
  CAST(sum(atoms) OVER earlier AS INTEGER) - atoms AS atoms_before,
  CAST(sum(feed_atoms) OVER earlier AS INTEGER) - feed_atoms AS feed_atoms_before
FROM (
  SELECT piece_start, coalesce(max(atom), 0) AS atoms, coalesce(max(feed_atom), 0) AS feed_atoms
  FROM stock_cell
  GROUP BY 1
) p
WINDOW earlier AS (ORDER BY piece_start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW);

-- The sums of a company's fish on a site by cell, with the periods and places that responses are grouped by and the numbers of
-- the cell's atoms.
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
  c.atom_cells,
  k.feed_atoms_before + c.feed_atom AS feed_atom_id,
  c.feed_atom_cells
FROM stock_cell c
JOIN piece k ON k.piece_start = c.piece_start
JOIN site_place p ON p.site_id = c.site_id
ORDER BY k.piece_start, atom_id;

-- Published weeks, in which treatments of farmers count for everybody: all cells of the week lie in atoms inside it. A
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
