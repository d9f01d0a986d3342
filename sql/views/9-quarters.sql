-- Figures that are no sums: means over chosen members, made once when their period was released, and the same for every caller. A member is a site of
-- a farmer group. Groups and areas are those of today.

-- The members of released months, with their rates and the number of their site atom.
-- held in the background: the view below is made of it
CREATE VIEW site_member AS
SELECT
  r.month,
  coalesce(f.farmer_group_key, r.farmer_group_key) AS farmer_group_key,
  a.production_region_name,
  a.platform_area_id,
  r.mortality_rate,
  r.culling_rate,
  r.loss_rate,
  r.atom
FROM released_site_month r
LEFT JOIN farmer f ON f.farmer_id = r.main_farmer_id
LEFT JOIN area_place a ON a.production_area_id = r.production_area_id
WHERE r.farmer_id = r.main_farmer_id;

-- What each farmer group has in the site averages of a month: of a platform area, a region and the country (place_kind area, region, country).
-- is_shown: the members lie in site atoms that lie in the place whole, and these have nine tenths of a region's or the country's members; the
-- others are seen by admins alone. Rates are sums over members, exact, so that their order does not matter.
-- held in the background: a few rows a month
CREATE VIEW site_average AS
WITH
site_atom AS (
  SELECT
    month,
    atom,
    CASE WHEN count(platform_area_id) = count(*) AND min(platform_area_id) = max(platform_area_id) THEN min(platform_area_id) END AS platform_area_id,
    CASE WHEN count(production_region_name) = count(*) AND min(production_region_name) = max(production_region_name)
      THEN min(production_region_name) END AS production_region_name,
    'Norge' AS country
  FROM site_member
  WHERE atom IS NOT NULL
  GROUP BY 1, 2
),
placed AS (
  SELECT
    m.month,
    k.place_kind,
    CASE k.place_kind WHEN 'area' THEN m.platform_area_id WHEN 'region' THEN m.production_region_name ELSE 'Norge' END AS place,
    CASE k.place_kind WHEN 'area' THEN a.platform_area_id WHEN 'region' THEN a.production_region_name ELSE a.country END IS NOT NULL AS is_open,
    m.farmer_group_key,
    m.mortality_rate,
    m.culling_rate,
    m.loss_rate
  FROM site_member m
  LEFT JOIN site_atom a ON a.month = m.month AND a.atom = m.atom
  CROSS JOIN (VALUES ('area'), ('region'), ('country')) AS k(place_kind)
),
grouped AS (
  SELECT
    month,
    place_kind,
    place,
    is_open,
    farmer_group_key,
    count(*) AS member_count,
    sum(exact_mean(mortality_rate, 1)) AS mortality_rate,
    sum(exact_mean(culling_rate, 1)) AS culling_rate,
    sum(exact_mean(loss_rate, 1)) AS loss_rate
  FROM placed
  WHERE place IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5
),
coverage AS (
  SELECT
    month,
    place_kind,
    place,
    sum(CASE WHEN is_open THEN member_count ELSE 0 END) AS open_members,
    sum(member_count) AS members
  FROM grouped
  GROUP BY 1, 2, 3
)
SELECT
  g.month,
  g.place_kind,
  g.place,
  g.is_open AND (g.place_kind = 'area' OR 10 * c.open_members >= 9 * c.members) AS is_shown,
  g.farmer_group_key,
  g.member_count,
  g.mortality_rate,
  g.culling_rate,
  g.loss_rate
FROM grouped g
JOIN coverage c ON c.month = g.month AND c.place_kind = g.place_kind AND c.place = g.place;

-- The tenths of a region's members with the highest and the lowest mortality by month, measure and horizon, each with the number of its members.
-- is_shown false: admins alone see it.
-- held in the background: a few hundred rows a month are read in each request of legacy v2 mortality
CREATE VIEW site_tenth AS
SELECT DISTINCT month, production_region_name, measure, horizon, side, site_count, value, is_shown
FROM released_tenth;

-- The tails and the median of feed rates for legacy v2 feeding: the mean of the eight newest released quarters in which the figure is shown, by the
-- unit-days that are shown of their region; the country's over all regions and none. Weights of all unit-days would tell how many are hidden.
-- held in the background: as site_tenth
CREATE VIEW feed_tail AS
WITH
shown AS (
  SELECT
    CAST(date_trunc('quarter', month) AS DATE) AS quarter,
    production_region_name,
    species_code,
    weight_group,
    degrees,
    count(*) AS days
  FROM released_feed_day
  WHERE is_in_region
  GROUP BY 1, 2, 3, 4, 5
),
cell AS (
  SELECT
    quarter,
    production_region_name,
    species_code,
    weight_group,
    degrees,
    max(highest_sfr) AS highest_sfr,
    max(lowest_sfr) AS lowest_sfr,
    max(median_sfr) AS median_sfr
  FROM released_feed_tail
  WHERE quarter >= plus_months(CAST(date_trunc('quarter', (SELECT plus_days(released_through, 1) FROM release)) AS DATE), -24)
  GROUP BY 1, 2, 3, 4, 5
)
SELECT
  g.region,
  c.species_code,
  c.weight_group,
  c.degrees,
  exact_mean(sum(s.days * exact_mean(c.highest_sfr, 1)), sum(CASE WHEN c.highest_sfr IS NOT NULL THEN s.days END)) AS highest,
  exact_mean(sum(s.days * exact_mean(c.lowest_sfr, 1)), sum(CASE WHEN c.lowest_sfr IS NOT NULL THEN s.days END)) AS lowest,
  exact_mean(sum(s.days * exact_mean(c.median_sfr, 1)), sum(CASE WHEN c.median_sfr IS NOT NULL THEN s.days END)) AS median
FROM cell c
JOIN shown s
  ON s.quarter = c.quarter
  AND s.production_region_name IS NOT DISTINCT FROM c.production_region_name
  AND s.species_code = c.species_code
  AND s.weight_group = c.weight_group
  AND s.degrees = c.degrees
CROSS JOIN UNNEST(ARRAY['Norge', c.production_region_name]) AS g(region)
WHERE g.region IS NOT NULL
GROUP BY 1, 2, 3, 4;

-- A company of a member that was ranked by its loss rate in a released month, and in which quarter.
-- held: a thousand rows a month, which a route reads in each request
CREATE VIEW ranked_site AS
SELECT
  q.month,
  q.platform_area_id,
  q.site_id,
  q.farmer_id,
  coalesce(f.farmer_group_key, q.farmer_group_key) AS farmer_group_key,
  q.loss_rate,
  q.quarter,
  q.is_joined,
  q.site_count,
  q.quarter_site_count,
  q.mean_loss_rate
FROM site_quarter q
LEFT JOIN farmer f ON f.farmer_id = q.farmer_id;

-- What was released of the cycles that ended in a year in a platform area: a quarter is null where it is joined with the one before it.
-- held: a few rows a year
CREATE VIEW ranked_year AS
SELECT
  CAST(year(last_day) AS INTEGER) AS year,
  platform_area_id,
  max(cycle_count) AS cycle_count,
  max(mean_risk) AS mean_risk,
  max(mean_loss_share) AS mean_loss_share,
  max(quarter_mean_risk) FILTER (WHERE quarter = 1) AS q1,
  max(quarter_mean_risk) FILTER (WHERE quarter = 2) AS q2,
  max(quarter_mean_risk) FILTER (WHERE quarter = 3) AS q3,
  max(quarter_mean_risk) FILTER (WHERE quarter = 4) AS q4
FROM cycle_year
GROUP BY 1, 2;
