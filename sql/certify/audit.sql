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
SELECT concat('atom ', atom, CASE WHEN of_feed THEN ' of feed' END, ' of ', piece_start, ' is not safe: ', groups, ' groups') AS fault
FROM amount a, rule r
WHERE NOT is_safe(groups, total, largest, second, r.min_farmers, r.max_share)
ORDER BY piece_start, atom, of_feed
LIMIT 20

-- name: wrong_cells
-- Atoms whose rows do not agree on their cells, or that lie at sea and on land.
SELECT concat('atom ', atom, CASE WHEN of_feed THEN ' of feed' END, ' of ', piece_start, ' has ', cells, ' cells and says ', atom_cells) AS fault
FROM atom
WHERE cells <> atom_cells OR atom_cells <> least_cells OR placements > 1
ORDER BY piece_start, atom, of_feed
LIMIT 20

-- name: unsafe_feed_day
-- Fed unit-days of a month, species, weight group and degree that are not safe by the rule: a region's that counts by itself, or those that the
-- country alone has.
SELECT concat('fed unit-days of ', month, ', ', region, ', ', species_code, ', weight group ', weight_group, ', ', degrees,
  ' degrees are not safe: ', groups, ' groups') AS fault
FROM (
  SELECT month, region, species_code, weight_group, degrees, count(*) AS groups, sum(days) AS total, max(days) AS largest, max(days, 2)[2] AS second
  FROM (
    SELECT
      d.month,
      CASE WHEN d.is_in_region THEN d.production_region_name ELSE 'Norge' END AS region,
      d.species_code,
      d.weight_group,
      d.degrees,
      coalesce(f.farmer_group_key, d.farmer_group_key) AS group_key,
      count(*) AS days
    FROM released_feed_day d
    LEFT JOIN farmer f ON f.farmer_id = d.farmer_id
    GROUP BY ALL
  ) g
  GROUP BY 1, 2, 3, 4, 5
) a, rule r
WHERE NOT is_safe(groups, total, largest, second, r.min_farmers, r.max_share)
ORDER BY month, region, species_code, weight_group, degrees
LIMIT 20

-- name: unsafe_growth
-- Atoms of feed whose unit-days with a growth are not safe by themselves.
SELECT concat('the growth in atom ', atom, ' of feed of ', piece_start, ' is not safe: ', groups, ' groups') AS fault
FROM (
  SELECT piece_start, feed_atom AS atom, count(*) AS groups, sum(amount) AS total, max(amount) AS largest, max(amount, 2)[2] AS second
  FROM (
    SELECT piece_start, feed_atom, group_key, sum(gain_biomass_g) AS amount
    FROM ledger_row
    WHERE gain_biomass_g IS NOT NULL
    GROUP BY ALL
    HAVING sum(gain_biomass_g) > 0
  ) g
  GROUP BY 1, 2
) a, rule r
WHERE NOT is_safe(groups, total, largest, second, r.min_farmers, r.max_share)
ORDER BY 1
LIMIT 20

-- name: unsafe_growth_rate
-- Growth of a year's weight and degree that is not safe by the rule.
SELECT concat('the growth in ', year(year_start), ' of fish from ', weight_from, ' g at ', degrees, ' degrees is not safe: ', groups, ' groups')
  AS fault
FROM (
  SELECT year_start, weight_from, degrees, count(*) AS groups, sum(amount) AS total, max(amount) AS largest, max(amount, 2)[2] AS second
  FROM (
    SELECT g.year_start, g.weight_from, g.degrees, coalesce(f.farmer_group_key, g.farmer_group_key) AS group_key, sum(g.biomass_g) AS amount
    FROM growth_rate g
    LEFT JOIN farmer f ON f.farmer_id = g.farmer_id
    GROUP BY ALL
  ) a
  GROUP BY 1, 2, 3
) a, rule r
WHERE NOT is_safe(groups, total, largest, second, r.min_farmers, r.max_share)
ORDER BY 1
LIMIT 20

-- name: unsafe_book
-- Generations of platform areas whose books are not safe together, books of sites of which a row is in no atom or in one that goes beyond them, and
-- atoms that have rows with books and rows without.
WITH
row_atom AS (
  SELECT r.piece_start, r.atom
  FROM ledger_row r
  LEFT JOIN area_place p ON p.production_area_id = r.production_area_id
  WHERE r.atom IS NOT NULL
  GROUP BY 1, 2
  HAVING count(DISTINCT (r.generation, p.platform_area_id)) = 1
),
book AS (
  SELECT
    r.piece_start,
    r.site_id,
    r.farmer_id,
    r.generation,
    p.platform_area_id,
    r.group_key,
    sum(r.book_before + r.book_come) AS came,
    sum(r.book_lost + r.book_after) AS stayed,
    count(*) > count(t.atom) AS is_in_parts
  FROM ledger_row r
  JOIN area_place p ON p.production_area_id = r.production_area_id
  LEFT JOIN row_atom t ON t.piece_start = r.piece_start AND t.atom = r.atom
  GROUP BY r.piece_start, r.site_id, r.farmer_id, r.generation, p.platform_area_id, r.group_key
  HAVING count(r.book_before) > 0
),
of_group AS (
  SELECT piece_start, platform_area_id, generation, group_key, greatest(sum(came), sum(stayed)) AS amount
  FROM book
  GROUP BY 1, 2, 3, 4
  HAVING greatest(sum(came), sum(stayed)) > 0
)
SELECT concat('the books of ', generation, ' in area ', platform_area_id, ' of ', piece_start, ' are not safe: ', groups, ' groups') AS fault
FROM (
  SELECT piece_start, platform_area_id, generation, count(*) AS groups, sum(amount) AS total, max(amount) AS largest, max(amount, 2)[2] AS second
  FROM of_group
  GROUP BY 1, 2, 3
) a, rule r
WHERE NOT is_safe(groups, total, largest, second, r.min_farmers, r.max_share)
UNION ALL
SELECT concat('the book of site ', site_id, ', ', generation, ', of ', piece_start, ' has rows outside its atoms') AS fault
FROM book
WHERE is_in_parts
  AND (SELECT min_farmers FROM rule) > 1
UNION ALL
SELECT concat('atom ', atom, ' of ', piece_start, ' has sites with a book and sites without') AS fault
FROM (
  SELECT r.piece_start, r.atom, r.site_id, r.farmer_id, r.generation, count(b.came) > 0 AS has_book
  FROM ledger_row r
  LEFT JOIN book b ON b.piece_start = r.piece_start AND b.site_id = r.site_id AND b.farmer_id = r.farmer_id AND b.generation = r.generation
  WHERE r.atom IS NOT NULL
  GROUP BY ALL
) a
WHERE (SELECT min_farmers FROM rule) > 1
GROUP BY piece_start, atom
HAVING bool_or(has_book) AND NOT bool_and(has_book)
ORDER BY 1
LIMIT 20

-- name: book_twice
-- Books that are twice in a piece, or lie in no atom.
SELECT concat('the book of site ', site_id, ', ', generation, ', is in ', piece_start, ' ', count(*), ' times') AS fault
FROM ledger_row
WHERE book_before IS NOT NULL
GROUP BY piece_start, site_id, farmer_id, generation
HAVING count(*) > 1 OR count(atom) < count(*)
ORDER BY 1
LIMIT 20

-- name: unsafe_untreated_rate
-- Atoms of untreated fish that are not safe by the rule.
SELECT concat('atom ', atom, ' of untreated fish of ', weight_group, ' kg in the week from ', week, ' is not safe: ', groups, ' groups') AS fault
FROM (
  SELECT week, weight_group, atom, count(*) AS groups, sum(fish_days) AS total, max(fish_days) AS largest, max(fish_days, 2)[2] AS second
  FROM (
    SELECT r.week, r.weight_group, r.atom, coalesce(f.farmer_group_key, r.farmer_group_key) AS group_key, sum(r.fish_days) AS fish_days
    FROM untreated_rate r
    LEFT JOIN farmer f ON f.farmer_id = r.farmer_id
    GROUP BY ALL
  ) g
  GROUP BY 1, 2, 3
) a, rule r
WHERE NOT is_safe(groups, total, largest, second, r.min_farmers, r.max_share)
ORDER BY 1
LIMIT 20

-- name: unsafe_event
-- Atoms of events that are not safe by the rule.
SELECT concat('atom ', atom, ' of treated units of the quarter from ', quarter, ' is not safe: ', groups, ' groups') AS fault
FROM (
  SELECT quarter, atom, count(*) AS groups, sum(events) AS total, max(events) AS largest, max(events, 2)[2] AS second
  FROM (
    SELECT
      CAST(date_trunc('quarter', e.date) AS DATE) AS quarter,
      e.atom,
      coalesce(f.farmer_group_key, e.farmer_group_key) AS group_key,
      count(*) AS events
    FROM treatment_event e
    LEFT JOIN farmer f ON f.farmer_id = e.farmer_id
    GROUP BY ALL
  ) g
  GROUP BY 1, 2
) a, rule r
WHERE NOT is_safe(groups, total, largest, second, r.min_farmers, r.max_share)
ORDER BY 1
LIMIT 20

-- name: unsafe_site_day
-- Atoms of fed site-days that are not safe by the rule. A site that companies of a group share has one day of that group.
SELECT concat('atom ', atom, ' of feeding days of ', piece_start, ' is not safe: ', groups, ' groups') AS fault
FROM (
  SELECT piece_start, atom, count(*) AS groups, sum(days) AS total, max(days) AS largest, max(days, 2)[2] AS second
  FROM (
    SELECT
      piece_start(d.date) AS piece_start,
      d.atom,
      coalesce(f.farmer_group_key, d.farmer_group_key) AS group_key,
      count(DISTINCT (d.date, d.site_id)) AS days
    FROM released_site_day d
    LEFT JOIN farmer f ON f.farmer_id = d.farmer_id
    GROUP BY ALL
  ) g
  GROUP BY 1, 2
) a, rule r
WHERE NOT is_safe(groups, total, largest, second, r.min_farmers, r.max_share)
ORDER BY 1
LIMIT 20

-- name: inside
-- The weeks in which an atom of stock at sea lies inside a production area (or outside all of them), with its generation if it has one, and the
-- midpoint of its 500 g group if that is one.
SELECT DISTINCT week, production_area_id, generation, weight_group_gram
FROM (
  SELECT
    week_start(piece_start) AS week,
    min(production_area_id) AS production_area_id,
    CASE WHEN count(DISTINCT generation) = 1 THEN min(generation) END AS generation,
    CASE WHEN count(DISTINCT (generation, weight_class // 500)) = 1 THEN weight_group(min(weight_class), 500) END AS weight_group_gram
  FROM ledger_row
  WHERE atom IS NOT NULL
    AND site_placement = 'offshore'
  GROUP BY piece_start, atom
  HAVING count(DISTINCT coalesce(production_area_id, 0)) = 1
) a

-- name: closed_treatment
-- Released treatments of weeks that were never open to view: no atom lies inside the production area.
SELECT concat('treatment ', t.treatment_id, ' of site ', t.site_id, ' on ', t.date, ' is released, and no atom lies inside production area ',
  t.production_area_id, ' in that week') AS fault
FROM released_treatment t, rule r
WHERE r.min_farmers > 1 AND NOT EXISTS (
  SELECT 1
  FROM inside i
  WHERE i.week = week_start(t.date)
    AND i.production_area_id = t.production_area_id)
ORDER BY t.date, t.site_id, t.treatment_id
LIMIT 20

-- name: closed_touch
-- Treated units of a generation's week, or a weight group's, that was never open to view: no atom lies inside it.
SELECT concat('treatment ', t.treatment_id, ' of site ', t.site_id, ' on ', t.date, ' is released for generation ', t.generation,
  CASE WHEN t.is_open_band THEN concat(' and ', t.weight_group_gram, ' g') END, ', and no atom lies inside it in that week') AS fault
FROM released_touch t, rule r
WHERE r.min_farmers > 1 AND ((t.is_open_generation AND NOT EXISTS (
    SELECT 1
    FROM inside i
    WHERE i.week = week_start(t.date)
      AND i.production_area_id IS NOT DISTINCT FROM t.production_area_id
      AND i.generation = t.generation))
  OR (t.is_open_band AND NOT EXISTS (
    SELECT 1
    FROM inside i
    WHERE i.week = week_start(t.date)
      AND i.production_area_id IS NOT DISTINCT FROM t.production_area_id
      AND i.generation = t.generation
      AND i.weight_group_gram = t.weight_group_gram)))
ORDER BY t.date, t.site_id, t.treatment_id
LIMIT 20

-- name: twice
-- Rows that are there twice.
SELECT concat('site ', site_id, ' has a row ', count(*), ' times in ', piece_start) AS fault
FROM ledger_row
GROUP BY piece_start, site_id, farmer_id, generation, weight_class
HAVING count(*) > 1
ORDER BY piece_start, site_id
LIMIT 20

-- name: misplaced_loss
-- Losses that do not lie on stock of their atom.
SELECT concat('losses of site ', l.site_id, ' in ', l.piece_start, ' do not lie on stock of their atom ', l.atom) AS fault
FROM released_loss_cell l
LEFT JOIN ledger_row s
  ON s.piece_start = l.piece_start
  AND s.site_id = l.site_id
  AND s.farmer_id = l.farmer_id
  AND s.generation = l.generation
  AND s.weight_class = l.weight_class
WHERE s.atom IS DISTINCT FROM l.atom
ORDER BY l.piece_start, l.site_id
LIMIT 20

-- name: groups
-- The companies with the groups that they are in now.
SELECT farmer_id, farmer_group_key FROM farmer

-- name: areas
SELECT area_id AS production_area_id, production_area.region_name, m.platform_area_id
FROM production_area
LEFT JOIN platform_area_member m ON m.production_area_id = area_id

-- name: unsafe_site_month
-- Site atoms that are not safe by the rule, each member once.
SELECT concat('site atom ', atom, ' of ', month, ' is not safe: ', groups, ' groups') AS fault
FROM (
  SELECT month, atom, count(*) AS groups, sum(members) AS total, max(members) AS largest, max(members, 2)[2] AS second
  FROM (SELECT month, atom, farmer_group_key, count(*) AS members FROM members WHERE atom IS NOT NULL GROUP BY ALL) g
  GROUP BY 1, 2
) a, rule r
WHERE NOT is_safe(groups, total, largest, second, r.min_farmers, r.max_share)
ORDER BY 1
LIMIT 20

-- name: unsafe_site_quarter
-- Quarters of sites with members of too few groups, or of which one has more than half.
SELECT concat('quarter ', quarter, ' of ', platform_area_id, ' in ', month, ' has members of ', groups, ' groups, ', largest, ' of ', members,
  ' of one') AS fault
FROM (
  SELECT month, platform_area_id, quarter, count(*) AS groups, sum(members) AS members, max(members) AS largest
  FROM (
    SELECT q.month, q.platform_area_id, q.quarter, coalesce(f.farmer_group_key, q.farmer_group_key) AS group_key, count(DISTINCT q.site_id) AS members
    FROM site_quarter q
    LEFT JOIN farmer f ON f.farmer_id = q.farmer_id
    GROUP BY ALL
  ) g
  GROUP BY 1, 2, 3
) a, rule r
WHERE r.min_farmers > 1 AND (groups <= r.min_farmers OR 2 * largest > members)
ORDER BY 1
LIMIT 20

-- name: unsafe_cycle_year
-- The same of finished cycles.
SELECT concat('quarter ', quarter, ' of cycles of ', platform_area_id, ' in ', year, ' has cycles of ', groups, ' groups, ', largest, ' of ', members,
  ' of one') AS fault
FROM (
  SELECT year, platform_area_id, quarter, count(*) AS groups, sum(members) AS members, max(members) AS largest
  FROM (
    SELECT year(c.last_day) AS year, c.platform_area_id, c.quarter, coalesce(f.farmer_group_key, c.farmer_group_key) AS group_key, count(*) AS members
    FROM cycle_year c
    LEFT JOIN farmer f ON f.farmer_id = c.farmer_id
    GROUP BY ALL
  ) g
  GROUP BY 1, 2, 3
) a, rule r
WHERE r.min_farmers > 1 AND (groups <= r.min_farmers OR 2 * largest > members)
ORDER BY 1
LIMIT 20

-- name: unsafe_tenth
-- Tenths that are shown and do not pass by the groups, sums and quarters of today.
SELECT concat('the ', t.side, ' tenth of ', t.measure, ' over ', t.horizon, ' of ', t.production_region_name, ' in ', t.month,
  ' is shown, and does not pass') AS fault
FROM (SELECT DISTINCT month, production_region_name, measure, horizon, side FROM released_tenth WHERE is_shown) t
LEFT JOIN shown_tenths s
  ON s.month = t.month AND s.region_name = t.production_region_name AND s.measure = t.measure AND s.horizon = t.horizon AND s.side = t.side
WHERE NOT coalesce(s.is_shown, false)
ORDER BY 1
LIMIT 20

-- name: unsafe_tail
-- Tails and medians that are shown and do not pass by the groups of today.
SELECT concat('the feed rates of ', coalesce(t.production_region_name, 'no region'), ', ', t.species_code, ', weight group ', t.weight_group, ', ',
  t.degrees, ' degrees in the quarter from ', t.quarter, ' are shown, and do not pass') AS fault
FROM (
  SELECT quarter, production_region_name, species_code, weight_group, degrees,
    max(highest_sfr) AS highest_sfr, max(lowest_sfr) AS lowest_sfr, max(median_sfr) AS median_sfr
  FROM released_feed_tail
  GROUP BY 1, 2, 3, 4, 5
) t
JOIN (
  SELECT quarter, production_region_name, species_code, weight_group, degrees,
    max(highest_sfr) AS highest_sfr, max(lowest_sfr) AS lowest_sfr, max(median_sfr) AS median_sfr
  FROM judged_tails
  GROUP BY 1, 2, 3, 4, 5
) j
  ON j.quarter = t.quarter AND j.production_region_name IS NOT DISTINCT FROM t.production_region_name AND j.species_code = t.species_code
  AND j.weight_group = t.weight_group AND j.degrees = t.degrees
WHERE j.highest_sfr IS DISTINCT FROM t.highest_sfr OR j.lowest_sfr IS DISTINCT FROM t.lowest_sfr OR j.median_sfr IS DISTINCT FROM t.median_sfr
ORDER BY 1
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

-- name: all_rows
-- The rows of the ledger that a snapshot was published with.
SELECT * FROM ({rows})

-- name: changed
-- Rows of it whose figures are otherwise in this one, or not there. Books may have been forgotten, or filled into a ledger of before.
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
  AND (n.book_before IS NULL OR o.book_before IS NULL
    OR (n.book_before, n.book_come, n.book_lost, n.book_after) = (o.book_before, o.book_come, o.book_lost, o.book_after))
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
