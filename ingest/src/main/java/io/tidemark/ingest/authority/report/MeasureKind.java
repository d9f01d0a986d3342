package io.tidemark.ingest.authority.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The kind of a measure against lice, by the words of the authority: until 2023 {@code mekanisk fjerning} was a measure of its own, since 2024 it is
 * a type of {@code ikke-medikamentell}.
 *
 * @param category         the lake's category
 * @param requiresHandling whether the fish are handled
 * @param isKnown          whether the words are; else the category is {@code Other}
 */
record MeasureKind(String category, boolean requiresHandling, boolean isKnown) {

    private static final String OTHER = "Other";
    private static final MeasureKind COMBINATION = known("Combination", true);
    private static final Map<String, MeasureKind> MEDICINAL = Map.of("badebehandling", known("Bath", true),
            "fôrbehandling", known("Medicinal", false), "annen behandling", known(OTHER, false));
    private static final Map<String, MeasureKind> OTHERS = Map.of("termisk behandling", known("Thermal", true),
            "mekanisk behandling", known("Mechanical", true), "ferskvannsbehandling", known("Freshwater", true),
            "annen behandling", known(OTHER, true));
    private static final Pattern AND = Pattern.compile(" og |[+,;/]");

    private static MeasureKind known(String category, boolean requiresHandling) {
        return new MeasureKind(category, requiresHandling, true);
    }

    /** The kind of a measure and its type, in any case; a type is said of medicinal and other treatments only. */
    static MeasureKind of(String measure, String type) {
        String said = type.toLowerCase(Locale.ROOT);
        return switch (measure.toLowerCase(Locale.ROOT)) {
            case "rensefisk" -> known("Cleanerfish", false);
            case "mekanisk fjerning" -> known("Mechanical", true);
            case "medikamentell" -> MEDICINAL.getOrDefault(said, severalOr(said, new MeasureKind(OTHER, false, false)));
            case "ikke-medikamentell" -> OTHERS.getOrDefault(said, severalOr(said, new MeasureKind(OTHER, true, false)));
            default -> severalOr(measure.toLowerCase(Locale.ROOT), new MeasureKind(OTHER, false, false));
        };
    }

    private static MeasureKind severalOr(String words, MeasureKind unknown) {
        boolean several = AND.matcher(words).find() && Arrays.stream(AND.split(words)).map(String::strip).allMatch(MeasureKind::isWord);
        return several || words.startsWith("kombinasjon") ? COMBINATION : unknown;
    }

    private static boolean isWord(String word) {
        return MEDICINAL.containsKey(word) || OTHERS.containsKey(word) || word.equals("medikamentell") || word.equals("ikke-medikamentell");
    }
}
