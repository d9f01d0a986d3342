/*
summary: Biomass of the platform against the Directorate of Fisheries' statistics by month and production area
is_not: "Standing biomass at the month's end by the farms' own estimate of weight, not production or harvest. A coverage above 1 is possible: the two
    are counted on different days."
family: inventory
period: month
slice: month
order: "month, production area id (none last)"
confidentiality:
  rule: "a row's platform biomass is that of its release, from the ledger, and is shown when it covers enough farmer groups and none has too large a
      share"
  sum: ["platform_biomass_*"]
fields:
  month: {type: date, meaning: first day of the month}
  production_area_id: {type: integer, meaning: number of the production area; null where the authority names none}
  production_region_name: {type: string, meaning: "its region: Sør, Midt or Nord"}
  platform_biomass_in_tons: {type: number, unit: tonnes, meaning: "the platform's fish at sea at the end of the month, counted species together: each
      company's stock on its last delivered day on a site within the month's last 7 days, in the running month the 7 days up to the last stock row.
      For callers who are not admins as they were when the month was released, and null before"}
  authority_biomass_in_tons: {type: number, unit: tonnes, meaning: "the Directorate of Fisheries' figure at the end of the month, all species"}
  platform_biomass_coverage: {type: number, unit: fraction, meaning: "the platform's over the authority's; null without the authority's"}
*/
-- month_end_biomass has each farmer group's fish at the end of a month in the present data, which callers who see all get. For the others the ledger
-- has them as they were when the month was released; before, the platform's biomass is null. Groups are those of today. Decisions where the
-- definitions are silent: where the platform has no fish its biomass is 0, as a sum over nothing, and hidden like every other. A month's rows
-- are those of the present data, of what was released, and of the authority. The authority's figures without an area are a row without one, last
-- in its month, without a platform figure.
WITH
group_biomass AS (
  SELECT month, production_area_id, farmer_group_key, biomass_g, CASE WHEN :sees_all THEN true ELSE false END AS counts
  FROM month_end_biomass
  WHERE month BETWEEN :first_day AND :last_day
  UNION ALL
  SELECT s.month, s.production_area_id, coalesce(f.farmer_group_key, s.farmer_group_key) AS farmer_group_key, sum(s.biomass_g) AS biomass_g,
    true AS counts
  FROM released_month_stock s
  LEFT JOIN farmer f ON f.farmer_id = s.farmer_id
  WHERE s.month BETWEEN :first_day AND :last_day
    AND NOT :sees_all
  GROUP BY 1, 2, 3
),
platform AS (
  SELECT
    month,
    production_area_id,
    sum(biomass_g) FILTER (WHERE counts) AS biomass_g,
    count(*) FILTER (WHERE counts) AS groups,
    max(biomass_g) FILTER (WHERE counts) AS largest,
    second_of(max(biomass_g, 2) FILTER (WHERE counts)) AS second
  FROM group_biomass
  GROUP BY 1, 2
),
authority AS (
  SELECT month, production_area_id, sum(biomass_kg) AS biomass_kg
  FROM authority_month
  WHERE month BETWEEN :first_day AND :last_day
    AND biomass_kg IS NOT NULL
  GROUP BY 1, 2
),
area_month AS (
  SELECT
    coalesce(p.month, u.month) AS month,
    coalesce(p.production_area_id, u.production_area_id) AS production_area_id,
    coalesce(p.biomass_g, 0) AS biomass_g,
    :sees_all
      OR (month_end(coalesce(p.month, u.month)) <= r.released_through
        AND is_safe(coalesce(p.groups, 0), p.biomass_g, p.largest, p.second, :min_farmers, :max_share)) AS shown,
    u.biomass_kg
  FROM platform p
  FULL OUTER JOIN authority u ON u.month = p.month AND u.production_area_id = p.production_area_id
  CROSS JOIN release r
)
SELECT
  c.month,
  c.production_area_id,
  a.region_name AS production_region_name,
  CASE WHEN c.shown AND c.production_area_id IS NOT NULL THEN tonnes(c.biomass_g) END AS platform_biomass_in_tons,
  tonnes(c.biomass_kg * 1000) AS authority_biomass_in_tons,
  CASE WHEN c.shown AND c.production_area_id IS NOT NULL THEN share(c.biomass_g, c.biomass_kg * 1000) END AS platform_biomass_coverage
FROM area_month c
LEFT JOIN production_area a ON a.area_id = c.production_area_id
ORDER BY c.month, c.production_area_id NULLS LAST
OFFSET :offset LIMIT :row_limit
