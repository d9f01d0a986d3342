package io.tidemark.ingest.authority.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.ingest.authority.format.AuthorityRow;
import io.tidemark.ingest.authority.format.JsonTrees;
import io.tidemark.ingest.authority.format.RowRejected;
import io.tidemark.ingest.delivery.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A treatment in a report to the food-safety authority: of one kind, or a combination of several.
 *
 * @param category         as the lake's treatments have it
 * @param subtype          the substance, what an other treatment is called, or the parts of a combination; null where none is named
 * @param requiresHandling whether the fish are handled
 * @param scope            {@code full} or {@code partial}; null where the report does not say
 * @param cages            number of cages treated; null where the report does not say
 * @param unknown          the type's word, if it is not known; else empty
 */
record FoodSafetyTreatment(String category, @Nullable String subtype, boolean requiresHandling, @Nullable String scope, @Nullable Integer cages,
        String unknown) {

    private static final String OTHERS = "ikkeMedikamentelleBehandlinger";
    private static final String MEDICINAL = "medikamentelleBehandlinger";
    private static final String COMBINED = "kombinasjonsbehandlinger";

    /** The properties of a report with treatments. */
    static final List<String> LISTS = List.of(OTHERS, MEDICINAL, COMBINED);

    private static final int LONGEST_TEXT = 200;

    /** All treatments of a report. */
    static List<FoodSafetyTreatment> of(FoodSafetyReports.Properties report) throws RowRejected {
        List<FoodSafetyTreatment> all = new ArrayList<>(parts("", report));
        for (JsonNode combined : list(COMBINED, report.get(COMBINED))) {
            List<FoodSafetyTreatment> parts = parts(COMBINED + ".", name -> combined.path(name));
            if (parts.isEmpty()) {
                throw new RowRejected(COMBINED, combined.toString(), "is a combination of no treatments");
            }
            all.add(combination(parts));
        }
        return all;
    }

    private static List<FoodSafetyTreatment> parts(String place, FoodSafetyReports.Properties from) throws RowRejected {
        List<FoodSafetyTreatment> parts = new ArrayList<>();
        for (JsonNode node : list(place + OTHERS, from.get(OTHERS))) {
            parts.add(one(place + OTHERS, "ikke-medikamentell", node));
        }
        for (JsonNode node : list(place + MEDICINAL, from.get(MEDICINAL))) {
            parts.add(one(place + MEDICINAL, "medikamentell", node));
        }
        return parts;
    }

    private static Iterable<JsonNode> list(String column, JsonNode node) throws RowRejected {
        if (!node.isArray() && !node.isNull() && !node.isMissingNode()) {
            throw new RowRejected(column, node.toString(), "is no list");
        }
        return node;
    }

    private static FoodSafetyTreatment one(String column, String measure, JsonNode node) throws RowRejected {
        String type = text(node.path("type")).orElseThrow(() -> new RowRejected(column + ".type", node.toString(), "no value"));
        MeasureKind kind = MeasureKind.of(measure, words(type));
        JsonNode substance = node.path("virkestoff");
        String named = text(substance.path("annetVirkestoff"))
                .or(() -> text(substance.path("type")).or(() -> text(substance)).map(FoodSafetyTreatment::sentence)).orElse(null);
        String called = named != null || !kind.category().equals("Other") ? named
                : text(node.path("beskrivelse")).orElse(words(type));
        String subtype = called == null ? null : AuthorityRow.seen(column, shortened(called));
        return new FoodSafetyTreatment(kind.category(), subtype, kind.requiresHandling(), scope(column, node.path("heleLokaliteten")),
                cages(column, node.path("antallMerder")), kind.isKnown() ? "" : measure + ", " + type);
    }

    // its parts are of the same pens: the most of them are those treated
    private static FoodSafetyTreatment combination(List<FoodSafetyTreatment> parts) {
        List<String> scopes = parts.stream().map(FoodSafetyTreatment::scope).flatMap(Stream::ofNullable).distinct().toList();
        String names = parts.stream().map(FoodSafetyTreatment::name).sorted().collect(Collectors.joining(" + "));
        return new FoodSafetyTreatment("Combination", shortened(names),
                parts.stream().anyMatch(FoodSafetyTreatment::requiresHandling),
                scopes.isEmpty() ? null : scopes.size() == 1 ? scopes.getFirst() : "partial",
                parts.stream().map(FoodSafetyTreatment::cages).flatMap(Stream::ofNullable).max(Integer::compare).orElse(null),
                parts.stream().map(FoodSafetyTreatment::unknown).filter(word -> !word.isEmpty()).collect(Collectors.joining("; ")));
    }

    private String name() {
        return subtype == null ? category : category + " " + subtype;
    }

    Optional<String> unknownWord() {
        return Optional.of(unknown).filter(word -> !word.isEmpty());
    }

    /** What tells it from another treatment of the same site and week. */
    String identity() {
        return Stream.of(category, subtype, scope, cages).map(String::valueOf).collect(Collectors.joining("\n"));
    }

    // the words that the weekly measures have for the same
    private static String words(String type) {
        String words = type.toLowerCase(Locale.ROOT).replace('_', ' ');
        return words.equals("forbehandling") ? "fôrbehandling" : words;
    }

    // EMAMECTIN_BENZOAT is Emamectin benzoat
    private static String sentence(String code) {
        return code.substring(0, 1).toUpperCase(Locale.ROOT) + code.substring(1).toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String shortened(String text) {
        return DisplayText.shortened(text, LONGEST_TEXT);
    }

    /** Whether its subtype is longer in the report than the lake stores it. */
    boolean isShortened() {
        return subtype != null && subtype.length() > LONGEST_TEXT;
    }

    private static Optional<String> text(JsonNode node) {
        return node.isValueNode() && !node.isNull() ? Optional.of(JsonTrees.text(node)).filter(text -> !text.isEmpty()) : Optional.empty();
    }

    private static @Nullable String scope(String column, JsonNode whole) throws RowRejected {
        if (whole.isNull() || whole.isMissingNode()) {
            return null;
        }
        if (!whole.isBoolean()) {
            throw new RowRejected(column + ".heleLokaliteten", whole.toString(), "must be true or false");
        }
        return whole.booleanValue() ? "full" : "partial";
    }

    private static @Nullable Integer cages(String column, JsonNode cages) throws RowRejected {
        if (cages.isNull() || cages.isMissingNode()) {
            return null;
        }
        if (!cages.isIntegralNumber() || !cages.canConvertToInt() || cages.intValue() < 0 || cages.intValue() > LiceTreatments.MOST_CAGES) {
            throw new RowRejected(column + ".antallMerder", JsonTrees.text(cages), "not a whole number from 0 to " + LiceTreatments.MOST_CAGES);
        }
        return cages.intValue();
    }
}
