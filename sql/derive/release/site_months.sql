-- Members: the sites of a farmer group in a month (definitions.md, section 2, Figures that are no sums). They are made once, when a month's last
-- piece is released, with their rates, and bound into site atoms. Parts are tables of the ledger, of one year.

-- name: site_months
-- The members at sea of the months between two days, with a row for each company of the group. A member lies where it has most fish, and belongs
-- to the group of its company with most fish there (main_farmer_id). Part is released_stock_cell.
WITH
sea AS (
  SELECT
    month_start(r.piece_start) AS month,
    r.*,
    coalesce(g.farmer_group_key, r.farmer_group_key) AS group_now
  FROM ({released}) r
  LEFT JOIN groups g ON g.farmer_id = r.farmer_id
  WHERE r.site_placement = 'offshore'
    AND r.atom IS NOT NULL
    AND r.piece_start BETWEEN :first_day AND :last_day
),
member AS (
  SELECT
    month,
    site_id,
    group_now,
    period_rate(sum(mortality_count), sum(fish_days), day(month_end(month))) AS mortality_rate,
    period_rate(sum(culling_count), sum(fish_days), day(month_end(month))) AS culling_rate,
    period_rate(sum(mortality_count + culling_count), sum(fish_days), day(month_end(month))) AS loss_rate,
    period_rate(sum(mortality_biomass_g), sum(biomass_days), day(month_end(month))) AS mortality_biomass_rate
  FROM sea
  GROUP BY 1, 2, 3
  HAVING has_enough_days(bit_or(days))
),
place AS (
  SELECT month, site_id, group_now, production_area_id
  FROM sea
  GROUP BY 1, 2, 3, 4
  QUALIFY row_number() OVER (PARTITION BY month, site_id, group_now ORDER BY sum(fish_days) DESC, production_area_id NULLS LAST) = 1
),
company AS (
  SELECT
    month,
    site_id,
    group_now,
    farmer_id,
    CAST(sum(fish_days) AS BIGINT) AS fish_days,
    first_value(farmer_id) OVER (PARTITION BY month, site_id, group_now ORDER BY sum(fish_days) DESC, farmer_id) AS main_farmer_id
  FROM sea
  GROUP BY 1, 2, 3, 4
)
SELECT
  c.month,
  c.site_id,
  c.farmer_id,
  c.main_farmer_id,
  c.group_now AS farmer_group_key,
  p.production_area_id,
  a.region_name,
  coalesce(a.region_place, 9) AS region_place,
  a.platform_area_id,
  c.fish_days,
  m.mortality_rate,
  m.culling_rate,
  m.loss_rate,
  m.mortality_biomass_rate
FROM company c
JOIN member m ON m.month = c.month AND m.site_id = c.site_id AND m.group_now = c.group_now
JOIN place p ON p.month = c.month AND p.site_id = c.site_id AND p.group_now = c.group_now
LEFT JOIN areas a ON a.production_area_id = p.production_area_id

-- name: site_month_cells
-- The leaves: a platform area in a month (or none in a region, or none at all). The region is above it, the coast is the root.
SELECT
  CAST(row_number() OVER (ORDER BY month, region_place, region_name, platform_area_id NULLS LAST) AS INTEGER) AS cell,
  CAST(month AS VARCHAR) AS tree,
  c.*
FROM (SELECT DISTINCT month, region_name, region_place, platform_area_id FROM site_months) c

-- name: site_month_branches
SELECT cell, tree, 1 AS cells, 2 AS depth, region_name, platform_area_id
FROM site_month_cells
ORDER BY cell

-- name: site_month_cell_rows
SELECT n.cell, m.*
FROM site_months m
JOIN site_month_cells n
  ON n.month = m.month
  AND n.region_name IS NOT DISTINCT FROM m.region_name
  AND n.platform_area_id IS NOT DISTINCT FROM m.platform_area_id

-- name: site_month_amounts
-- Each member once.
SELECT cell, CAST(dense_rank() OVER (ORDER BY farmer_group_key) AS INTEGER) AS group_number, amount
FROM (SELECT cell, farmer_group_key, count(*) AS amount FROM site_month_cell_rows WHERE farmer_id = main_farmer_id GROUP BY 1, 2) s
ORDER BY cell, group_number

-- name: new_site_months
-- All members; those that are in no site atom are in no average. Atoms are numbered by month.
WITH
numbered AS (
  SELECT n.cell, CAST(dense_rank() OVER (PARTITION BY n.month ORDER BY a.atom) AS INTEGER) AS atom
  FROM site_month_cells n
  JOIN site_month_atoms a ON a.cell = n.cell
)
SELECT m.*, n.atom
FROM site_month_cell_rows m
LEFT JOIN numbered n ON n.cell = m.cell

-- name: members_left
-- Without the members that a company had fish in.
SELECT r.*
FROM ({released}) r
ANTI JOIN (SELECT month, site_id, main_farmer_id FROM ({released}) e WHERE farmer_id = :farmer) o
  ON o.month = r.month AND o.site_id = r.site_id AND o.main_farmer_id = r.main_farmer_id

-- name: renewed_site_months
-- The same members from a piece's month on, with the rates of the stock as it is released now. Parts are the members and released_stock_cell.
WITH
renewed AS (
  SELECT
    k.month,
    k.site_id,
    k.main_farmer_id,
    period_rate(sum(r.mortality_count), sum(r.fish_days), day(month_end(k.month))) AS mortality_rate,
    period_rate(sum(r.culling_count), sum(r.fish_days), day(month_end(k.month))) AS culling_rate,
    period_rate(sum(r.mortality_count + r.culling_count), sum(r.fish_days), day(month_end(k.month))) AS loss_rate,
    period_rate(sum(r.mortality_biomass_g), sum(r.biomass_days), day(month_end(k.month))) AS mortality_biomass_rate
  FROM ({kept}) k
  JOIN ({released}) r
    ON month_start(r.piece_start) = k.month AND r.site_id = k.site_id AND r.farmer_id = k.farmer_id AND r.site_placement = 'offshore'
    AND r.atom IS NOT NULL
  WHERE k.month >= month_start(:first_piece)
  GROUP BY 1, 2, 3
)
SELECT
  k.* REPLACE (
    coalesce(n.mortality_rate, k.mortality_rate) AS mortality_rate,
    coalesce(n.culling_rate, k.culling_rate) AS culling_rate,
    coalesce(n.loss_rate, k.loss_rate) AS loss_rate,
    coalesce(n.mortality_biomass_rate, k.mortality_biomass_rate) AS mortality_biomass_rate)
FROM ({kept}) k
LEFT JOIN renewed n ON n.month = k.month AND n.site_id = k.site_id AND n.main_farmer_id = k.main_farmer_id

-- name: members
-- Each member once, in its present group and areas, with the platform area and the region that its site atom lies in whole. Part is
-- released_site_month.
SELECT
  r.month,
  r.site_id,
  r.main_farmer_id,
  coalesce(g.farmer_group_key, r.farmer_group_key) AS farmer_group_key,
  r.fish_days,
  r.mortality_rate,
  r.mortality_biomass_rate,
  r.loss_rate,
  r.atom,
  CASE WHEN r.atom IS NOT NULL AND count(a.platform_area_id) OVER site_atom = count(*) OVER site_atom
    AND min(a.platform_area_id) OVER site_atom = max(a.platform_area_id) OVER site_atom THEN a.platform_area_id END AS platform_area_id,
  CASE WHEN r.atom IS NOT NULL AND count(a.region_name) OVER site_atom = count(*) OVER site_atom
    AND min(a.region_name) OVER site_atom = max(a.region_name) OVER site_atom THEN a.region_name END AS region_name
FROM (
  SELECT * REPLACE (sum(fish_days) OVER (PARTITION BY month, site_id, main_farmer_id) AS fish_days)
  FROM ({site_month}) s
  QUALIFY farmer_id = main_farmer_id
) r
LEFT JOIN groups g ON g.farmer_id = r.main_farmer_id
LEFT JOIN areas a ON a.production_area_id = r.production_area_id
WINDOW site_atom AS (PARTITION BY r.month, r.atom)
