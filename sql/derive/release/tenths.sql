-- The tenths of the sites with the highest and the lowest mortality, by region, measure and horizon: made once, when a month is released
-- (definitions.md, section 2, Figures that are no sums). Parts are tables of the ledger.

-- name: horizon_values
-- The mortality risk of each member over each horizon that ends in a month between two days: by fish (rate) and by grams (vi_rate). A member has
-- one if it has a rate in each of the horizon's months. Two members of a site that are of one group now have the rate of the larger one.
WITH
rate AS (
  SELECT m.*, v.measure, CASE v.measure WHEN 'rate' THEN m.mortality_rate ELSE m.mortality_biomass_rate END AS rate
  FROM members m
  CROSS JOIN (VALUES ('rate'), ('vi_rate')) AS v(measure)
  QUALIFY row_number() OVER (PARTITION BY m.month, m.site_id, m.farmer_group_key, v.measure ORDER BY m.fish_days DESC, m.main_farmer_id) = 1
),
risk AS (
  SELECT
    rate.*,
    unnest([
      {'horizon': '1_m', 'value': risk_of(rate)},
      {'horizon': '3_m', 'value': cumulative_risk(sum(rate) OVER last_3, count(rate) OVER last_3, 3)},
      {'horizon': '6_m', 'value': cumulative_risk(sum(rate) OVER last_6, count(rate) OVER last_6, 6)},
      {'horizon': '12_m', 'value': cumulative_risk(sum(rate) OVER last_12, count(rate) OVER last_12, 12)},
      {'horizon': 'year', 'value': cumulative_risk(sum(rate) OVER this_year, count(rate) OVER this_year, month(month))}
    ], recursive := true)
  FROM rate
  WINDOW
    last_3 AS (PARTITION BY site_id, farmer_group_key, measure ORDER BY month RANGE BETWEEN INTERVAL '2' MONTH PRECEDING AND CURRENT ROW),
    last_6 AS (PARTITION BY site_id, farmer_group_key, measure ORDER BY month RANGE BETWEEN INTERVAL '5' MONTH PRECEDING AND CURRENT ROW),
    last_12 AS (PARTITION BY site_id, farmer_group_key, measure ORDER BY month RANGE BETWEEN INTERVAL '11' MONTH PRECEDING AND CURRENT ROW),
    this_year AS (PARTITION BY site_id, farmer_group_key, measure, year(month) ORDER BY month ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
)
SELECT month, region_name, measure, horizon, site_id, main_farmer_id, farmer_group_key, value
FROM risk
WHERE value IS NOT NULL
  AND month BETWEEN :first_day AND :last_day

-- name: ranked_members
-- The chosen: k of n members in the site atoms of a region, ties by site number, then group. Values that agree to 12 decimals are ties.
WITH
ranked AS (
  SELECT
    v.*,
    count(*) OVER tenth AS members,
    row_number() OVER (PARTITION BY month, region_name, measure, horizon
      ORDER BY round(value, 12) DESC, site_order(site_id), site_id, farmer_group_key) AS highest,
    row_number() OVER (PARTITION BY month, region_name, measure, horizon
      ORDER BY round(value, 12), site_order(site_id), site_id, farmer_group_key) AS lowest
  FROM horizon_values v
  WHERE region_name IS NOT NULL
  WINDOW tenth AS (PARTITION BY month, region_name, measure, horizon)
)
SELECT r.* EXCLUDE (members, highest, lowest), s.side, CASE s.side WHEN 'highest' THEN highest ELSE lowest END AS place, true AS is_shown
FROM ranked r
CROSS JOIN (VALUES ('highest'), ('lowest')) AS s(side)
WHERE members >= 10
  AND (CASE s.side WHEN 'highest' THEN highest ELSE lowest END - 1) * 10 < members

-- name: kept_members
-- The chosen of tenths that are made already. Part is released_tenth.
SELECT
  t.month, t.production_region_name AS region_name, t.measure, t.horizon, t.side, m.site_id, m.main_farmer_id, m.farmer_group_key, t.is_shown
FROM ({tenth}) t
JOIN members m ON m.month = t.month AND m.site_id = t.site_id AND m.main_farmer_id = t.farmer_id

-- name: tenth_picks
-- The chosen of each tenth, and of both of one measure and horizon together, in the blocks that they cut: the site atoms of the region, or for one
-- month the quarters into which these are cut, and what is left. Part is site_quarter.
WITH
shown AS (
  SELECT *, bool_or(side = 'highest') OVER pair AND bool_or(side = 'lowest') OVER pair AS has_both
  FROM chosen_members
  WHERE is_shown
  WINDOW pair AS (PARTITION BY month, region_name, measure, horizon)
),
chosen AS (
  SELECT month, region_name, measure, horizon, side, site_id, main_farmer_id, farmer_group_key FROM shown
  UNION ALL
  SELECT month, region_name, measure, horizon, 'both', site_id, main_farmer_id, farmer_group_key FROM shown WHERE has_both
),
tenth AS (
  SELECT DISTINCT month, region_name, measure, horizon, side
  FROM chosen
),
block_member AS (
  SELECT m.month, m.region_name, m.site_id, m.main_farmer_id, m.farmer_group_key, CAST(m.atom AS VARCHAR) AS atom,
    concat(m.atom, ' ', q.platform_area_id, ' ', q.quarter) AS quarter
  FROM members m
  LEFT JOIN ({site_quarter}) q ON q.month = m.month AND q.site_id = m.site_id AND q.farmer_id = m.main_farmer_id
  WHERE m.region_name IS NOT NULL
)
SELECT
  concat(t.month, ' ', t.region_name, ' ', t.measure, ' ', t.horizon, ' ', t.side) AS set_id,
  -- in January the year is the month
  CASE WHEN t.horizon = '1_m' OR t.horizon = 'year' AND month(t.month) = 1 THEN b.quarter ELSE b.atom END AS block,
  b.farmer_group_key,
  count(c.site_id) AS chosen,
  count(*) - count(c.site_id) AS others
FROM tenth t
JOIN block_member b ON b.month = t.month AND b.region_name = t.region_name
LEFT JOIN chosen c
  ON c.month = t.month AND c.region_name = t.region_name AND c.measure = t.measure AND c.horizon = t.horizon AND c.side = t.side
  AND c.site_id = b.site_id AND c.main_farmer_id = b.main_farmer_id
GROUP BY 1, 2, 3
UNION ALL
SELECT concat(c.month, ' ', c.region_name, ' ', c.measure, ' ', c.horizon, ' ', c.side), NULL, c.farmer_group_key, count(*), 0
FROM chosen c
ANTI JOIN block_member b
  ON b.month = c.month AND b.region_name = c.region_name AND b.site_id = c.site_id AND b.main_farmer_id = c.main_farmer_id
GROUP BY 1, 3

-- name: shown_tenths
-- The tenths that may be shown. Where the highest and the lowest pass only one by one, the lowest is not shown.
SELECT month, region_name, measure, horizon, side,
  coalesce(own.is_safe, false) AND (side = 'highest' OR NOT coalesce(highest.is_safe, false) OR coalesce(pair.is_safe, false)) AS is_shown
FROM (
  SELECT DISTINCT month, region_name, measure, horizon, side, concat(month, ' ', region_name, ' ', measure, ' ', horizon, ' ') AS name
  FROM chosen_members
) t
LEFT JOIN judged own ON own.set_id = concat(name, side)
LEFT JOIN judged highest ON highest.set_id = concat(name, 'highest')
LEFT JOIN judged pair ON pair.set_id = concat(name, 'both')

-- name: new_tenths
-- Part is released_site_month, for the companies of the chosen members.
WITH
mean AS (
  SELECT month, region_name, measure, horizon, side, count(*) AS members, to_half_digit(sum(value ORDER BY place) / count(*)) AS value
  FROM chosen_members
  GROUP BY 1, 2, 3, 4, 5
)
SELECT
  c.month, c.region_name AS production_region_name, c.measure, c.horizon, c.side, r.site_id, r.farmer_id, CAST(m.members AS INTEGER) AS site_count,
  m.value, s.is_shown
FROM chosen_members c
JOIN mean m ON m.month = c.month AND m.region_name = c.region_name AND m.measure = c.measure AND m.horizon = c.horizon AND m.side = c.side
JOIN shown_tenths s ON s.month = c.month AND s.region_name = c.region_name AND s.measure = c.measure AND s.horizon = c.horizon AND s.side = c.side
JOIN ({site_month}) r ON r.month = c.month AND r.site_id = c.site_id AND r.main_farmer_id = c.main_farmer_id

-- name: kept_tenths
-- The tenths that are made already, of which those that no longer pass are not shown. Part is released_tenth.
SELECT t.* REPLACE (t.is_shown AND coalesce(s.is_shown, false) AS is_shown)
FROM ({tenth}) t
LEFT JOIN shown_tenths s
  ON s.month = t.month AND s.region_name = t.production_region_name AND s.measure = t.measure AND s.horizon = t.horizon AND s.side = t.side

-- name: hidden_tenths
-- Whether any is shown that may not be.
SELECT 1
FROM ({tenth}) t
LEFT JOIN shown_tenths s
  ON s.month = t.month AND s.region_name = t.production_region_name AND s.measure = t.measure AND s.horizon = t.horizon AND s.side = t.side
WHERE t.is_shown AND NOT coalesce(s.is_shown, false)
LIMIT 1

-- name: tenths_left
-- Without the tenths that a member of a company is among.
SELECT t.*
FROM ({tenth}) t
ANTI JOIN (SELECT * FROM ({tenth}) e WHERE farmer_id = :farmer) o
  ON o.month = t.month AND o.production_region_name = t.production_region_name AND o.measure = t.measure AND o.horizon = t.horizon
  AND o.side = t.side

-- name: renewed_tenths
-- The same members from a month on, with their risks of now.
WITH
mean AS (
  SELECT t.month, t.production_region_name, t.measure, t.horizon, t.side,
    to_half_digit(sum(v.value ORDER BY v.value, v.site_id) / count(*)) AS value
  FROM ({tenth}) t
  JOIN horizon_values v
    ON v.month = t.month AND v.measure = t.measure AND v.horizon = t.horizon AND v.site_id = t.site_id AND v.main_farmer_id = t.farmer_id
  WHERE t.month >= month_start(:first_piece)
  GROUP BY 1, 2, 3, 4, 5
)
SELECT t.* REPLACE (coalesce(m.value, t.value) AS value)
FROM ({tenth}) t
LEFT JOIN mean m
  ON m.month = t.month AND m.production_region_name = t.production_region_name AND m.measure = t.measure AND m.horizon = t.horizon
  AND m.side = t.side
