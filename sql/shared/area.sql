-- The platform areas with their region and their production areas that pass the caller's filter.
area AS (
  SELECT
    platform_area_id,
    platform_area_name,
    production_region_name,
    array_agg(production_area_id ORDER BY production_area_id) AS production_area_ids
  FROM area_place
  WHERE :all_areas OR production_area_id IN (:areas)
  GROUP BY 1, 2, 3
)
