package io.tidemark.ingest.authority.area;

/**
 * Where a production area lies.
 *
 * @param areaId  1 to 13
 * @param name    its name in this file; other files may spell it otherwise
 * @param geojson GeoJSON geometry (Polygon or MultiPolygon, WGS84), numbers as published, without blanks
 */
public record ProductionAreaOutline(int areaId, String name, String geojson) {}
