-- The release of events: what treatments cost in fish, by calendar quarter. Parts are tables of the snapshot and of the ledger.

-- name: touches
-- What treatments met on some days. Around an event, or an untreated day, treatments of the unit from 34 days before to 13 after matter.
SELECT *
FROM ({treatment_touch}) t
WHERE date BETWEEN CAST(:first_day AS DATE) - 34 AND CAST(:last_day AS DATE) + 13

-- name: newest_quarter
-- The newest quarter that is released, by its first day.
SELECT CAST(date_trunc('quarter', max(date)) AS DATE) AS quarter
FROM ({released}) r
HAVING count(*) > 0

-- name: events
-- The events of whole quarters, without those that overlap and those for which no untreated rate is known; untreated days and the yardstick too.
SELECT
  CAST(date_trunc('quarter', e.date) AS DATE) AS quarter,
  e.date,
  e.site_id,
  e.unit_id,
  e.farmer_id,
  g.farmer_group_key,
  g.group_number,
  e.treatment_category,
  e.treatment_target,
  e.weight_group,
  e.excess
FROM unit_event e
JOIN groups g ON g.farmer_id = e.farmer_id
WHERE NOT e.is_overlapping
  AND e.excess IS NOT NULL
  AND e.date BETWEEN :first_day AND :last_day

-- name: event_cells
-- A quarter's events of one category, target and weight class: the leaves. Category and target are above them, the coast is the root.
SELECT
  CAST(row_number() OVER (ORDER BY quarter, treatment_category, treatment_target, weight_group) AS INTEGER) AS cell,
  CAST(quarter AS VARCHAR) AS tree,
  c.*
FROM (SELECT DISTINCT quarter, treatment_category, treatment_target, weight_group FROM events) c

-- name: event_branches
SELECT cell, tree, 1 AS cells, 2 AS depth, concat(treatment_category, ' - ', treatment_target) AS method, weight_group
FROM event_cells
ORDER BY cell

-- name: event_cell_rows
SELECT n.cell, e.*
FROM events e
JOIN event_cells n
  ON n.quarter = e.quarter
  AND n.treatment_category = e.treatment_category
  AND n.treatment_target = e.treatment_target
  AND n.weight_group = e.weight_group

-- name: event_amounts
SELECT cell, group_number, count(*) AS amount
FROM event_cell_rows
GROUP BY 1, 2
ORDER BY 1, 2

-- name: new_events
-- The events in an atom. Atoms are numbered by quarter.
WITH
numbered AS (
  SELECT n.cell, a.atom_cells, CAST(dense_rank() OVER (PARTITION BY n.quarter ORDER BY a.atom) AS INTEGER) AS atom
  FROM event_cells n
  JOIN event_atoms a ON a.cell = n.cell
)
SELECT e.*, n.atom, n.atom_cells
FROM event_cell_rows e
JOIN numbered n ON n.cell = e.cell
