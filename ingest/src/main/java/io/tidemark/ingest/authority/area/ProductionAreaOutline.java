package io.tidemark.ingest.authority.area;

/**
 * The outline of a production area.
 *
 * @param areaId  1 to 13
 * @param name    its name in this file; other files may spell it differently
 * @param geojson GeoJSON geometry (Polygon or MultiPolygon, WGS84), numbers as published, without blanks
 */
public record ProductionAreaOutline(int areaId, String name, String geojson) {}
