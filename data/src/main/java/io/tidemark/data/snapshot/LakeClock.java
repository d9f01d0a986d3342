package io.tidemark.data.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The distance of the clock from the published snapshot. It needs no other host to see that a clock is wrong: what was
 * made before cannot be newer, and a lake in use is not years old.
 *
 * @param words    what is wrong
 * @param isBehind whether the clock is behind the snapshot, which no use of the lake explains
 */
public record LakeClock(String words, boolean isBehind) {

    private static final Duration SLACK = Duration.ofMinutes(2);
    private static final Duration YEARS = Duration.ofDays(365);

    /** What is wrong with the clock; empty if nothing is, or if nothing is published. */
    public static Optional<LakeClock> problem(Lake lake, Instant now) {
        Instant made;
        try {
            made = lake.current().map(snapshot -> snapshot.manifest().createdAt()).orElse(now);
        } catch (LakeException e) {
            // other checks say what is wrong with the lake
            return Optional.empty();
        }
        Duration age = Duration.between(made, now);
        String words = "the clock says " + now + ", but the published snapshot is of " + made;
        return age.plus(SLACK).isNegative() ? Optional.of(new LakeClock(words, true))
                : age.compareTo(YEARS) > 0 ? Optional.of(new LakeClock(words + ", " + age.toDays() + " days before",
                false)) : Optional.empty();
    }
}
