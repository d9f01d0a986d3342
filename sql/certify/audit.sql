-- The audit of a snapshot's ledger for its certificate. On DuckDB only.

-- name: atom
-- Each released atom of stock, or of feed, with the cells that it has and those that its rows say.
SELECT
  false AS of_feed, piece_start, atom, max(atom_cells) AS atom_cells, min(atom_cells) AS least_cells,
  count(DISTINCT (site_placement, production_area_id, generation, weight_class)) AS cells,
  count(DISTINCT site_placement) AS placements
FROM ledger_row
WHERE atom IS NOT NULL
GROUP BY piece_start, atom
UNION ALL
SELECT
  true AS of_feed, piece_start, feed_atom AS atom, max(feed_atom_cells), min(feed_atom_cells),
  count(DISTINCT (site_placement, production_area_id, generation, weight_class)),
  count(DISTINCT site_placement)
FROM ledger_row
WHERE feed_atom IS NOT NULL AND fed_biomass_g IS NOT NULL
GROUP BY piece_start, feed_atom

-- name: ledger_row
-- The released rows, each with the group that its company is in now, or was at the release if it is gone.
SELECT r.*, coalesce(f.farmer_group_key, r.farmer_group_key) AS group_key
FROM released_stock_cell r
LEFT JOIN farmer f ON f.farmer_id = r.farmer_id

-- name: amount
-- What the groups of each atom have: how many have something, all of it, and the two largest.
SELECT
  of_feed, piece_start, atom, count(*) AS groups, sum(amount) AS total, max(amount) AS largest,
  coalesce(max(amount, 2)[2], 0) AS second
FROM (
  SELECT false AS of_feed, piece_start, atom, group_key, sum(fish_days) AS amount
  FROM ledger_row
  WHERE atom IS NOT NULL
  GROUP BY ALL
  HAVING sum(fish_days) > 0
  UNION ALL
  SELECT true AS of_feed, piece_start, feed_atom AS atom, group_key, sum(fed_biomass_g) AS amount
  FROM ledger_row
  WHERE feed_atom IS NOT NULL AND fed_biomass_g IS NOT NULL
  GROUP BY ALL
  HAVING sum(fed_biomass_g) > 0
) g
GROUP BY ALL

-- name: narrowest
-- The fewest groups in an atom, and the narrowest interval in percent: the second largest group, which knows its own, cannot tell the
-- largest one's part more closely than by what all others have.
SELECT
  count(*) AS atoms,
  coalesce(min(groups), 0) AS fewest_groups,
  min(100e0 * (total - largest - second) / largest) AS narrowest_percent
FROM amount

-- name: unsafe
-- Atoms that are not safe by the rule.
SELECT piece_start, atom, of_feed, groups
FROM amount
WHERE NOT is_safe(groups, total, largest, second, :min_farmers, :max_share)
ORDER BY 1, 2, 3
LIMIT 20

-- name: wrong_cells
-- Atoms whose rows do not agree on their cells, or that lie at sea and on land.
SELECT piece_start, atom, of_feed, cells, atom_cells
FROM atom
WHERE cells <> atom_cells OR atom_cells <> least_cells OR placements > 1
ORDER BY 1, 2, 3
LIMIT 20

-- name: twice
-- Rows that are there twice.
SELECT piece_start, site_id, farmer_id, generation, weight_class, count(*) AS times
FROM ledger_row
GROUP BY 1, 2, 3, 4, 5
HAVING count(*) > 1
ORDER BY 1, 2
LIMIT 20

-- name: coverage
-- The share of the fish-days at sea of released periods that a benchmark shows: without a filter, of one generation, and of one 500 g group.
WITH
fish AS (
  SELECT c.piece_start, p.production_area_id, c.generation, c.weight_class, c.fish_days
  FROM stock_cell c
  JOIN site p ON p.site_id = c.site_id AND p.placement = 'offshore'
  WHERE piece_end(c.piece_start) <= :released_through
),
cell AS (
  SELECT DISTINCT piece_start, atom, production_area_id, generation, weight_class
  FROM ledger_row
  WHERE atom IS NOT NULL AND site_placement = 'offshore'
),
shown AS (
  SELECT
    a.piece_start, a.atom,
    count(DISTINCT c.generation) = 1 AS in_one_generation,
    count(DISTINCT c.weight_class // 500) = 1 AS in_one_band
  FROM (SELECT DISTINCT piece_start, atom FROM cell) a
  JOIN cell c ON c.piece_start = a.piece_start AND c.atom = a.atom
  GROUP BY 1, 2
),
released AS (
  SELECT r.piece_start, r.atom, sum(r.fish_days) AS fish_days
  FROM ledger_row r
  WHERE r.atom IS NOT NULL AND r.site_placement = 'offshore'
  GROUP BY 1, 2
)
SELECT
  (SELECT CAST(sum(fish_days) AS DOUBLE) FROM fish) AS present,
  CAST(sum(r.fish_days) AS DOUBLE) AS no_filter,
  CAST(sum(r.fish_days) FILTER (WHERE s.in_one_generation) AS DOUBLE) AS generation,
  CAST(sum(r.fish_days) FILTER (WHERE s.in_one_band) AS DOUBLE) AS weight
FROM released r
JOIN shown s ON s.piece_start = r.piece_start AND s.atom = r.atom

-- name: window_rows
-- The released rows of some days.
SELECT
  r.piece_start, r.site_placement, r.production_area_id, m.area_id AS platform_area, r.generation, r.weight_class, r.group_key, r.atom,
  r.atom_cells, r.fish_days, r.mortality_count, r.culling_count
FROM ledger_row r
LEFT JOIN platform_area m ON list_contains(m.production_area_ids, r.production_area_id)
WHERE r.piece_start BETWEEN :first_day AND :last_day
  AND r.atom IS NOT NULL

-- name: window_losses
-- Their losses by cause.
SELECT l.piece_start, l.atom, l.category_code, coalesce(f.farmer_group_key, l.farmer_group_key) AS group_key,
  CAST(sum(l.mortality_count + l.culling_count) AS BIGINT) AS losses
FROM released_loss_cell l
LEFT JOIN farmer f ON f.farmer_id = l.farmer_id
WHERE l.piece_start BETWEEN :first_day AND :last_day
GROUP BY ALL
HAVING sum(l.mortality_count + l.culling_count) > 0

-- name: all_rows
-- The rows of the ledger that a snapshot was published with.
SELECT * FROM ({rows})

-- name: changed
-- Rows of it whose figures are otherwise in this one, or not there.
SELECT count(*)
FROM old_row o
LEFT JOIN ledger_row n
  ON n.piece_start = o.piece_start
  AND n.site_id = o.site_id
  AND n.farmer_id = o.farmer_id
  AND n.generation = o.generation
  AND n.weight_class = o.weight_class
  AND n.production_area_id IS NOT DISTINCT FROM o.production_area_id
  AND n.fish_days = o.fish_days
  AND n.biomass_days = o.biomass_days
  AND n.mortality_count = o.mortality_count
  AND n.culling_count = o.culling_count
  AND n.feed_g IS NOT DISTINCT FROM o.feed_g
WHERE n.piece_start IS NULL

-- name: split
-- Atoms of it that lie in several of this one, or partly in none.
SELECT count(*)
FROM (
  SELECT o.piece_start, o.atom
  FROM old_row o
  LEFT JOIN ledger_row n
    ON n.piece_start = o.piece_start
    AND n.site_id = o.site_id
    AND n.farmer_id = o.farmer_id
    AND n.generation = o.generation
    AND n.weight_class = o.weight_class
  WHERE o.atom IS NOT NULL
  GROUP BY 1, 2
  HAVING count(DISTINCT n.atom) > 1 OR (count(n.atom) > 0 AND count(n.atom) < count(*))
) a
