package io.tidemark.ingest.watch;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Retries of deliveries that failed for lack of memory or disk, or by an internal error: each is retried after a wait,
 * then after a longer one, and then set aside until it changes or the watch restarts. Not thread-safe.
 */
final class Retries {

    /** The default waits between tries. */
    static final List<Duration> USUAL_WAITS = List.of(Duration.ofMinutes(1), Duration.ofMinutes(5));

    private record Failed(String print, int tries, long nextNanos) {}

    private final List<Duration> waits;
    private final Map<String, Failed> failed = new HashMap<>();

    Retries(List<Duration> waits) {
        this.waits = List.copyOf(waits);
    }

    /** Records a failure; returns the wait, or empty if the delivery is set aside. */
    Optional<Duration> failed(String delivery, DeliveryPrint print) {
        Failed before = of(delivery, print);
        int tries = before == null ? 1 : before.tries() + 1;
        Optional<Duration> wait = tries > waits.size() ? Optional.empty() : Optional.of(waits.get(tries - 1));
        failed.put(delivery, new Failed(print.text(), tries, System.nanoTime() + wait.orElse(Duration.ZERO).toNanos()));
        return wait;
    }

    /** Whether a delivery is set aside in its current state. */
    boolean isSetAside(String delivery, DeliveryPrint print) {
        Failed before = of(delivery, print);
        return before != null && before.tries() > waits.size();
    }

    /** Whether a delivery still has to wait for its next try. */
    boolean hasToWait(String delivery, DeliveryPrint print) {
        Failed before = of(delivery, print);
        return before != null && isBefore(before);
    }

    /** Whether a delivery has to wait for its next try, whatever its state. */
    boolean hasToWait(String delivery) {
        Failed before = failed.get(delivery);
        return before != null && isBefore(before);
    }

    private static boolean isBefore(Failed failed) {
        return System.nanoTime() - failed.nextNanos() < 0;
    }

    private @Nullable Failed of(String delivery, DeliveryPrint print) {
        Failed before = failed.get(delivery);
        return before == null || !before.print().equals(print.text()) ? null : before;
    }

    /** Removes a successful delivery. */
    void done(String delivery) {
        failed.remove(delivery);
    }

    /** Removes deliveries that no longer exist. */
    void keepOnly(Collection<String> names) {
        failed.keySet().retainAll(names);
    }
}
