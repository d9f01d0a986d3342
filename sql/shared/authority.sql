-- The Directorate of Fisheries' figures by month and place, of all salmonids: platform areas with :by_area, else regions and the country. Losses
-- of the month, and the mean of its opening and closing stock, which is null unless every production area of the place that has figures at all
-- has this month and the one before.
authority_place AS (
  SELECT DISTINCT
    p.production_area_id,
    CASE k.place_kind WHEN 'area' THEN p.platform_area_id WHEN 'region' THEN p.production_region_name ELSE 'Norge' END AS place
  FROM area_place p
  CROSS JOIN (VALUES ('area'), ('region'), ('country')) AS k(place_kind)
  WHERE (k.place_kind = 'area') = :by_area
    AND (:all_areas OR p.production_area_id IN (:areas))
),
authority_area AS (
  SELECT
    a.month,
    m.place,
    a.production_area_id,
    sum(a.closing_count) AS closing_count,
    sum(a.dead_count) AS mortality_count,
    sum(a.discarded_count) AS culling_count,
    sum(a.dead_count + a.discarded_count) AS loss_count,
    sum(a.other_count) AS other_count
  FROM authority_month a
  JOIN authority_place m ON m.production_area_id = a.production_area_id
  GROUP BY 1, 2, 3
),
authority_area_count AS (
  SELECT place, count(DISTINCT production_area_id) AS areas
  FROM authority_area
  GROUP BY 1
),
authority_total AS (
  SELECT
    a.month,
    a.place,
    sum(a.mortality_count) AS mortality_count,
    sum(a.culling_count) AS culling_count,
    sum(a.loss_count) AS loss_count,
    sum(a.other_count) AS other_count,
    CASE WHEN count(o.closing_count) = n.areas THEN (sum(o.closing_count) + sum(a.closing_count)) / 2e0 END AS mean_stock
  FROM authority_area a
  JOIN authority_area_count n ON n.place = a.place
  LEFT JOIN authority_area o ON o.place = a.place AND o.production_area_id = a.production_area_id AND o.month = plus_months(a.month, -1)
  WHERE a.month BETWEEN :read_from AND :last_day
  GROUP BY a.month, a.place, n.areas
)
