package io.tidemark.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A page of a dashboard: twelve requests of one user over six open connections, as a browser has them. A connection
 * sends its next request as soon as it has its answer.
 */
final class DashboardPage {

    /** The requests of the page. */
    static final List<String> REQUESTS = List.of("/v3/mortality/areas/week", "/v3/mortality/areas/month",
            "/v3/mortality/categories/distribution", "/v3/mortality/categories/rate",
            "/v3/mortality/region/rolling-12-month",
            "/v3/mortality/generations/rate", "/v3/environment/temperature-by-week-and-region",
            "/v3/environment/temperature-trends-by-region", "/v3/feeding/sfr_temperature_by_region_and_week",
            "/v3/treatment/summary-by-area-and-week", "/v3/treatment/detail-by-category-and-week",
            "/v3/inventory/platform-authority-biomass-by-month");

    private static final int CONNECTIONS = 6;

    private DashboardPage() {}

    /** Opens the page several times and prints the median time from the first request to the last answer. */
    static void open(BenchServer server, String what, int times) throws IOException, InterruptedException {
        List<HttpConnection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                connections.add(new HttpConnection(server.port()));
            }
            double[] millis = new double[times];
            Map<Integer, Integer> statuses = new TreeMap<>();
            for (int time = 0; time < times; time++) {
                millis[time] = once(server, connections, statuses);
            }
            System.out.printf(Locale.ROOT, "a page of twelve, %s: %.1f ms%s%n", what, Numbers.median(millis),
                    statuses.keySet().stream().allMatch(LoadResult::isGood) ? "" : ", answers by status " + statuses);
        } finally {
            for (HttpConnection connection : connections) {
                connection.close();
            }
        }
    }

    private static double once(BenchServer server, List<HttpConnection> connections, Map<Integer, Integer> statuses)
            throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        int[] answers = new int[REQUESTS.size()];
        AtomicInteger next = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (HttpConnection connection : connections) {
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    go.await();
                    for (int place = next.getAndIncrement(); place < answers.length; place = next.getAndIncrement()) {
                        answers[place] = connection.status(server.request(0, REQUESTS.get(place)));
                    }
                } catch (IOException e) {
                    // the time of this run stays 0
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        long start = System.nanoTime();
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        double millis = (System.nanoTime() - start) / 1e6;
        for (int answer : answers) {
            statuses.merge(answer, 1, Integer::sum);
        }
        return millis;
    }
}
