/*
summary: Biomass of the platform against the authority's statistics by month and production area
family: inventory
period: month
order: "month, production area id (none last)"
fields:
  month: {type: date, meaning: first day of the month}
  production_area_id: {type: integer, meaning: number of the production area; null where the authority names none}
  production_region_name: {type: string, meaning: "its region: Sør, Midt or Nord"}
  platform_biomass_in_tons: {type: number, unit: tonnes, meaning: "the platform's fish at sea at the end of the month, all species"}
  authority_biomass_in_tons: {type: number, unit: tonnes, meaning: "the authority's figure at the end of the month, all species"}
  platform_biomass_coverage: {type: number, unit: fraction, meaning: "the platform's over the authority's; null without the authority's"}
*/
-- A unit counts with its last row of the month's last 7 days. The month that the data end in, when they end before it does, has
-- the 7 days up to data end, also where these reach back into the month before. Decisions where the definitions are silent: a
-- farmer group is one of those that a value rests on when a unit's last row is its own and has fish; where the platform has no
-- fish its biomass is 0, as a sum over nothing, and hidden like every other. What the authority has under no area is a row
-- without one, last in its month, where nothing of the platform's stands against it.
WITH
last_days AS (
  SELECT
    month_start(date) AS month,
    date,
    site_id,
    unit_id,
    farmer_group_key,
    production_area_id,
    fish_count,
    biomass_g
  FROM unit_day
  WHERE date BETWEEN :first_day AND :last_day
    AND date_diff('day', date, month_end(date)) < 7
    AND month_end(date) <= :data_end
    AND site_placement = 'offshore'
    AND production_area_id IS NOT NULL
  UNION ALL
  SELECT
    month_start(CAST(:data_end AS DATE)) AS month,
    date,
    site_id,
    unit_id,
    farmer_group_key,
    production_area_id,
    fish_count,
    biomass_g
  FROM unit_day
  WHERE date > plus_days(:data_end, -7)
    AND date <= :data_end
    AND :data_end < month_end(CAST(:data_end AS DATE))
    AND :data_end BETWEEN :first_day AND :last_day
    AND site_placement = 'offshore'
    AND production_area_id IS NOT NULL
),
last_day AS (
  SELECT month, site_id, unit_id, max(date) AS date
  FROM last_days
  GROUP BY 1, 2, 3
),
platform AS (
  SELECT
    d.month,
    d.production_area_id,
    sum(d.biomass_g) AS biomass_g,
    count(DISTINCT d.farmer_group_key) FILTER (WHERE NOT coalesce(d.farmer_group_key = :own_group, false)) AS other_groups
  FROM last_days d
  JOIN last_day l ON l.month = d.month AND l.site_id = d.site_id AND l.unit_id = d.unit_id AND l.date = d.date
  WHERE d.fish_count > 0
  GROUP BY 1, 2
),
authority AS (
  SELECT month, production_area_id, sum(biomass_kg) AS biomass_kg
  FROM authority_month
  WHERE month BETWEEN :first_day AND :last_day
    AND biomass_kg IS NOT NULL
  GROUP BY 1, 2
),
cell AS (
  SELECT
    coalesce(p.month, u.month) AS month,
    coalesce(p.production_area_id, u.production_area_id) AS production_area_id,
    coalesce(p.biomass_g, 0) AS biomass_g,
    coalesce(p.other_groups, 0) AS other_groups,
    u.biomass_kg AS authority_kg
  FROM platform p
  FULL OUTER JOIN authority u ON u.month = p.month AND u.production_area_id = p.production_area_id
)
SELECT
  c.month,
  c.production_area_id,
  a.region_name AS production_region_name,
  published(CASE WHEN c.production_area_id IS NOT NULL THEN tonnes(c.biomass_g) END,
    c.other_groups, :min_groups) AS platform_biomass_in_tons,
  tonnes(c.authority_kg * 1000) AS authority_biomass_in_tons,
  published(CASE WHEN c.production_area_id IS NOT NULL THEN share(c.biomass_g, c.authority_kg * 1000) END,
    c.other_groups, :min_groups) AS platform_biomass_coverage
FROM cell c
LEFT JOIN production_area a ON a.area_id = c.production_area_id
ORDER BY c.month, c.production_area_id NULLS LAST
OFFSET :offset LIMIT :row_limit
