package io.tidemark.server;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for what comes by itself: no longer than it takes, and long enough for a machine at load. */
public final class Eventually {

    private Eventually() {}

    /** A wait of a minute at most. */
    public static ConditionFactory eventually() {
        return Awaitility.await().pollInSameThread().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20)).atMost(Duration.ofMinutes(1));
    }
}
