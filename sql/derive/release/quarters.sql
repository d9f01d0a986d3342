-- Quarters: the sites of a platform area ranked by their loss rate in a month, and finished cycles ranked by their risk in a year. They are made
-- once, when the period is released (docs/comparison.md). A member is a site, or a cycle.

-- name: scope_site
-- The released fish of each company on a site at sea by month, in the production area, platform area and region that they count in for others, and in
-- the country: an atom counts in a place if all of its cells lie there. Part is released_stock_cell; companies are in their present group.
WITH
sea AS (
  SELECT
    month_start(r.piece_start) AS period,
    r.*,
    coalesce(g.farmer_group_key, r.farmer_group_key) AS group_now,
    a.platform_area_id,
    a.region_name
  FROM ({released}) r
  LEFT JOIN areas a ON a.production_area_id = r.production_area_id
  LEFT JOIN groups g ON g.farmer_id = r.farmer_id
  WHERE r.site_placement = 'offshore'
    AND r.atom IS NOT NULL
    AND month_end(r.piece_start) BETWEEN :first_end AND :last_day
),
atom_place AS (
  SELECT
    piece_start,
    atom,
    CASE WHEN count(production_area_id) = count(*) AND min(production_area_id) = max(production_area_id) THEN CAST(min(production_area_id) AS VARCHAR)
      END AS production_area,
    CASE WHEN count(platform_area_id) = count(*) AND min(platform_area_id) = max(platform_area_id) THEN min(platform_area_id) END AS platform_area,
    CASE WHEN count(region_name) = count(*) AND min(region_name) = max(region_name) THEN min(region_name) END AS region
  FROM sea
  GROUP BY 1, 2
)
SELECT
  s.period,
  v.kind,
  CASE v.kind WHEN 'production area' THEN p.production_area WHEN 'platform area' THEN p.platform_area WHEN 'region' THEN p.region ELSE 'Norge' END
    AS scope,
  s.site_id AS member,
  s.farmer_id,
  s.group_now AS farmer_group_key,
  sum(s.fish_days) AS fish_days,
  sum(s.biomass_days) AS biomass_days,
  sum(s.mortality_count) AS mortality_count,
  sum(s.mortality_biomass_g) AS mortality_biomass_g,
  sum(s.mortality_count + s.culling_count) AS loss_count,
  bit_or(s.days) AS days
FROM sea s
JOIN atom_place p ON p.piece_start = s.piece_start AND p.atom = s.atom
CROSS JOIN (VALUES ('production area'), ('platform area'), ('region'), ('country')) AS v(kind)
WHERE CASE v.kind WHEN 'production area' THEN p.production_area WHEN 'platform area' THEN p.platform_area WHEN 'region' THEN p.region ELSE 'Norge' END
  IS NOT NULL
GROUP BY 1, 2, 3, 4, 5, 6

-- name: scope_rate
-- The rates of the sites that have fish on enough days of the month.
SELECT
  period,
  kind,
  scope,
  member,
  period_rate(sum(loss_count), sum(fish_days), day(month_end(period))) AS loss_rate,
  period_rate(sum(mortality_count), sum(fish_days), day(month_end(period))) AS count_rate,
  period_rate(sum(mortality_biomass_g), sum(biomass_days), day(month_end(period))) AS biomass_rate
FROM scope_site
GROUP BY 1, 2, 3, 4
HAVING has_enough_days(bit_or(days))

-- name: scope_group
-- The farmer groups with fish on them.
SELECT DISTINCT s.period, s.kind, s.scope, s.member, s.farmer_group_key
FROM scope_site s
JOIN scope_rate r ON r.period = s.period AND r.kind = s.kind AND r.scope = s.scope AND r.member = s.member

-- name: site_member
SELECT
  period,
  scope AS platform_area_id,
  member,
  row_number() OVER (PARTITION BY period, scope ORDER BY loss_rate, site_order(member), member) AS place,
  loss_rate AS value
FROM scope_rate
WHERE kind = 'platform area'

-- name: site_member_group
SELECT period, scope AS platform_area_id, member, farmer_group_key
FROM scope_group
WHERE kind = 'platform area'

-- name: known_site
-- Sets of sites of which callers know a mean elsewhere. The best and the worst tenth in legacy v2, which are never the caller's own ('' is a caller
-- without fish), by fish and by grams; and the site average of a production area inside a platform area. Each with the groups on its sites.
WITH
caller AS (
  SELECT period, kind, scope, farmer_group_key AS caller, count(*) AS own_members
  FROM scope_group
  WHERE kind <> 'platform area'
  GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT DISTINCT period, kind, scope, '' AS caller, 0 AS own_members
  FROM scope_group
  WHERE kind <> 'platform area'
),
-- values that agree to 12 decimals are ties, as in legacy v2
ranked AS (
  SELECT
    r.period, r.kind, r.scope, r.member,
    concat(v.side, ' ', v.rate_of, ' ', r.scope) AS known,
    count(*) OVER known_mean AS members,
    row_number() OVER (known_mean ORDER BY v.direction * round(risk_of(CASE v.rate_of WHEN 'fish' THEN r.count_rate ELSE r.biomass_rate END), 12),
      site_order(r.member), r.member) AS place
  FROM scope_rate r
  CROSS JOIN (VALUES ('worst', 'fish', -1), ('worst', 'grams', -1), ('best', 'fish', 1), ('best', 'grams', 1)) AS v(side, rate_of, direction)
  WHERE r.kind IN ('region', 'country')
  WINDOW known_mean AS (PARTITION BY r.period, r.kind, r.scope, v.side, v.rate_of)
),
-- the first of others, whatever places the caller has before them
foreign_site AS (
  SELECT
    r.*, c.caller,
    r.members - c.own_members AS others,
    row_number() OVER (PARTITION BY r.period, r.kind, r.known, c.caller ORDER BY r.place) AS foreign_place
  FROM ranked r
  JOIN caller c ON c.period = r.period AND c.kind = r.kind AND c.scope = r.scope AND r.place <= r.members // 10 + 1 + c.own_members
  ANTI JOIN scope_group o ON o.period = r.period AND o.kind = r.kind AND o.scope = r.scope AND o.member = r.member AND o.farmer_group_key = c.caller
),
chosen AS (
  SELECT period, kind, scope, caller, member, known, true AS is_extreme
  FROM foreign_site
  WHERE others >= 10
    AND (foreign_place - 1) * 10 < others
  UNION ALL
  SELECT r.period, r.kind, r.scope, c.caller, r.member, concat('area ', r.scope) AS known, false AS is_extreme
  FROM caller c
  JOIN scope_rate r ON r.period = c.period AND r.kind = c.kind AND r.scope = c.scope
  WHERE c.kind = 'production area'
),
with_group AS (
  SELECT c.*, g.farmer_group_key
  FROM chosen c
  JOIN scope_group g ON g.period = c.period AND g.kind = c.kind AND g.scope = c.scope AND g.member = c.member
  WHERE g.farmer_group_key <> c.caller
),
-- a mean that is not shown is not known: extremes of too few groups, averages of fewer others than exclude_self allows
shown AS (
  SELECT period, known, caller
  FROM with_group
  GROUP BY 1, 2, 3
  HAVING count(DISTINCT farmer_group_key) >= CASE WHEN bool_or(is_extreme) THEN :min_farmers + 1 ELSE :min_farmers END
)
SELECT w.period, w.known, w.caller, w.is_extreme, w.member, w.farmer_group_key
FROM with_group w
JOIN shown s ON s.period = w.period AND s.known = w.known AND s.caller = w.caller

-- name: no_known_site
-- Of cycles, nothing is known elsewhere.
SELECT CAST(NULL AS DATE) AS period, '' AS known, '' AS caller, true AS is_extreme, '' AS member, '' AS farmer_group_key
WHERE false

-- name: placed
-- Each member with its quarter (ranks from (k - 1) n / 4 + 1 to k n / 4, rounded down), and the first quarter of those that its own is joined with: a
-- boundary between equal values joins two quarters.
WITH
ranked AS (
  SELECT
    m.*,
    CASE
      WHEN place <= count(*) OVER area // 4 THEN 1
      WHEN place <= count(*) OVER area * 2 // 4 THEN 2
      WHEN place <= count(*) OVER area * 3 // 4 THEN 3
      ELSE 4 END AS quarter
  FROM member m
  WINDOW area AS (PARTITION BY period, platform_area_id)
),
bound AS (
  SELECT period, platform_area_id, quarter, coalesce(lag(max(value)) OVER upwards < min(value), true) AS begins
  FROM ranked
  GROUP BY 1, 2, 3
  WINDOW upwards AS (PARTITION BY period, platform_area_id ORDER BY quarter)
),
block AS (
  SELECT period, platform_area_id, quarter, max(CASE WHEN begins THEN quarter END) OVER upwards AS block
  FROM bound
  WINDOW upwards AS (PARTITION BY period, platform_area_id ORDER BY quarter)
)
SELECT r.*, false AS was_joined, b.block
FROM ranked r
JOIN block b ON b.period = r.period AND b.platform_area_id = r.platform_area_id AND b.quarter = r.quarter

-- name: failing
-- The platform areas whose blocks of quarters must be joined further. A block needs enough groups, none with more than half of its members. And
-- it must not be told apart by what is known elsewhere: of a known mean and the blocks that it touches, a caller may subtract the blocks of which
-- it covers all but the members of too few other groups. What is left of both must belong to nobody else, or to enough other groups.
-- Periods tell nothing of each other, so after the first time only those are asked in which quarters were joined.
WITH
open_place AS (
  SELECT p.*
  FROM placed p
  SEMI JOIN open_period o ON o.period = p.period
  WHERE p.block IS NOT NULL
),
block_group AS (
  SELECT p.period, p.platform_area_id, p.block, g.farmer_group_key, count(*) AS members
  FROM open_place p
  JOIN member_group g ON g.period = p.period AND g.platform_area_id = p.platform_area_id AND g.member = p.member
  GROUP BY 1, 2, 3, 4
),
block_size AS (
  SELECT period, platform_area_id, block, count(*) AS members,
    block IN (min(block) OVER area, max(block) OVER area) AS is_outer
  FROM open_place
  GROUP BY 1, 2, 3
  WINDOW area AS (PARTITION BY period, platform_area_id)
),
unsafe AS (
  SELECT s.period, s.platform_area_id
  FROM block_size s
  JOIN block_group g ON g.period = s.period AND g.platform_area_id = s.platform_area_id AND g.block = s.block
  GROUP BY s.period, s.platform_area_id, s.block, s.members
  HAVING count(*) <= :min_farmers OR 2 * max(g.members) > s.members
),
hit AS (
  SELECT k.period, k.known, k.caller, k.is_extreme, p.platform_area_id, p.block, k.farmer_group_key, count(*) AS members
  FROM known_site k
  SEMI JOIN open_period o ON o.period = k.period
  LEFT JOIN open_place p ON p.period = k.period AND p.member = k.member
  GROUP BY 1, 2, 3, 4, 5, 6, 7
),
covered AS (
  SELECT h.period, h.known, h.caller, h.platform_area_id, h.block, count(*) FILTER (WHERE h.members = g.members) AS groups
  FROM hit h
  JOIN block_group g
    ON g.period = h.period AND g.platform_area_id = h.platform_area_id AND g.block = h.block AND g.farmer_group_key = h.farmer_group_key
  GROUP BY 1, 2, 3, 4, 5
),
others AS (
  SELECT c.period, c.known, c.caller, c.platform_area_id, c.block, count(*) - c.groups AS outside
  FROM covered c
  JOIN block_group g ON g.period = c.period AND g.platform_area_id = c.platform_area_id AND g.block = c.block AND g.farmer_group_key <> c.caller
  GROUP BY c.period, c.known, c.caller, c.platform_area_id, c.block, c.groups
),
left_over AS (
  SELECT
    h.period, h.known, h.caller,
    count(DISTINCT h.farmer_group_key) FILTER (WHERE coalesce(o.outside, :min_farmers) >= :min_farmers) AS groups,
    coalesce(max(o.outside) FILTER (WHERE o.outside < :min_farmers), -1) AS outside
  FROM hit h
  LEFT JOIN others o
    ON o.period = h.period AND o.known = h.known AND o.caller = h.caller AND o.platform_area_id = h.platform_area_id AND o.block = h.block
  GROUP BY 1, 2, 3
)
SELECT period, platform_area_id FROM unsafe
UNION
SELECT h.period, h.platform_area_id
FROM hit h
JOIN others o
  ON o.period = h.period AND o.known = h.known AND o.caller = h.caller AND o.platform_area_id = h.platform_area_id AND o.block = h.block
JOIN block_size s ON s.period = h.period AND s.platform_area_id = h.platform_area_id AND s.block = h.block
WHERE h.is_extreme
  AND s.is_outer
  AND o.outside > 0
  AND o.outside < :min_farmers
UNION
SELECT h.period, h.platform_area_id
FROM hit h
JOIN left_over l ON l.period = h.period AND l.known = h.known AND l.caller = h.caller
WHERE h.block IS NOT NULL
  AND l.outside >= 0
  AND l.groups < :min_farmers
  AND (l.groups > 0 OR l.outside > 0)

-- name: open_periods
SELECT DISTINCT period
FROM placed

-- name: still_open
SELECT DISTINCT period
FROM failing

-- name: joined
-- The next step of those: four quarters become halves, halves become one, and one becomes none.
SELECT
  p.* EXCLUDE (block),
  CASE
    WHEN f.period IS NULL THEN p.block
    WHEN bool_or(p.block IN (2, 4)) OVER area THEN CASE WHEN p.block >= 3 AND bool_or(p.block = 3) OVER area THEN 3 ELSE 1 END
    WHEN bool_or(p.block = 3) OVER area THEN 1 END AS block
FROM placed p
LEFT JOIN failing f ON f.period = p.period AND f.platform_area_id = p.platform_area_id
WINDOW area AS (PARTITION BY p.period, p.platform_area_id)

-- name: blocks
-- What is said of each block.
SELECT
  period,
  platform_area_id,
  block,
  bool_or(quarter <> block OR was_joined) AS is_joined,
  count(*) AS block_members,
  sum(count(*)) OVER (PARTITION BY period, platform_area_id) AS members,
  round(sum(value ORDER BY place) / count(*), 3) AS mean_value
FROM placed
WHERE block IS NOT NULL
GROUP BY 1, 2, 3

-- name: new_site_quarters
SELECT
  s.period AS month,
  s.scope AS platform_area_id,
  s.member AS site_id,
  s.farmer_id,
  s.farmer_group_key,
  p.value AS loss_rate,
  b.block AS quarter,
  b.is_joined,
  b.members AS site_count,
  b.block_members AS quarter_site_count,
  b.mean_value AS mean_loss_rate
FROM scope_site s
JOIN placed p ON p.period = s.period AND p.platform_area_id = s.scope AND p.member = s.member
JOIN blocks b ON b.period = p.period AND b.platform_area_id = p.platform_area_id AND b.block = p.block
WHERE s.kind = 'platform area'

-- name: released_site_members
-- The sites of released quarters, of which rows may be gone. Part is site_quarter.
SELECT
  month AS period, platform_area_id, site_id AS member, loss_rate AS value, quarter, is_joined AS was_joined,
  row_number() OVER (PARTITION BY month, platform_area_id ORDER BY loss_rate, site_order(site_id), site_id) AS place,
  quarter AS block
FROM (SELECT DISTINCT month, platform_area_id, site_id, loss_rate, quarter, is_joined FROM ({released})) r

-- name: released_site_groups
SELECT DISTINCT r.month AS period, r.platform_area_id, r.site_id AS member, coalesce(g.farmer_group_key, r.farmer_group_key) AS farmer_group_key
FROM ({released}) r
LEFT JOIN groups g ON g.farmer_id = r.farmer_id

-- name: merged_site_quarters
SELECT
  r.* REPLACE (b.block AS quarter, b.is_joined AS is_joined, b.members AS site_count, b.block_members AS quarter_site_count,
    b.mean_value AS mean_loss_rate)
FROM ({released}) r
JOIN placed p ON p.period = r.month AND p.platform_area_id = r.platform_area_id AND p.member = r.site_id
JOIN blocks b ON b.period = p.period AND b.platform_area_id = p.platform_area_id AND b.block = p.block

-- name: year_cycle
-- The finished cycles on growing sites at sea in a platform area, that ended in some years. The table cycle is the view of sql/views.
SELECT
  make_date(year(c.last_day), 1, 1) AS period,
  p.platform_area_id,
  concat(c.site_id, ' ', c.farmer_id, ' ', c.generation) AS member,
  g.farmer_group_key,
  c.*,
  share(c.lost_count, c.stocked_count) AS loss_share
FROM cycle c
JOIN places p ON p.site_id = c.site_id AND p.site_placement = 'offshore' AND p.platform_area_id IS NOT NULL AND is_for_growing(p.purpose)
JOIN groups g ON g.farmer_id = c.farmer_id
WHERE year(c.last_day) BETWEEN :first_year AND :last_year
  AND counts_as_cycle(c.first_day, c.last_day, c.stocked_count, c.lost_count, :data_begin, :last_day)

-- name: cycle_member
SELECT
  period, platform_area_id, member, risk AS value,
  row_number() OVER (PARTITION BY period, platform_area_id
    ORDER BY risk, site_order(site_id), site_id, generation_order(generation), generation, farmer_id) AS place
FROM {cycles} c

-- name: cycle_member_group
SELECT period, platform_area_id, member, farmer_group_key
FROM {cycles} c

-- name: new_cycle_years
SELECT
  c.last_day, c.first_day, c.platform_area_id, c.site_id, c.farmer_id, c.farmer_group_key, c.generation, c.risk, c.loss_share,
  b.block AS quarter,
  b.is_joined,
  b.members AS cycle_count,
  b.block_members AS quarter_cycle_count,
  round(sum(c.risk) OVER area / count(*) OVER area, 3) AS mean_risk,
  round(sum(c.loss_share) OVER area / count(*) OVER area, 3) AS mean_loss_share,
  b.mean_value AS quarter_mean_risk
FROM {cycles} c
JOIN placed p ON p.period = c.period AND p.platform_area_id = c.platform_area_id AND p.member = c.member
JOIN blocks b ON b.period = p.period AND b.platform_area_id = p.platform_area_id AND b.block = p.block
WINDOW area AS (PARTITION BY c.period, c.platform_area_id ORDER BY p.place ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)

-- name: released_cycle
-- Released cycles, of which rows may be gone. Part is cycle_year.
SELECT
  make_date(year(r.last_day), 1, 1) AS period,
  concat(r.site_id, ' ', r.farmer_id, ' ', r.generation) AS member,
  r.* REPLACE (coalesce(g.farmer_group_key, r.farmer_group_key) AS farmer_group_key)
FROM ({released}) r
LEFT JOIN groups g ON g.farmer_id = r.farmer_id

-- name: released_cycle_members
SELECT m.*, c.quarter, c.quarter AS block, c.is_joined AS was_joined
FROM ({members}) m
JOIN {cycles} c ON c.period = m.period AND c.member = m.member
