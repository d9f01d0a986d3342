package io.tidemark.ingest.authority.report;

import io.tidemark.ingest.delivery.DisplayText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Words of a file that are on no list of the authority that is known here. Their rows are kept, and told. */
final class UnknownWords {

    private static final int MOST_SHOWN = 20;
    private static final int LONGEST = 60;

    private final Set<String> examples = new LinkedHashSet<>();
    private long rows;

    void add(String column, String word) {
        rows++;
        if (examples.size() < MOST_SHOWN) {
            examples.add(column + " " + DisplayText.shortened(word, LONGEST));
        }
    }

    /** What is to be said of them, for people: how they are kept, and examples. */
    Optional<String> note(String kept) {
        return rows == 0 ? Optional.empty() : Optional.of(rows + " rows " + kept + ", since a word is not known: "
                + DisplayText.list(List.copyOf(examples)));
    }
}
