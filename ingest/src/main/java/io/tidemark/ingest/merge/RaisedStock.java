package io.tidemark.ingest.merge;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Unit-days with more losses than delivered stock, whose stock was raised to the losses.
 *
 * @param days  number of unit-days
 * @param fish  the number of added fish
 * @param taken the number of unit-days that had no weight and took the unit's weight of another day
 * @param first the first unit-day, for people; null without any
 */
record RaisedStock(long days, long fish, long taken, @Nullable String first) {

    static final RaisedStock NONE = new RaisedStock(0, 0, 0, null);

    /** The sum of both. */
    RaisedStock and(RaisedStock other) {
        return new RaisedStock(days + other.days, fish + other.fish, taken + other.taken,
                Stream.of(first, other.first).filter(Objects::nonNull).min(Comparator.naturalOrder()).orElse(null));
    }

    /** Remarks for people; empty without raised stock. */
    List<String> notes() {
        return days == 0 ? List.of() : List.of("on " + days + (days == 1 ? " unit-day" : " unit-days")
                + " of the delivery more fish were lost than "
                + "the stock had; it was raised to the losses, by " + fish + " fish in all, such as " + first
                + (taken == 0 ? "" : "; " + taken + " of them had no weight and took the unit's of another day"));
    }
}
