-- The place of each site's cells in the tree from which atoms are made, and the order of its branches: offshore before onshore;
-- regions from south to north, null last; platform areas and production areas by id, null last.
SELECT
  s.site_id,
  s.placement AS site_placement,
  CASE s.placement WHEN 'offshore' THEN 0 ELSE 1 END AS placement_order,
  a.region_name,
  CASE WHEN a.region_name IS NULL THEN 9 ELSE region_order(a.region_name) END AS region_place,
  p.area_id AS platform_area_id,
  s.production_area_id
FROM site s
LEFT JOIN production_area a ON a.area_id = s.production_area_id
LEFT JOIN platform_area p ON list_contains(p.production_area_ids, s.production_area_id)
