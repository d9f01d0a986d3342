package io.tidemark.ingest.authority.area;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.ingest.authority.format.JsonTrees;
import io.tidemark.ingest.contract.NorwegianWaters;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.PrecisionModel;

/**
 * Converts GeoJSON areas (RFC 7946: longitude first, WGS84) to JTS geometries. Every method throws
 * IllegalArgumentException with a message for people if the text or node is not such an area.
 */
final class GeoJsonGeometry {

    private static final int WGS84 = 4326;
    private static final GeometryFactory FACTORY = new GeometryFactory(new PrecisionModel(), WGS84);

    private GeoJsonGeometry() {}

    /** The geometry in a text. */
    static Geometry parse(String geojson) {
        try {
            return of(JsonTrees.READER.readTree(geojson));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** The geometry of a GeoJSON object, a Polygon or MultiPolygon. */
    static Geometry of(JsonNode geometry) {
        JsonNode coordinates = geometry.path("coordinates");
        return switch (geometry.path("type").asText()) {
            case "Polygon" -> polygon(coordinates);
            case "MultiPolygon" -> FACTORY.createMultiPolygon(
                    elements(coordinates, "polygons").map(GeoJsonGeometry::polygon).toArray(Polygon[]::new));
            default -> throw new IllegalArgumentException("neither Polygon nor MultiPolygon");
        };
    }

    /** An outline that lies where sites of the register can lie: a latitude that stands first does not. */
    static void requireNorwegian(Geometry geometry) {
        for (Coordinate point : geometry.getCoordinates()) {
            if (!NorwegianWaters.hold(point.y, point.x)) {
                throw new IllegalArgumentException(NorwegianWaters.hold(point.x, point.y)
                        ? "the position " + point.x + ", " + point.y + " has the latitude first; GeoJSON has the "
                        + "longitude first"
                        : "the position " + point.x + ", " + point.y + " does not lie in Norway's waters (longitude "
                                + NorwegianWaters.WEST + " to " + NorwegianWaters.EAST + ", latitude "
                                + NorwegianWaters.SOUTH + " to " + NorwegianWaters.NORTH + ")");
            }
        }
    }

    private static Polygon polygon(JsonNode rings) {
        List<LinearRing> all = elements(rings, "rings").map(GeoJsonGeometry::ring).toList();
        return FACTORY.createPolygon(all.getFirst(), all.subList(1, all.size()).toArray(LinearRing[]::new));
    }

    private static LinearRing ring(JsonNode positions) {
        List<Coordinate> points = new ArrayList<>();
        elements(positions, "positions").map(GeoJsonGeometry::point).forEach(points::add);
        if (points.size() < 4) {
            throw new IllegalArgumentException("a ring of fewer than 4 positions");
        }
        if (!points.getFirst().equals2D(points.getLast())) {
            throw new IllegalArgumentException("a ring that does not end where it begins");
        }
        return FACTORY.createLinearRing(points.toArray(Coordinate[]::new));
    }

    private static Coordinate point(JsonNode position) {
        JsonNode longitude = position.path(0);
        JsonNode latitude = position.path(1);
        if (!longitude.isNumber() || !latitude.isNumber()
                || Math.abs(longitude.doubleValue()) > 180 || Math.abs(latitude.doubleValue()) > 90) {
            throw new IllegalArgumentException("a position that is not longitude and latitude in degrees");
        }
        return new Coordinate(longitude.doubleValue(), latitude.doubleValue());
    }

    private static Stream<JsonNode> elements(JsonNode array, String what) {
        if (!array.isArray() || array.isEmpty()) {
            throw new IllegalArgumentException("no " + what);
        }
        return array.valueStream();
    }
}
