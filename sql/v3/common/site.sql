/*
summary: The authority's site register
family: common
parameters:
  offset:
  limit: {max: 2000}
set: {all_sites: true, site_id: ""}
order: site number
confidentiality:
  rule: "the register is public; the only addition is the day of the last stock row"
  public: [latitude, longitude, placement, "marine_type_*", is_in_platform]
  calendar: [last_registration_date]
fields:
  site_id: {type: string, meaning: the authority's site number}
  site_name: {type: string, meaning: name}
  latitude: {type: number, unit: degrees north, meaning: WGS84}
  longitude: {type: number, unit: degrees east, meaning: WGS84}
  placement: {type: string, meaning: offshore (at sea) or onshore (on land)}
  production_area_id: {type: integer, meaning: production area; null on land or outside every area}
  production_area_name: {type: string, meaning: its name}
  marine_type_code: {type: string, meaning: water type (vanntype)}
  marine_type_name: {type: string, meaning: its name}
  marine_type_region_code: {type: string, meaning: ecoregion (økoregion)}
  marine_type_region_name: {type: string, meaning: its name}
  is_in_platform: {type: boolean, meaning: whether a farmer delivers its stock}
  last_registration_date: {type: datetime, meaning: day of its last stock row}
*/
-- site/{site_id} is the same query for one site.
SELECT
  site_id,
  site_name,
  latitude,
  longitude,
  placement,
  production_area_id,
  production_area_name,
  marine_type_code,
  marine_type_name,
  marine_type_region_code,
  marine_type_region_name,
  is_in_platform,
  last_registration_date
FROM site_record
WHERE :all_sites OR site_id = :site_id
ORDER BY site_order(site_id), site_id
OFFSET :offset LIMIT :row_limit
