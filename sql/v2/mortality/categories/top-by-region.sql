/*
summary: The ten causes with the largest share of a month's losses, by region
family: mortality_v2
set: {by_country: false}
order: year, month, region (Sør, Midt, Nord), share descending, code
fields:
  year: {type: integer, meaning: the month's year}
  month: {type: integer, meaning: "the month, 1 to 12; the last 36 that the data cover to their last day"}
  region: {type: string, meaning: "Sør, Midt or Nord"}
  mortality_code: {type: string, meaning: the code that the losses are registered with}
  category_rate: {type: number, unit: fraction, meaning: "its share of the fish lost in the month, dead and culled"}
*/
-- Decided here: mortality_code is the registered code, and only codes with losses of the benchmark are ranked.
-- Sites at sea only. Causes without losses in the benchmark are not ranked, a month and region that rests on too few farmer
-- groups is not listed. Sites outside every production area count for the country alone.
WITH
group_month AS (
  SELECT DISTINCT
    m.month,
    CASE WHEN :by_country THEN 'Norge' ELSE p.production_region_name END AS region,
    f.farmer_group_key
  FROM site_farmer_month m
  JOIN site_place p ON p.site_id = m.site_id
  JOIN farmer f ON f.farmer_id = m.farmer_id
  WHERE m.month >= plus_months(first_incomplete_month(:data_end), -36)
    AND m.fish_days > 0
    AND p.site_placement = 'offshore'
    AND (:by_country OR p.production_region_name IS NOT NULL)
),
cell AS (
  SELECT
    month,
    region,
    count(farmer_group_key) FILTER (WHERE NOT coalesce(farmer_group_key = :own_group, false)) AS other_groups
  FROM group_month
  GROUP BY 1, 2
),
code_loss AS (
  SELECT
    month_start(l.date) AS month,
    CASE WHEN :by_country THEN 'Norge' ELSE p.production_region_name END AS region,
    l.category_code,
    sum(l.loss_count) AS loss_count
  FROM loss_day l
  JOIN site_place p ON p.site_id = l.site_id
  WHERE l.date >= plus_months(first_incomplete_month(:data_end), -36)
    AND l.date < first_incomplete_month(:data_end)
    AND p.site_placement = 'offshore'
    AND (:by_country OR p.production_region_name IS NOT NULL)
    AND NOT (:exclude_self AND l.farmer_id IN (SELECT farmer_id FROM farmer WHERE farmer_group_key = :own_group))
  GROUP BY 1, 2, 3
  HAVING sum(loss_count) > 0
),
-- the share orders as the count does, and counts are exact
ranked AS (
  SELECT
    code_loss.*,
    sum(loss_count) OVER (PARTITION BY month, region) AS total_count,
    row_number() OVER (PARTITION BY month, region ORDER BY loss_count DESC, category_code) AS place
  FROM code_loss
)
SELECT
  CAST(year(r.month) AS INTEGER) AS year,
  CAST(month(r.month) AS INTEGER) AS month,
  r.region,
  r.category_code AS mortality_code,
  share(r.loss_count, r.total_count) AS category_rate
FROM ranked r
JOIN cell c ON c.month = r.month AND c.region = r.region
WHERE r.place <= 10
  AND c.other_groups >= :min_groups
ORDER BY r.month, region_order(r.region), r.place
