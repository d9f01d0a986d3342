package io.tidemark.ingest.watch;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZonedDateTime;

/**
 * The time of day at which a watch publishes what it has collected.
 *
 * @param at    the time, in the clock's zone
 * @param clock what time it is
 */
public record PublishTime(LocalTime at, Clock clock) {

    /** The last such time, now or before. */
    Instant last() {
        ZonedDateTime now = clock.instant().atZone(clock.getZone());
        ZonedDateTime today = now.with(at);
        return (today.isAfter(now) ? now.minusDays(1).with(at) : today).toInstant();
    }
}
