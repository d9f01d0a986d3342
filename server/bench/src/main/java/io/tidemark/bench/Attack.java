package io.tidemark.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends as many requests as possible with one read-only key while another caller sends small requests, then measures
 * how soon the server is idle.
 */
final class Attack {

    private static final int CONNECTIONS = 66;
    private static final String EXPENSIVE = "/v3/mortality/categories/rate?from_date=1900&offset=";
    private static final int FIRST_OFFSET = 2_000_000_000;
    private static final String TRIVIAL = "/v3/common/production-area";
    private static final Duration ASK_EVERY = Duration.ofMillis(200);
    private static final double MAX_WAIT_SECONDS = 180;

    private Attack() {}

    /** Attacks for this time, then disconnects in the middle of the responses. */
    static void run(BenchServer server, Duration time) throws IOException, InterruptedException {
        // all requests differ: the cache would answer repeats
        AtomicInteger next = new AtomicInteger(FIRST_OFFSET);
        Load attackers = Load.start(server.port(), CONNECTIONS,
                (connection, turn) -> server.keyRequest(EXPENSIVE + next.incrementAndGet()));
        LoadResult other = askOften(server, time);
        LoadResult attack = attackers.breakOff();
        double idle = ChildProcess.untilIdle(server.process(), MAX_WAIT_SECONDS);
        System.out.printf(Locale.ROOT, "%nattack, %d connections for %d s: %d requests of the other caller, p50 %.1f "
                + "ms, longest %.1f ms (1,000 at "
                + "most), by status %s; the attackers' by status %s%nprocessors idle %.1f s after the attackers had "
                + "gone (5 at most)%n",
                CONNECTIONS, time.toSeconds(), other.count(), other.millis(50), other.millis(100), other.statuses(),
                attack.statuses(), idle);
    }

    // measures the times of all responses, including refusals
    private static LoadResult askOften(BenchServer server, Duration time) throws IOException, InterruptedException {
        long start = System.nanoTime();
        long end = start + time.toNanos();
        long[] nanos = new long[(int) time.dividedBy(ASK_EVERY) + 1];
        int count = 0;
        Map<Integer, Integer> statuses = new TreeMap<>();
        byte[] request = server.request(0, TRIVIAL);
        try (HttpConnection connection = new HttpConnection(server.port())) {
            while (System.nanoTime() < end && count < nanos.length) {
                long asked = System.nanoTime();
                statuses.merge(connection.status(request), 1, Integer::sum);
                nanos[count++] = System.nanoTime() - asked;
                Thread.sleep(Duration.ofNanos(Math.max(0, asked + ASK_EVERY.toNanos() - System.nanoTime())));
            }
        }
        return new LoadResult((System.nanoTime() - start) / 1e9, Arrays.copyOf(nanos, count), statuses);
    }
}
