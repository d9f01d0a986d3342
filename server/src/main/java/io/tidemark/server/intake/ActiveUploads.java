package io.tidemark.server.intake;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidemark.server.http.ApiException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The requests that write just now: a few of one company at once, one for a file, and none while its delivery is
 * completed. Thread-safe.
 */
final class ActiveUploads {

    /** A request that writes; closing it ends that. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    private final int most;
    @GuardedBy("this") private final Map<String, Integer> companies = new HashMap<>();
    @GuardedBy("this") private final Map<String, Integer> deliveries = new HashMap<>();
    @GuardedBy("this") private final Set<String> files = new HashSet<>();
    @GuardedBy("this") private final Set<String> completing = new HashSet<>();

    /** Allows so many requests of one company. */
    ActiveUploads(int most) {
        this.most = most;
    }

    /** Begins to write a file; throws 409 and 429. */
    synchronized Held write(DeliveryName delivery, DeliveredPath path) {
        String file = delivery.folder() + "/" + path.text();
        if (completing.contains(delivery.folder()) || files.contains(file)) {
            throw new ApiException.Conflict("Another request is working on this file or its delivery");
        }
        if (companies.getOrDefault(delivery.farmer(), 0) >= most) {
            throw new ApiException.RateLimited(1);
        }
        companies.merge(delivery.farmer(), 1, Integer::sum);
        deliveries.merge(delivery.folder(), 1, Integer::sum);
        files.add(file);
        return () -> written(delivery, file);
    }

    private synchronized void written(DeliveryName delivery, String file) {
        files.remove(file);
        deliveries.computeIfPresent(delivery.folder(), (_, count) -> count == 1 ? null : count - 1);
        companies.computeIfPresent(delivery.farmer(), (_, count) -> count == 1 ? null : count - 1);
    }

    /** Begins to complete or delete a delivery; throws 409. */
    synchronized Held whole(DeliveryName delivery) {
        if (deliveries.containsKey(delivery.folder()) || !completing.add(delivery.folder())) {
            throw new ApiException.Conflict("Another request is working on this delivery");
        }
        return () -> completed(delivery);
    }

    private synchronized void completed(DeliveryName delivery) {
        completing.remove(delivery.folder());
    }
}
