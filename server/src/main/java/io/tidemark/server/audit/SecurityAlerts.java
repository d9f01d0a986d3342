package io.tidemark.server.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.Event.Alarm;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.event.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Raises a security alert if sign-ins from one address or to one account are refused too often in a window, or ten
 * times as often in the whole server, and whenever a refresh token is used twice, which means that it was stolen. Each
 * causes at most one alert in a window. Thread-safe.
 */
public final class SecurityAlerts implements EventReceiver {
    private static final long MAX_KEYS = 100_000;
    private static final int SERVER_FACTOR = 10;
    private static final int TOO_MANY = 429;

    private final int threshold;
    private final Duration window;
    private final String authPath;
    private final EventReceiver alerts;
    private final Cache<String, AtomicInteger> counts;

    /**
     * Counts failures.
     *
     * @param threshold number of failures that raise an alert
     * @param window    time in which failures are counted, from the first one
     * @param authPath  path under which a 429 is a refused sign-in
     * @param alerts    receives the alerts
     */
    public SecurityAlerts(int threshold, Duration window, String authPath, Ticker ticker, EventReceiver alerts) {
        this.threshold = threshold;
        this.window = window;
        this.authPath = authPath;
        this.alerts = alerts;
        this.counts = Caffeine.newBuilder().ticker(ticker).maximumSize(MAX_KEYS).expireAfterWrite(window).build();
    }

    @Override
    public void publish(Event event) {
        switch (event) {
            case Event.SignInRefused e -> refused(e.time(), e.origin(), e.accountId());
            case Event.Refused e when e.status() == TOO_MANY && e.path().startsWith(authPath) ->
                    refused(e.time(), e.origin(), null);
            case Event.RefreshReuse e -> count(e.time(), Alarm.REFRESH_REUSE, e.accountId(), 1, e.origin(),
                    e.accountId());
            case Event _ -> { }
        }
    }

    private void refused(Instant time, Origin origin, @Nullable String account) {
        count(time, Alarm.ADDRESS, origin.address(), threshold, origin, null);
        if (account != null) {
            count(time, Alarm.ACCOUNT, account, threshold, origin, account);
        }
        count(time, Alarm.SERVER, "", threshold * SERVER_FACTOR, origin, null);
    }

    private void count(Instant time, Alarm alarm, String key, int limit, Origin origin, @Nullable String account) {
        int failures = counts.get(alarm + " " + key, _ -> new AtomicInteger()).incrementAndGet();
        if (failures == limit) {
            alerts.publish(new Event.SecurityAlert(time, alarm, origin.address(), account, failures, window));
        }
    }
}
