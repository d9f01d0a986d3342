package io.tidemark.data.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known name that somebody most likely meant. */
public final class NearestName {

    private static final int LONGEST = 100;
    private static final int BEGINNING = 3;

    private NearestName() {}

    /** The nearest of the known names, when it is near enough to be worth a hint. */
    public static Optional<String> of(String written, Collection<String> known) {
        return of(written, known, Math.clamp(written.strip().length() / 2, 1, 3));
    }

    /** The nearest of the known names, when it is no more than so many edits away. */
    public static Optional<String> of(String written, Collection<String> known, int most) {
        String plain = written.strip().toLowerCase(Locale.ROOT);
        if (plain.isEmpty() || plain.length() > LONGEST) {
            return Optional.empty();
        }
        return known.stream().min(Comparator.comparingInt(name -> distance(plain, name)))
                .filter(name -> distance(plain, name) <= most);
    }

    /** The hint as a clause that follows another, or empty text. */
    public static String hint(String written, Collection<String> known) {
        return of(written, known).map(name -> "; did you mean " + name + "?").orElse("");
    }

    /** A beginning of three letters or more counts as near. */
    private static int distance(String plain, String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        return plain.length() >= BEGINNING && folded.startsWith(plain) ? 1 : edits(plain, folded);
    }

    /** Damerau and Levenshtein's distance: letters put in, left out, replaced, or two neighbours exchanged, each place once. */
    private static int edits(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1,
                        cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
