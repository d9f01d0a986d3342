/*
summary: Biomass of the platform against the Directorate of Fisheries' statistics by month and production area
is_not: "Standing biomass at the month's end by the farms' own estimate of weight, not production or harvest. A coverage above 1 is possible: the two are counted on different days."
family: inventory
period: month
order: "month, production area id (none last)"
confidentiality:
  rule: "a row's platform biomass is shown when it covers enough farmer groups and none has too large a share"
fields:
  month: {type: date, meaning: first day of the month}
  production_area_id: {type: integer, meaning: number of the production area; null where the authority names none}
  production_region_name: {type: string, meaning: "its region: Sør, Midt or Nord"}
  platform_biomass_in_tons: {type: number, unit: tonnes, meaning: "the platform's fish at sea at the end of the month, counted species together: each company's stock on its last delivered day on a site within the month's last 7 days, in the running month the 7 days up to the last stock row"}
  authority_biomass_in_tons: {type: number, unit: tonnes, meaning: "the Directorate of Fisheries' figure at the end of the month, all species"}
  platform_biomass_coverage: {type: number, unit: fraction, meaning: "the platform's over the authority's; null without the authority's"}
*/
-- month_end_biomass has each farmer group's fish at the end of a month. Decisions where the definitions are silent: where the
-- platform has no fish its biomass is 0, as a sum over nothing, and hidden like every other. The authority's figures without an area
-- are a row without one, last in its month, without a platform figure.
WITH
platform AS (
  SELECT
    month,
    production_area_id,
    sum(biomass_g) AS biomass_g,
    count(*) AS groups,
    max(biomass_g) AS largest,
    second_of(max(biomass_g, 2)) AS second
  FROM month_end_biomass
  WHERE month BETWEEN :first_day AND :last_day
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
    :sees_all OR is_safe(coalesce(p.groups, 0), p.biomass_g, p.largest, p.second, :min_farmers, :max_share) AS shown,
    u.biomass_kg
  FROM platform p
  FULL OUTER JOIN authority u ON u.month = p.month AND u.production_area_id = p.production_area_id
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
