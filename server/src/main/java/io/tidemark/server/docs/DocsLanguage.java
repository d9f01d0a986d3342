package io.tidemark.server.docs;

import com.google.errorprone.annotations.Immutable;
import java.util.List;
import java.util.Locale.LanguageRange;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A language of the guides, with the words that stand around a page. */
enum DocsLanguage {

    /** The language of all pages. */
    ENGLISH("en", new Words("English", "To the text", "Search", "Pages", "To the dashboard")),

    /** The language of the guides for analysts too. */
    NORWEGIAN("nb", new Words("Norsk", "Til teksten", "Søk", "Sider", "Til dashbordet"));

    /** The languages whose readers read Norwegian rather than English. */
    private static final Set<String> SCANDINAVIAN = Set.of("nb", "nn", "no", "da", "sv");
    private static final Map<String, String> NORWEGIAN_GROUPS = Map.of("Start", "Kom i gang", "Using the API",
            "Bruk av API-et",
            "Running it", "Drift (på engelsk)", "Working on it", "Utvikling (på engelsk)", "Reference",
            "Oppslag (på engelsk)");

    private final String tag;
    private final Words words;

    /**
     * The words around a page.
     *
     * @param label     the language's own name
     * @param skip      the link to the text
     * @param search    the search field
     * @param pages     the list of pages
     * @param dashboard the link to the dashboard
     */
    @Immutable
    record Words(String label, String skip, String search, String pages, String dashboard) {}

    DocsLanguage(String tag, Words words) {
        this.tag = tag;
        this.words = words;
    }

    /**
     * The language that an address names with its first folder; null if it leaves the choice to the reader's browser.
     */
    static @Nullable DocsLanguage named(String path) {
        return Stream.of(values()).filter(language -> path.startsWith(language.folder())).findFirst().orElse(null);
    }

    /**
     * The language that a reader's browser asks for, as the dashboard chooses its own: Norwegian for readers of a
     * Scandinavian language, else English.
     *
     * @param accepted the values of {@code Accept-Language}
     */
    static DocsLanguage preferred(List<String> accepted) {
        try {
            // the best first; a weight of 0 is a refusal
            return accepted.stream().flatMap(value -> LanguageRange.parse(value).stream())
                    .filter(range -> range.getWeight() > 0)
                    .sorted((one, other) -> Double.compare(other.getWeight(), one.getWeight()))
                    .map(range -> range.getRange().split("-", 2)[0])
                    .filter(tag -> SCANDINAVIAN.contains(tag) || tag.equals(ENGLISH.tag))
                    .map(tag -> SCANDINAVIAN.contains(tag) ? NORWEGIAN : ENGLISH).findFirst().orElse(ENGLISH);
        } catch (IllegalArgumentException e) {
            return ENGLISH;
        }
    }

    /** The tag of the language. */
    String tag() {
        return tag;
    }

    /** The folder of pages whose address names the language. */
    String folder() {
        return tag + "/";
    }

    /** The words around a page. */
    Words words() {
        return words;
    }

    /** A heading of the list of pages, which is given in English. */
    String group(String english) {
        return this == NORWEGIAN ? NORWEGIAN_GROUPS.getOrDefault(english, english) : english;
    }
}
