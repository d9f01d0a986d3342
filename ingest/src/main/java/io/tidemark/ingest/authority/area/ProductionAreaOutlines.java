package io.tidemark.ingest.authority.area;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.authority.format.AuthorityContent;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.format.AuthorityFormatException;
import io.tidemark.ingest.authority.format.FileHead;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.authority.format.RowRejected;
import io.tidemark.ingest.authority.format.RowTally;
import io.tidemark.ingest.authority.format.SourceText;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The authority's production areas: a GeoJSON FeatureCollection of polygons with properties {@code id} and {@code
 * name}, in upper or lower case; the number may also be the feature's own {@code id}.
 *
 * @param outlines   the areas, by id
 * @param ownNumbers whether one of them has the feature's own id as its number
 * @param faults     rejected features, in order of the file; column is {@code id}, {@code name} or {@code geometry}
 * @param read       features read, good and bad
 */
public record ProductionAreaOutlines(List<ProductionAreaOutline> outlines, boolean ownNumbers, List<RowFault> faults,
        long read) {

    /** The file format and its reader. */
    public static final AuthorityFormat FORMAT =
            new AuthorityFormat("production area outlines", List.of(AreaFeature.ID, AreaFeature.NAME),
            head -> head.isJson() && head.passes(text -> AreaFeature.faultOf(text).filter(String::isEmpty).isPresent()),
            (source, staging) -> read(source.text(), staging::checkCancelled).stage(staging, source));

    private static final SqlFile SQL = SqlFile.of("ingest/authority.sql");

    /** Copies the lists. */
    public ProductionAreaOutlines {
        outlines = List.copyOf(outlines);
        faults = List.copyOf(faults);
    }

    /**
     * Reads a file.
     *
     * @throws AuthorityFormatException if the file cannot be read, is cut off or has no features
     */
    public static ProductionAreaOutlines read(Path file, Runnable stop) {
        SourceText source = SourceText.of(file, stop);
        Map<Integer, ProductionAreaOutline> byId = new TreeMap<>();
        RowTally tally = new RowTally(file);
        boolean ownNumbers = false;
        try (Reader text = source.open(); FeatureStream features = FeatureStream.of(text)) {
            for (Optional<JsonNode> feature = features.next(); feature.isPresent(); feature = features.next()) {
                AreaFeature found = new AreaFeature(feature.get());
                ownNumbers |= found.hasOwnNumber();
                tally.row(features.line(), () -> {
                    ProductionAreaOutline outline = outline(found);
                    if (byId.putIfAbsent(outline.areaId(), outline) != null) {
                        throw new RowRejected("id", Integer.toString(outline.areaId()),
                                "an earlier feature has the same id");
                    }
                });
            }
        } catch (IOException e) {
            throw AuthorityFormatException.unreadable(file, e);
        }
        if (tally.read() == 0) {
            throw new AuthorityFormatException(file, "no GeoJSON features");
        }
        return new ProductionAreaOutlines(List.copyOf(byId.values()), ownNumbers, tally.faults(), tally.read());
    }

    /** What a text's features lack to be production areas; empty if it has no features. */
    public static Optional<String> fault(FileHead head) {
        List<String> found = new ArrayList<>();
        return head.isJson() && head.passes(text -> AreaFeature.faultOf(text).map(found::add).isPresent())
                ? Optional.of(found.getFirst()) : Optional.empty();
    }

    private static ProductionAreaOutline outline(AreaFeature feature) throws RowRejected {
        int id = feature.areaId();
        String name = feature.name();
        JsonNode geometry = feature.geometry();
        try {
            GeoJsonGeometry.requireNorwegian(GeoJsonGeometry.of(geometry));
        } catch (IllegalArgumentException e) {
            throw new RowRejected("geometry", geometry.toString(), "area " + id + ": " + e.getMessage());
        }
        return new ProductionAreaOutline(id, name, geometry.toString());
    }

    private AuthorityContent stage(StagingDatabase staging, AuthorityContent.Source source) {
        Map<Integer, String> known = new HashMap<>();
        SQL.get("known_areas").each(staging.session(), row -> known.put(row.getInt(1), row.getString(2)));
        List<String> notes = new ArrayList<>();
        AreaNames.strangers(outlines, known).ifPresent(example -> {
            if (ownNumbers) {
                throw new AuthorityFormatException(Path.of(source.path()),
                        "its features are numbered as the rows of any file are, and have "
                        + "other names than the production areas of these numbers: " + example
                        + "; if they are production areas, give them a property id");
            }
            notes.add("most of its areas have other names than in the list: " + example);
        });
        try (RowAppender rows = staging.append("found_outline")) {
            outlines.stream().filter(outline -> known.containsKey(outline.areaId()))
                    .forEach(outline -> rows.add(source.number(), outline.areaId(), outline.name(), outline.geojson()));
        }
        SQL.get("set_outlines").with("file_no", source.number()).run(staging.session());
        Stream<RowFault> strange = outlines.stream().filter(outline -> !known.containsKey(outline.areaId()))
                .map(outline -> new RowFault(0, "id", Integer.toString(outline.areaId()),
                "is not a production area whose region is known"));
        return new AuthorityContent(read, notes, Stream.concat(faults.stream(), strange).toList());
    }
}
