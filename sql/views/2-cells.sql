-- What is released (the ledger's tables) and what is there now (the snapshot's) are two things: benchmarks are made of the one, a caller's own
-- values, and everything that an admin sees, of the other.
--
-- A line with {stock_measure} stands for a line of each measure of stock: c.{stock_measure} for c.fish_days, c.biomass_days and so on; one with
-- {loss_measure} likewise for those of losses. Measure.java declares them, and the columns of stock_cell and loss_cell are them.

-- A released piece (the days of one ISO week that lie in one month), and how many atoms the pieces before it have. A piece numbers its
-- atoms from 1; adding the atoms of earlier pieces gives a number that is unique in the ledger.
-- held: it gives atoms their numbers
CREATE VIEW piece AS
SELECT
  piece_start,
  CAST(sum(atoms) OVER earlier AS INTEGER) - atoms AS atoms_before,
  CAST(sum(feed_atoms) OVER earlier AS INTEGER) - feed_atoms AS feed_atoms_before
FROM (
  SELECT piece_start, coalesce(max(atom), 0) AS atoms, coalesce(max(feed_atom), 0) AS feed_atoms
  FROM released_stock_cell
  GROUP BY 1
) p
WINDOW earlier AS (ORDER BY piece_start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW);

-- The sums of a company's fish on a site by cell, with the periods and places that responses are grouped by. days are the days with fish, a
-- bit for each day of the month: number_of_days counts them.
-- held in the background: a caller's own values are made of it
CREATE VIEW cell_stock AS
SELECT
  c.piece_start,
  week_start(c.piece_start) AS week,
  month_start(c.piece_start) AS month,
  p.site_placement,
  p.production_region_name,
  p.platform_area_id,
  p.production_area_id,
  p.site_number,
  f.farmer_group_key,
  c.farmer_id,
  c.generation,
  c.weight_class,
  c.{stock_measure},
  c.mortality_count + c.culling_count AS loss_count,
  c.mortality_biomass_g + c.culling_biomass_g AS loss_biomass_g,
  c.days
FROM stock_cell c
JOIN site_place p ON p.site_id = c.site_id
JOIN farmer f ON f.farmer_id = c.farmer_id;

-- The same of losses by cause.
-- held in the background: as cell_stock
CREATE VIEW cell_loss AS
SELECT
  c.piece_start,
  week_start(c.piece_start) AS week,
  month_start(c.piece_start) AS month,
  p.site_placement,
  p.production_region_name,
  p.platform_area_id,
  p.production_area_id,
  f.farmer_group_key,
  c.farmer_id,
  c.generation,
  c.weight_class,
  c.category_code,
  c.{loss_measure},
  c.mortality_count + c.culling_count AS loss_count,
  c.mortality_biomass_g + c.culling_biomass_g AS loss_biomass_g
FROM loss_cell c
JOIN site_place p ON p.site_id = c.site_id
JOIN farmer f ON f.farmer_id = c.farmer_id;

-- What is released of cell_stock, with the numbers of the cell's atoms. Placement and production area are those of the release, the areas around
-- it those of now. Decided here: a company is in its present group, so that exclude_self leaves out all that the caller knows; a site
-- that has left the register counts as site 0. gain_g and gain_biomass_g are there in atoms of feed whose days with a gain are safe by themselves.
-- held soon: every benchmark reads it
CREATE VIEW released_cell_stock AS
SELECT
  c.piece_start,
  week_start(c.piece_start) AS week,
  month_start(c.piece_start) AS month,
  c.site_placement,
  a.production_region_name,
  a.platform_area_id,
  c.production_area_id,
  coalesce(p.site_number, 0) AS site_number,
  coalesce(f.farmer_group_key, c.farmer_group_key) AS farmer_group_key,
  c.generation,
  c.weight_class,
  c.{stock_measure},
  c.mortality_count + c.culling_count AS loss_count,
  c.mortality_biomass_g + c.culling_biomass_g AS loss_biomass_g,
  c.days,
  k.atoms_before + c.atom AS atom_id,
  k.feed_atoms_before + c.feed_atom AS feed_atom_id
FROM released_stock_cell c
JOIN piece k ON k.piece_start = c.piece_start
LEFT JOIN area_place a ON a.production_area_id = c.production_area_id
LEFT JOIN site_place p ON p.site_id = c.site_id
LEFT JOIN farmer f ON f.farmer_id = c.farmer_id;

-- The same of losses by cause.
-- held soon: every benchmark by cause reads it
CREATE VIEW released_cell_loss AS
SELECT
  c.piece_start,
  week_start(c.piece_start) AS week,
  month_start(c.piece_start) AS month,
  c.site_placement,
  a.production_region_name,
  a.platform_area_id,
  c.production_area_id,
  coalesce(f.farmer_group_key, c.farmer_group_key) AS farmer_group_key,
  c.generation,
  c.weight_class,
  c.category_code,
  c.{loss_measure},
  c.mortality_count + c.culling_count AS loss_count,
  c.mortality_biomass_g + c.culling_biomass_g AS loss_biomass_g,
  k.atoms_before + c.atom AS atom_id
FROM released_loss_cell c
JOIN piece k ON k.piece_start = c.piece_start
LEFT JOIN area_place a ON a.production_area_id = c.production_area_id
LEFT JOIN farmer f ON f.farmer_id = c.farmer_id;

-- The released cells, each with its atom and the number of rows of that atom here. A cell whose parts were released at different times may be in
-- one atom of stock and in two of feed, or the other way round: it then has two rows.
-- held soon: every benchmark looks up the atoms that pass the filters; sorted, so that a window reads little
CREATE VIEW cell AS
SELECT
  c.*,
  CASE WHEN atom_id IS NOT NULL THEN count(*) OVER (PARTITION BY piece_start, atom_id) END AS atom_cells,
  CASE WHEN feed_atom_id IS NOT NULL THEN count(*) OVER (PARTITION BY piece_start, feed_atom_id) END AS feed_atom_cells
FROM (
  SELECT DISTINCT
    c.piece_start,
    week_start(c.piece_start) AS week,
    month_start(c.piece_start) AS month,
    c.site_placement,
    c.production_area_id,
    a.production_region_name,
    a.platform_area_id,
    c.generation,
    c.weight_class,
    k.atoms_before + c.atom AS atom_id,
    k.feed_atoms_before + c.feed_atom AS feed_atom_id
  FROM released_stock_cell c
  JOIN piece k ON k.piece_start = c.piece_start
  LEFT JOIN area_place a ON a.production_area_id = c.production_area_id
) c
ORDER BY piece_start, atom_id;

-- Each cell at sea with its atom, once, and how much more or less than all weights fish of its weight lose, in ten-thousandths: 10,000 where the
-- ledger does not say. Decided here: a cell whose parts were released at different times is in the atom of the first.
-- held soon: comparisons with others look own cells up; sorted, so that a window reads little
CREATE VIEW sea_cell AS
SELECT
  c.piece_start,
  c.production_area_id,
  c.generation,
  c.weight_class,
  coalesce(w.factor, 10000) AS factor,
  min(c.atom_id) AS atom_id
FROM cell c
LEFT JOIN weight_rate w ON w.last_month = plus_months(c.month, -1) AND w.weight_group = weight_group(c.weight_class, 500)
WHERE c.site_placement = 'offshore'
  AND c.atom_id IS NOT NULL
GROUP BY 1, 2, 3, 4, 5
ORDER BY piece_start;

-- Each atom at sea with all that is released of it: its groups, the one with most fish and what the second has, and what its fish have in
-- common: 1 one generation and one band of 500 g, 2 one generation, 3 one platform area, 4 one region, 5 the coast. factors are the fish-days times
-- the factor of their weight (sea_cell).
-- held soon: comparisons with others read it, and it is a tenth of the cells; sorted, so that a window reads little
CREATE VIEW atom AS
SELECT
  piece_start,
  atom_id,
  capped_sum(sum(fish_days)) AS fish_days,
  capped_sum(sum(mortality_count)) AS mortality_count,
  capped_sum(sum(culling_count)) AS culling_count,
  count(*) AS group_count,
  max(CASE WHEN place = 1 THEN farmer_group_key END) AS largest_group,
  max(CASE WHEN place = 1 THEN fish_days END) AS largest,
  coalesce(max(CASE WHEN place = 2 THEN fish_days END), 0) AS second,
  capped_sum(sum(factors)) AS factors,
  CASE WHEN min(first_generation) = max(last_generation) AND min(lightest) = max(heaviest) THEN 1
    WHEN min(first_generation) = max(last_generation) THEN 2
    WHEN min(first_area) = max(last_area) AND bool_and(is_in_area) THEN 3
    WHEN min(first_region) = max(last_region) AND bool_and(is_in_region) THEN 4
    ELSE 5 END AS standard
FROM (
  SELECT
    g.*,
    row_number() OVER (PARTITION BY piece_start, atom_id ORDER BY fish_days DESC, farmer_group_key) AS place
  FROM (
    SELECT
      c.piece_start,
      c.atom_id,
      c.farmer_group_key,
      capped_sum(sum(c.fish_days)) AS fish_days,
      capped_sum(sum(c.mortality_count)) AS mortality_count,
      capped_sum(sum(c.culling_count)) AS culling_count,
      capped_sum(sum(c.fish_days * coalesce(w.factor, 10000))) AS factors,
      min(c.generation) AS first_generation,
      max(c.generation) AS last_generation,
      min(weight_group(c.weight_class, 500)) AS lightest,
      max(weight_group(c.weight_class, 500)) AS heaviest,
      min(c.platform_area_id) AS first_area,
      max(c.platform_area_id) AS last_area,
      bool_and(c.platform_area_id IS NOT NULL) AS is_in_area,
      min(c.production_region_name) AS first_region,
      max(c.production_region_name) AS last_region,
      bool_and(c.production_region_name IS NOT NULL) AS is_in_region
    FROM released_cell_stock c
    LEFT JOIN weight_rate w ON w.last_month = plus_months(c.month, -1) AND w.weight_group = weight_group(c.weight_class, 500)
    WHERE c.site_placement = 'offshore'
      AND c.atom_id IS NOT NULL
    GROUP BY 1, 2, 3
  ) g
) ranked
GROUP BY 1, 2
ORDER BY piece_start;

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

-- cell, and the views of stock and losses, without weights: for a request that covers all weights, they give the same sums of a fifth of the rows.
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

-- held soon: as generation_cell
CREATE VIEW released_generation_cell_stock AS
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
  capped_sum(sum(c.{stock_measure})) AS {stock_measure},
  capped_sum(sum(c.loss_count)) AS loss_count,
  capped_sum(sum(c.loss_biomass_g)) AS loss_biomass_g,
  bitwise_or_agg(c.days) AS days,
  a.first_atom_id AS atom_id,
  f.first_atom_id AS feed_atom_id
FROM released_cell_stock c
LEFT JOIN generation_atom a ON a.atom_id = c.atom_id AND a.piece_start = c.piece_start AND NOT a.of_feed
LEFT JOIN generation_atom f ON f.atom_id = c.feed_atom_id AND f.piece_start = c.piece_start AND f.of_feed
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, a.first_atom_id, f.first_atom_id
ORDER BY c.piece_start;

-- held soon: as generation_cell
CREATE VIEW released_generation_cell_loss AS
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
  capped_sum(sum(c.{loss_measure})) AS {loss_measure},
  capped_sum(sum(c.loss_count)) AS loss_count,
  capped_sum(sum(c.loss_biomass_g)) AS loss_biomass_g,
  a.first_atom_id AS atom_id
FROM released_cell_loss c
LEFT JOIN generation_atom a ON a.atom_id = c.atom_id AND a.piece_start = c.piece_start AND NOT a.of_feed
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, a.first_atom_id
ORDER BY c.piece_start;

-- held in the background: as cell_stock
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
  c.farmer_id,
  c.generation,
  CAST(NULL AS INTEGER) AS weight_class,
  capped_sum(sum(c.{stock_measure})) AS {stock_measure},
  capped_sum(sum(c.loss_count)) AS loss_count,
  capped_sum(sum(c.loss_biomass_g)) AS loss_biomass_g,
  bitwise_or_agg(c.days) AS days
FROM cell_stock c
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
ORDER BY c.piece_start;

-- held in the background: as cell_stock
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
  c.farmer_id,
  c.generation,
  CAST(NULL AS INTEGER) AS weight_class,
  c.category_code,
  capped_sum(sum(c.{loss_measure})) AS {loss_measure},
  capped_sum(sum(c.loss_count)) AS loss_count,
  capped_sum(sum(c.loss_biomass_g)) AS loss_biomass_g
FROM cell_loss c
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12
ORDER BY c.piece_start;
