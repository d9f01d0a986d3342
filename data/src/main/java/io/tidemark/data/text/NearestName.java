package io.tidemark.data.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the known name that a mistyped name most likely means. */
public final class NearestName {

    private static final LevenshteinDistance EDITS = LevenshteinDistance.getDefaultInstance();

    private NearestName() {}

    /** The nearest known name, if it is near enough for a hint. */
    public static Optional<String> of(String written, Collection<String> known) {
        return of(written, known, Math.clamp(written.strip().length() / 2, 1, 3));
    }

    /** The nearest known name that is at most {@code most} edits away. */
    public static Optional<String> of(String written, Collection<String> known, int most) {
        String plain = written.strip().toLowerCase(Locale.ROOT);
        if (plain.isEmpty() || plain.length() > 100) {
            return Optional.empty();
        }
        return known.stream().min(Comparator.comparingInt(name -> edits(plain, name)))
                .filter(name -> edits(plain, name) <= most);
    }

    private static boolean isSwapped(String one, String other) {
        int at = 0;
        while (at < one.length() && at < other.length() && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return one.length() == other.length() && at + 1 < one.length() && one.charAt(at) == other.charAt(at + 1)
                && one.charAt(at + 1) == other.charAt(at) && one.substring(at + 2).equals(other.substring(at + 2));
    }

    /** The hint as a sentence to append, or empty text. */
    public static String hint(String written, Collection<String> known) {
        return of(written, known).map(name -> "; did you mean " + name + "?").orElse("");
    }

    /**
     * The edit distance, with a swap of two letters as one edit;
     * a common prefix of three letters or more counts as near.
     */
    private static int edits(String plain, String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        return plain.length() >= 3 && folded.startsWith(plain) ? 1
                : isSwapped(plain, folded) ? 1 : EDITS.apply(plain, folded);
    }
}
