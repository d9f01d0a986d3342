/*
summary: The authority's production areas
family: common
order: area id
fields:
  area_id: {type: integer, meaning: "1 to 13, south to north"}
  area_name: {type: string, meaning: name}
  area_geojson: {type: string, meaning: "outline as a GeoJSON geometry, WGS84; null when none was delivered"}
  region_name: {type: string, meaning: "Sør, Midt or Nord"}
*/
SELECT area_id, area_name, area_geojson, region_name
FROM production_area
ORDER BY area_id
