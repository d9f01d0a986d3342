package io.tidemark.ingest.authority.area;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.prep.PreparedGeometry;
import org.locationtech.jts.geom.prep.PreparedGeometryFactory;

/** Finds the production area of a position. Degrees are treated as a plane, like the published straight edges. */
public final class AreaIndex {

    private static final GeometryFactory POINTS = new GeometryFactory();

    private final List<PreparedArea> areas;

    private record PreparedArea(int id, PreparedGeometry geometry) {}

    private AreaIndex(List<PreparedArea> areas) {
        this.areas = areas;
    }

    /**
     * Creates an index of areas, by their outlines only.
     *
     * @throws IllegalArgumentException if an outline is no GeoJSON Polygon or MultiPolygon; names the area
     */
    public static AreaIndex of(List<ProductionAreaOutline> outlines) {
        return new AreaIndex(outlines.stream()
                .sorted(Comparator.comparingInt(ProductionAreaOutline::areaId))
                .map(outline -> new PreparedArea(outline.areaId(), PreparedGeometryFactory.prepare(geometry(outline))))
                .toList());
    }

    private static Geometry geometry(ProductionAreaOutline outline) {
        try {
            return GeoJsonGeometry.parse(outline.geojson());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("outline of production area " + outline.areaId() + ": "
                    + e.getMessage(), e);
        }
    }

    /**
     * Checks that its outlines lie where sites of the register can lie.
     *
     * @throws IllegalArgumentException if one does not, as with the latitude first
     */
    public void requireNorwegian() {
        areas.forEach(area -> GeoJsonGeometry.requireNorwegian(area.geometry().getGeometry()));
    }

    /** The area that contains the position, border included; the lowest number if several do; empty outside all. */
    public OptionalInt areaAt(double latitude, double longitude) {
        if (!Double.isFinite(latitude) || !Double.isFinite(longitude)) {
            return OptionalInt.empty();
        }
        Geometry point = POINTS.createPoint(new Coordinate(longitude, latitude));
        return areas.stream().filter(area -> area.geometry().covers(point)).mapToInt(PreparedArea::id).findFirst();
    }
}
