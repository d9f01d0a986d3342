package io.tidemark.server.identity.key;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The last uses of API keys, collected in memory and written to the state file every ten seconds. Thread-safe. */
public final class KeyUses {
    private static final Duration BETWEEN_WRITES = Duration.ofSeconds(10);

    private final ApiKeys keys;
    private final Clock clock;
    private final Map<String, Instant> unwritten = new ConcurrentHashMap<>();
    @GuardedBy("this") private Instant written;

    /** Records uses of the keys of a state file. */
    public KeyUses(ApiKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
        this.written = clock.instant();
    }

    /** Records that a key was used now. */
    public void used(String id) {
        unwritten.put(id, clock.instant());
    }

    /** Writes the collected uses if the last write is long enough ago. */
    public synchronized void writeWhenDue() {
        if (!clock.instant().isBefore(written.plus(BETWEEN_WRITES))) {
            write();
        }
    }

    /** Writes the collected uses. */
    public synchronized void write() {
        written = clock.instant();
        Map<String, Instant> uses = new TreeMap<>(unwritten);
        if (!uses.isEmpty()) {
            keys.used(uses);
            // a later use stays for the next write
            uses.forEach(unwritten::remove);
        }
    }
}
