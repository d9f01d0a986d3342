-- What is wrong with the tables of the ledger among each other. Parts are tables of the ledger, of one year; each query gives the rows that are
-- wrong.

-- name: rows_twice
SELECT piece_start
FROM ({rows})
GROUP BY piece_start, site_id, farmer_id, generation, weight_class
HAVING count(*) > 1

-- name: wrong_sizes
-- Rows whose atom has not as many cells as they say, of stock or of feed.
WITH
atom_size AS (
  SELECT piece_start, atom, count(*) AS cells
  FROM (SELECT DISTINCT piece_start, atom, production_area_id, generation, weight_class FROM ({rows}) WHERE atom IS NOT NULL) c
  GROUP BY 1, 2
),
feed_atom_size AS (
  SELECT piece_start, feed_atom, count(*) AS cells
  FROM (SELECT DISTINCT piece_start, feed_atom, production_area_id, generation, weight_class FROM ({rows}) WHERE feed_atom IS NOT NULL) c
  GROUP BY 1, 2
)
SELECT r.piece_start
FROM ({rows}) r
LEFT JOIN atom_size a ON a.piece_start = r.piece_start AND a.atom = r.atom
LEFT JOIN feed_atom_size f ON f.piece_start = r.piece_start AND f.feed_atom = r.feed_atom
WHERE r.atom_cells IS DISTINCT FROM a.cells OR r.feed_atom_cells IS DISTINCT FROM f.cells

-- name: wrong_losses
-- Losses that do not lie on stock in the same atom.
SELECT l.piece_start
FROM ({released_loss_cell}) l
LEFT JOIN ({rows}) s
  ON s.piece_start = l.piece_start
  AND s.site_id = l.site_id
  AND s.farmer_id = l.farmer_id
  AND s.generation = l.generation
  AND s.weight_class = l.weight_class
WHERE s.atom IS NULL OR s.atom <> l.atom OR s.atom_cells <> l.atom_cells

-- name: wrong_site_day_sizes
-- Site-days whose atom has not as many cells as they say.
SELECT d.date
FROM ({rows}) d
JOIN (
  SELECT piece_start, atom, count(*) AS cells
  FROM (SELECT DISTINCT piece_start(date) AS piece_start, atom, degrees, production_area_id FROM ({rows})) c
  GROUP BY 1, 2
) a ON a.piece_start = piece_start(d.date) AND a.atom = d.atom
WHERE d.atom_cells <> a.cells

-- name: wrong_site_quarters
-- Quarters with other figures than their members give. A member is a site of a group; in ledgers of earlier programs it is a site.
WITH
quarter AS (
  SELECT
    month, platform_area_id, quarter, is_joined, site_count, quarter_site_count, mean_loss_rate,
    count(DISTINCT site_id) AS sites,
    count(DISTINCT (site_id, farmer_group_key)) AS members,
    avg(loss_rate) AS row_mean,
    min(loss_rate) AS lowest,
    max(loss_rate) AS highest
  FROM ({rows}) r
  GROUP BY 1, 2, 3, 4, 5, 6, 7
)
SELECT month
FROM (
  SELECT *, sum(sites) OVER area AS all_sites, sum(members) OVER area AS all_members
  FROM quarter
  WINDOW area AS (PARTITION BY month, platform_area_id)
) q
WHERE (sites <> quarter_site_count OR all_sites <> site_count) AND (members <> quarter_site_count OR all_members <> site_count)
  OR mean_loss_rate NOT BETWEEN lowest - 5001e-7 AND highest + 5001e-7
  OR mean_loss_rate <> round(mean_loss_rate, 3)

-- name: wrong_cycle_years
-- The same of cycles.
WITH
area AS (
  SELECT
    *,
    count(*) OVER (PARTITION BY year(last_day), platform_area_id) AS cycles,
    sum(risk) OVER (PARTITION BY year(last_day), platform_area_id) / cycles AS area_risk,
    sum(loss_share) OVER (PARTITION BY year(last_day), platform_area_id) / cycles AS area_share
  FROM ({rows}) r
),
quarter AS (
  SELECT
    platform_area_id, quarter, is_joined, cycle_count, quarter_cycle_count, mean_risk, mean_loss_share, quarter_mean_risk,
    max(cycles) AS all_cycles,
    max(area_risk) AS area_risk,
    max(area_share) AS area_share,
    count(*) AS cycles,
    sum(risk) / count(*) AS mean_value
  FROM area
  GROUP BY year(last_day), 1, 2, 3, 4, 5, 6, 7, 8
)
SELECT platform_area_id
FROM quarter
WHERE cycles <> quarter_cycle_count
  OR all_cycles <> cycle_count
  OR abs(area_risk - mean_risk) > 5001e-7
  OR abs(area_share - mean_loss_share) > 5001e-7
  OR abs(mean_value - quarter_mean_risk) > 5001e-7

-- name: wrong_site_months
-- Members whose rows do not agree on their rates and their atom, or whose main company has no row.
SELECT month
FROM ({rows}) r
GROUP BY month, site_id, main_farmer_id
HAVING count(DISTINCT (mortality_rate, culling_rate, loss_rate, mortality_biomass_rate, production_area_id, coalesce(atom, 0))) > 1
  OR count(*) FILTER (WHERE farmer_id = main_farmer_id) <> 1

-- name: wrong_tenths
-- Tenths with members that are in no released month, another number of members than they say, or a value that is not rounded as it must be.
SELECT t.month
FROM ({rows}) t
LEFT JOIN ({released_site_month}) m ON m.month = t.month AND m.site_id = t.site_id AND m.farmer_id = t.farmer_id
GROUP BY t.month, t.production_region_name, t.measure, t.horizon, t.side
HAVING count(*) FILTER (WHERE m.month IS NULL) > 0
  OR count(DISTINCT (m.site_id, m.main_farmer_id)) <> max(t.site_count)
  OR min(t.value) <> max(t.value)
  OR bool_or(t.value <> to_half_digit(t.value))
  OR bool_or(t.is_shown) <> bool_and(t.is_shown)

-- name: wrong_tails
-- Cells whose rows do not agree on their figures, or with more unit-days in a tail than there are.
SELECT quarter
FROM ({rows}) r
GROUP BY quarter, production_region_name, species_code, weight_group, degrees
HAVING count(DISTINCT (coalesce(highest_sfr, -1), coalesce(lowest_sfr, -1), coalesce(median_sfr, -1))) > 1
  OR bool_or(highest_days > days OR lowest_days > days)
  OR bool_or(highest_sfr <> to_three_digits(highest_sfr) OR lowest_sfr <> to_three_digits(lowest_sfr) OR median_sfr <> to_three_digits(median_sfr))

-- name: wrong_growth_rates
-- Growth of no whole year, of no fish, or of another weight than there is.
SELECT year_start
FROM ({rows}) r
WHERE year_start <> date_trunc('year', year_start)
  OR biomass_g <= 0
  OR weight_from NOT IN (0, 500, 1000, 2000, 3000, 4000)

-- name: wrong_event_sizes
-- Events whose atom has not as many cells as they say.
SELECT e.date
FROM ({rows}) e
JOIN (
  SELECT quarter, atom, count(*) AS cells
  FROM (
    SELECT DISTINCT CAST(date_trunc('quarter', date) AS DATE) AS quarter, atom, treatment_category, treatment_target, weight_group
    FROM ({rows})
  ) c
  GROUP BY 1, 2
) a ON a.quarter = CAST(date_trunc('quarter', e.date) AS DATE) AND a.atom = e.atom
WHERE e.atom_cells <> a.cells

-- name: wrong_untreated_rate_sizes
-- Untreated fish whose atom has not as many cells as they say.
SELECT r.week
FROM ({rows}) r
JOIN (
  SELECT week, weight_group, atom, count(*) AS cells
  FROM (SELECT DISTINCT week, weight_group, atom, production_region_name FROM ({rows})) c
  GROUP BY 1, 2, 3
) a ON a.week = r.week AND a.weight_group = r.weight_group AND a.atom = r.atom
WHERE r.atom_cells <> a.cells
