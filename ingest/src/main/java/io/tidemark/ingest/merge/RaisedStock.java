package io.tidemark.ingest.merge;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Unit-days on which more fish were lost than the delivered stock had: the stock was raised to the losses.
 *
 * @param days  how many
 * @param fish  by how many fish in all
 * @param taken how many had no weight of their own, and took the unit's of another day
 * @param first the first of them, for people; null when there are none
 */
record RaisedStock(long days, long fish, long taken, @Nullable String first) {

    static final RaisedStock NONE = new RaisedStock(0, 0, 0, null);

    /** Both together. */
    RaisedStock and(RaisedStock other) {
        return new RaisedStock(days + other.days, fish + other.fish, taken + other.taken,
                Stream.of(first, other.first).filter(Objects::nonNull).min(Comparator.naturalOrder()).orElse(null));
    }

    /** What people should know; nothing when there are none. */
    List<String> notes() {
        return days == 0 ? List.of() : List.of("on " + days + (days == 1 ? " unit-day" : " unit-days") + " of the delivery more fish were lost than "
                + "the stock had; it was raised to the losses, by " + fish + " fish in all, such as " + first
                + (taken == 0 ? "" : "; " + taken + " of them had no weight and took the unit's of another day"));
    }
}
