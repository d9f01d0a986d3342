/*
summary: One site of the authority's register
single: true
family: common
parameters:
  site_id: {type: text, in: path, meaning: the authority's site number}
fields:
  site_id: {type: string, meaning: the authority's site number}
  site_name: {type: string, meaning: name}
  latitude: {type: number, unit: degrees north, meaning: WGS84}
  longitude: {type: number, unit: degrees east, meaning: WGS84}
  placement: {type: string, meaning: offshore or onshore}
  production_area_id: {type: integer, meaning: production area; null on land or outside every area}
  production_area_name: {type: string, meaning: its name}
  marine_type_code: {type: string, meaning: coastal water type}
  marine_type_name: {type: string, meaning: its name}
  marine_type_region_code: {type: string, meaning: coastal water region}
  marine_type_region_name: {type: string, meaning: its name}
  is_in_platform: {type: boolean, meaning: whether a farmer delivers its stock}
  last_registration_date: {type: datetime, meaning: day of its last stock row}
*/
WITH
registration AS (
  SELECT site_id, max(date) AS last_date
  FROM stock_day
  WHERE site_id = :site_id
  GROUP BY 1
)
SELECT
  s.site_id,
  s.site_name,
  s.latitude,
  s.longitude,
  s.placement,
  s.production_area_id,
  a.area_name AS production_area_name,
  s.marine_type_code,
  t.name AS marine_type_name,
  s.marine_type_region_code,
  r.name AS marine_type_region_name,
  g.site_id IS NOT NULL AS is_in_platform,
  CAST(g.last_date AS TIMESTAMP) AS last_registration_date
FROM site s
LEFT JOIN production_area a ON a.area_id = s.production_area_id
LEFT JOIN marine_type t ON t.code = s.marine_type_code
LEFT JOIN marine_type_region r ON r.code = s.marine_type_region_code
LEFT JOIN registration g ON g.site_id = s.site_id
WHERE s.site_id = :site_id
