package io.tidemark.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Sends a mix of requests over many connections for a long time; prints the statuses and whether memory stays constant. */
final class Soak {

    private static final int CONNECTIONS = 128;
    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final int NEW_EVERY = 16;
    private static final Set<Integer> ALLOWED = Set.of(200, 304, 429, 503);

    private Soak() {}

    /** Runs the test and prints the result. */
    static void run(BenchServer server, Duration time) throws IOException, InterruptedException {
        List<Load.Requests> mix = new ArrayList<>();
        try (HttpConnection connection = new HttpConnection(server.port())) {
            for (String request : DashboardPage.REQUESTS) {
                mix.add(server.requests(request));
                mix.add(server.requests(request, "If-None-Match: " + connection.ask(server.request(0, request)).etag()));
            }
        }
        mix.add(server.requests("/v3/common/production-area"));
        System.out.printf("%nsoak, %d connections for %d s; memory every %d s:%n", CONNECTIONS, time.toSeconds(), LOOK.toSeconds());
        Load load = Load.start(server.port(), CONNECTIONS, (connection, turn) -> turn % NEW_EVERY == 0
                ? server.request(connection, unusual(connection, turn)) : mix.get((connection + turn) % mix.size()).next(connection, turn));
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            Thread.sleep(Duration.ofNanos(Math.clamp(end - System.nanoTime(), 0, LOOK.toNanos())));
            System.out.printf("  %,d MB%n", ChildProcess.residentMb(server.process()));
        }
        LoadResult result = load.finish();
        System.out.printf(Locale.ROOT, "%.1f requests/s answered, p50 %.1f ms, p99 %.1f ms, by status %s: %s; %s%n", result.perSecond(),
                result.millis(50), result.millis(99), result.statuses(), ALLOWED.containsAll(result.statuses().keySet())
                        ? "nothing but 200, 304, 429 and 503" : "OTHERS than 200, 304, 429 and 503", server.memory());
    }

    // a request that no cache has an answer for
    private static String unusual(int connection, int turn) {
        return "/v3/mortality/areas/week?weight_range_start=" + 100 * (connection % 40) + "&weight_range_end=" + (5000 + 100 * (turn % 90));
    }
}
