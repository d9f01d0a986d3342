-- The cells of those sums, numbered piece by piece in the order of the tree. The numbers are used only while the tables are
-- derived.
SELECT
  CAST(row_number() OVER (ORDER BY piece_start, placement_order, region_place, region_name, platform_area_id NULLS LAST,
    production_area_id NULLS LAST, substr(generation, 2), substr(generation, 1, 1) DESC, generation, weight_class) AS INTEGER)
    AS cell,
  c.*
FROM (
  SELECT DISTINCT
    c.piece_start,
    p.site_placement,
    p.placement_order,
    p.region_name,
    p.region_place,
    p.platform_area_id,
    p.production_area_id,
    c.generation,
    c.weight_class
  FROM stock_sums c
  JOIN places p ON p.site_id = c.site_id
) c
