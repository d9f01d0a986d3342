package io.tidemark.ingest.authority.area;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Tells production areas from other polygons that are numbered from 1, as programs number the rows of any file: an area
 * is named as the list names its number, by a word at least. {@code Ryfylke} and {@code Ryfylket} are the same word.
 */
final class AreaNames {

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}]+");
    /** Shorter ones, such as til, med and og, are in many names. */
    private static final int MIN_LETTERS = 4;

    private AreaNames() {}

    /**
     * An example of the names that do not fit, for people; empty if at least half of them fit. Names without a word to
     * compare fit.
     *
     * @param listed the list's names by number
     */
    static Optional<String> strangers(List<ProductionAreaOutline> outlines, Map<Integer, String> listed) {
        List<ProductionAreaOutline> strange = outlines.stream()
                .filter(outline -> !fits(outline.name(), listed.getOrDefault(outline.areaId(), ""))).toList();
        return strange.size() * 2 <= outlines.size() ? Optional.empty() : strange.stream().findFirst()
                .map(outline -> outline.areaId() + " is " + outline.name() + ", in the list "
                + listed.get(outline.areaId()));
    }

    private static boolean fits(String name, String listed) {
        Set<String> words = beginnings(listed);
        return words.isEmpty() || beginnings(name).stream().anyMatch(words::contains);
    }

    private static Set<String> beginnings(String name) {
        return Arrays.stream(BETWEEN_WORDS.split(name)).filter(word -> word.length() >= MIN_LETTERS)
                .map(word -> word.substring(0, MIN_LETTERS).toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }
}
