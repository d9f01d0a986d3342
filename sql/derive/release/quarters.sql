-- Quarters: the sites of a platform area ranked by their loss rate in a month, and finished cycles ranked by their risk in a year. They are made
-- once, when the period is released (docs/comparison.md). A member is a site of a farmer
-- group (site_months.sql), or a cycle.

-- name: site_member
-- The members of site atoms that lie in a platform area whole.
SELECT
  month AS period,
  platform_area_id,
  concat(site_id, ' ', main_farmer_id) AS member,
  farmer_group_key,
  row_number() OVER (PARTITION BY month, platform_area_id ORDER BY loss_rate, site_order(site_id), site_id, farmer_group_key) AS place,
  loss_rate AS value
FROM members
WHERE platform_area_id IS NOT NULL
  AND month BETWEEN :first_day AND :last_day

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
SELECT r.*, b.block
FROM ranked r
JOIN block b ON b.period = r.period AND b.platform_area_id = r.platform_area_id AND b.quarter = r.quarter

-- name: failing
-- The platform areas whose blocks of quarters must be joined further: a block needs enough groups, none with more than half of its members.
SELECT DISTINCT period, platform_area_id
FROM (SELECT period, platform_area_id, block, farmer_group_key, count(*) AS members FROM placed WHERE block IS NOT NULL GROUP BY 1, 2, 3, 4) g
GROUP BY period, platform_area_id, block
HAVING :min_farmers > 1 AND (count(*) <= :min_farmers OR 2 * max(members) > sum(members))

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
  bool_or(quarter <> block) AS is_joined,
  count(*) AS block_members,
  sum(count(*)) OVER (PARTITION BY period, platform_area_id) AS members,
  round(sum(value ORDER BY place) / count(*), 3) AS mean_value
FROM placed
WHERE block IS NOT NULL
GROUP BY 1, 2, 3

-- name: new_site_quarters
-- Part is released_site_month, for the companies of the members.
SELECT
  r.month,
  p.platform_area_id,
  r.site_id,
  r.farmer_id,
  r.farmer_group_key,
  p.value AS loss_rate,
  b.block AS quarter,
  b.is_joined,
  b.members AS site_count,
  b.block_members AS quarter_site_count,
  b.mean_value AS mean_loss_rate
FROM ({site_month}) r
JOIN placed p ON p.period = r.month AND p.member = concat(r.site_id, ' ', r.main_farmer_id)
JOIN blocks b ON b.period = p.period AND b.platform_area_id = p.platform_area_id AND b.block = p.block

-- name: year_cycle
-- The finished cycles on growing sites at sea in a platform area, that ended in a year. The table cycle is the view of sql/views.
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
WHERE year(c.last_day) = :year
  AND counts_as_cycle(c.first_day, c.last_day, c.stocked_count, c.lost_count, :data_begin, :last_day)

-- name: cycle_member
SELECT
  period, platform_area_id, member, farmer_group_key, risk AS value,
  row_number() OVER (PARTITION BY period, platform_area_id
    ORDER BY risk, site_order(site_id), site_id, generation_order(generation), generation, farmer_id) AS place
FROM year_cycle c

-- name: new_cycle_years
SELECT
  c.*,
  b.block AS quarter,
  b.is_joined,
  b.members AS cycle_count,
  b.block_members AS quarter_cycle_count,
  round(sum(c.risk) OVER area / count(*) OVER area, 3) AS mean_risk,
  round(sum(c.loss_share) OVER area / count(*) OVER area, 3) AS mean_loss_share,
  b.mean_value AS quarter_mean_risk
FROM year_cycle c
JOIN placed p ON p.period = c.period AND p.platform_area_id = c.platform_area_id AND p.member = c.member
JOIN blocks b ON b.period = p.period AND b.platform_area_id = p.platform_area_id AND b.block = p.block
WINDOW area AS (PARTITION BY c.period, c.platform_area_id ORDER BY p.place ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)

-- name: unsafe_site_quarters
-- The areas' months with a quarter of too few groups, or nearly of one, by the groups of now: all quarters of the area's month are hidden then, since
-- one alone would follow from the site average. Part is site_quarter.
SELECT DISTINCT period, platform_area_id
FROM (
  SELECT r.month AS period, r.platform_area_id, r.quarter, coalesce(g.farmer_group_key, r.farmer_group_key) AS group_now,
    count(DISTINCT r.site_id) AS members
  FROM ({rows}) r
  LEFT JOIN groups g ON g.farmer_id = r.farmer_id
  GROUP BY 1, 2, 3, 4
) q
GROUP BY period, platform_area_id, quarter
HAVING count(*) <= :min_farmers OR 2 * max(members) > sum(members)

-- name: unsafe_cycle_years
-- The same of cycles, of an area's year. Part is cycle_year.
SELECT DISTINCT period, platform_area_id
FROM (
  SELECT make_date(year(r.last_day), 1, 1) AS period, r.platform_area_id, r.quarter, coalesce(g.farmer_group_key, r.farmer_group_key) AS group_now,
    count(*) AS members
  FROM ({rows}) r
  LEFT JOIN groups g ON g.farmer_id = r.farmer_id
  GROUP BY 1, 2, 3, 4
) q
GROUP BY period, platform_area_id, quarter
HAVING count(*) <= :min_farmers OR 2 * max(members) > sum(members)

-- name: erased_site_quarters
-- The areas' months with a member of a company.
SELECT DISTINCT month AS period, platform_area_id
FROM ({rows}) r
WHERE farmer_id = :farmer

-- name: erased_cycle_years
SELECT DISTINCT make_date(year(last_day), 1, 1) AS period, platform_area_id
FROM ({rows}) r
WHERE farmer_id = :farmer

-- name: site_quarters_left
SELECT r.*
FROM ({rows}) r
ANTI JOIN gone g ON g.period = r.month AND g.platform_area_id = r.platform_area_id

-- name: cycle_years_left
SELECT r.*
FROM ({rows}) r
ANTI JOIN gone g ON g.period = make_date(year(r.last_day), 1, 1) AND g.platform_area_id = r.platform_area_id

-- name: renewed_site_quarters
-- The same quarters from a month on, with the rates that their members have now. Parts are site_quarter and released_site_month.
WITH
renewed AS (
  SELECT r.* REPLACE (coalesce(m.loss_rate, r.loss_rate) AS loss_rate), coalesce(m.main_farmer_id, r.farmer_id) AS member
  FROM ({rows}) r
  LEFT JOIN ({site_month}) m ON m.month = r.month AND m.site_id = r.site_id AND m.farmer_id = r.farmer_id
  WHERE r.month >= month_start(:first_piece)
),
mean AS (
  SELECT month, platform_area_id, quarter, round(sum(loss_rate ORDER BY loss_rate, site_id, member) / count(*), 3) AS mean_loss_rate
  FROM (SELECT DISTINCT month, platform_area_id, quarter, site_id, member, loss_rate FROM renewed) m
  GROUP BY 1, 2, 3
)
SELECT r.* EXCLUDE (member) REPLACE (m.mean_loss_rate AS mean_loss_rate)
FROM renewed r
JOIN mean m ON m.month = r.month AND m.platform_area_id = r.platform_area_id AND m.quarter = r.quarter
UNION ALL BY NAME
SELECT *
FROM ({rows}) r
WHERE r.month < month_start(:first_piece)

-- name: renewed_cycle_years
-- The same cycles of the years from one on, with the figures that they have now. Part is cycle_year.
WITH
renewed AS (
  SELECT r.* REPLACE (coalesce(c.risk, r.risk) AS risk, coalesce(c.loss_share, r.loss_share) AS loss_share)
  FROM ({rows}) r
  LEFT JOIN year_cycle c
    ON c.site_id = r.site_id AND c.farmer_id = r.farmer_id AND c.generation = r.generation AND c.period = make_date(year(r.last_day), 1, 1)
)
SELECT r.* REPLACE (
  round(sum(risk) OVER area / count(*) OVER area, 3) AS mean_risk,
  round(sum(loss_share) OVER area / count(*) OVER area, 3) AS mean_loss_share,
  round(sum(risk) OVER one_quarter / count(*) OVER one_quarter, 3) AS quarter_mean_risk)
FROM renewed r
WINDOW
  area AS (PARTITION BY year(last_day), platform_area_id ORDER BY risk, site_id, farmer_id, generation
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING),
  one_quarter AS (PARTITION BY year(last_day), platform_area_id, quarter ORDER BY risk, site_id, farmer_id, generation
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
