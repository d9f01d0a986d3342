package io.tidemark.ingest.watch;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZonedDateTime;

/**
 * The time of day at which a watch publishes the collected deliveries.
 * @param at    the time, in the clock's zone
 * @param clock the current time
 */
public record PublishTime(LocalTime at, Clock clock) {

    /** The last publishing time, now or before. */
    Instant last() {
        ZonedDateTime now = clock.instant().atZone(clock.getZone());
        ZonedDateTime today = on(now);
        return (today.isAfter(now) ? on(now.minusDays(1)) : today).toInstant();
    }

    // when clocks go back, a time that occurs twice counts once: the first one
    private ZonedDateTime on(ZonedDateTime day) {
        return day.with(at).withEarlierOffsetAtOverlap();
    }
}
