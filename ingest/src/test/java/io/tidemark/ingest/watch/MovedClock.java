package io.tidemark.ingest.watch;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** A clock in Norway that a test moves. */
final class MovedClock extends Clock {
    private volatile Instant now;

    MovedClock(String instant) {
        now = Instant.parse(instant);
    }

    void to(String instant) {
        now = Instant.parse(instant);
    }

    @Override
    public ZoneId getZone() {
        return ZoneId.of("Europe/Oslo");
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Instant instant() {
        return now;
    }
}
