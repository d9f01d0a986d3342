package io.tidemark.ingest.authority.area;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.ingest.authority.format.RowRejected;
import io.tidemark.ingest.delivery.DisplayText;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A feature of GeoJSON as a production area: its number, its name and its outline. Names of properties may be in upper
 * or lower case.
 */
record AreaFeature(JsonNode json) {

    static final String ID = "id";
    static final String NAME = "name";

    private static final int MAX_NAME = 200;
    private static final int MAX_SHOWN = 60;
    private static final int FEATURES_TO_LOOK_AT = 50;

    /** The area's number: the property, else the feature's own id. */
    int areaId() throws RowRejected {
        return ProductionAreaId.parse(ID, hasOwnNumber() ? json.path(ID).asText().strip() : property(ID));
    }

    /** Whether the number is the feature's own id, which programs give to the features of any file. */
    boolean hasOwnNumber() {
        return property(ID).isEmpty();
    }

    String name() throws RowRejected {
        String name = property(NAME);
        if (name.isEmpty()) {
            throw new RowRejected(NAME, name, "no value");
        }
        if (name.length() > MAX_NAME) {
            throw new RowRejected(NAME, name, "is longer than " + MAX_NAME + " letters");
        }
        if (name.chars().anyMatch(c -> Character.isISOControl(c) && !Character.isWhitespace(c))) {
            throw new RowRejected(NAME, name, "has control characters");
        }
        return name;
    }

    JsonNode geometry() {
        return json.path("geometry");
    }

    private String property(String name) {
        return json.path("properties").propertyStream()
                .filter(p -> p.getKey().equalsIgnoreCase(name) && !p.getValue().isNull())
                .map(p -> p.getValue().asText().strip()).filter(text -> !text.isEmpty()).findFirst().orElse("");
    }

    /**
     * What the features of a text lack to be production areas, for people; nothing if they are such areas. Empty if the
     * text has no features. The first with a geometry speaks for all.
     */
    static Optional<String> faultOf(Reader text) {
        try (FeatureStream features = FeatureStream.of(text)) {
            Optional<JsonNode> first = features.next();
            Optional<JsonNode> found = first;
            for (int i = 1; i < FEATURES_TO_LOOK_AT && found.filter(f -> f.path("geometry").isObject()).isEmpty()
                    && found.isPresent(); i++) {
                found = features.next();
            }
            return found.or(() -> first).map(feature -> new AreaFeature(feature).fault());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private String fault() {
        String type = geometry().path("type").asText();
        if (geometry().isObject() && !type.equals("Polygon") && !type.equals("MultiPolygon")) {
            return "its geometry is a " + type + ", where a production area has a Polygon or MultiPolygon";
        }
        try {
            areaId();
        } catch (RowRejected e) {
            String value = property(ID).isEmpty() ? json.path(ID).asText() : property(ID);
            return (value.isEmpty() ? "the property id is missing" : "id " + value + " is "
                    + (value.matches("\\d+") ? "none of " : "not ")
                    + (value.matches("\\d+") ? "the production areas 1 to 13" : "a production area's number"))
                    + properties();
        }
        return property(NAME).isEmpty() ? "the property name is missing" + properties() : "";
    }

    private String properties() {
        List<String> names = new ArrayList<>();
        json.path("properties").fieldNames().forEachRemaining(names::add);
        return "; " + (names.isEmpty() ? "it has no properties"
                : "its properties are " + DisplayText.list(names.stream()
                .map(name -> DisplayText.shortened(name, MAX_SHOWN)).toList()));
    }
}
