package io.tidemark.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sends requests over several connections; each connection sends its next request when it has the answer to the last.
 */
final class Load {

    /** Supplies the requests. Many threads call it. */
    @FunctionalInterface
    interface Requests {
        /** The next request of a connection; connections and turns count from 0. */
        byte[] next(int connection, int turn);
    }

    private static final int FIRST_TIMES = 1024;
    private static final long PAUSE_MILLIS = 20;

    private final class Lane implements Runnable {
        private final int number;
        private volatile HttpConnection connection;
        private long[] nanos = new long[FIRST_TIMES];
        private int count;
        private final Map<Integer, Integer> statuses = new TreeMap<>();

        Lane(int number) throws IOException {
            this.number = number;
            this.connection = new HttpConnection(port);
        }

        @Override
        public void run() {
            for (int turn = 0; !stopped; turn++) {
                byte[] request = requests.next(number, turn);
                long start = System.nanoTime();
                int status = ask(request);
                if (status != 0 || !stopped) {
                    statuses.merge(status, 1, Integer::sum);
                }
                if (LoadResult.isGood(status)) {
                    nanos = count == nanos.length ? Arrays.copyOf(nanos, 2 * count) : nanos;
                    nanos[count++] = System.nanoTime() - start;
                }
            }
        }

        private int ask(byte[] request) {
            try {
                return connection.status(request);
            } catch (IOException e) {
                try {
                    connection.close();
                    if (!stopped) {
                        Thread.sleep(PAUSE_MILLIS);
                        connection = new HttpConnection(port);
                    }
                } catch (IOException again) {
                    // counted as broken; the next turn reconnects
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
                return 0;
            }
        }
    }

    private final int port;
    private final Requests requests;
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final long start;
    private volatile boolean stopped;

    private Load(int port, int connections, Requests requests) throws IOException {
        this.port = port;
        this.requests = requests;
        for (int i = 0; i < connections; i++) {
            lanes.add(new Lane(i));
        }
        start = System.nanoTime();
    }

    /** Connects and starts sending. */
    static Load start(int port, int connections, Requests requests) throws IOException {
        Load load = new Load(port, connections, requests);
        load.lanes.forEach(lane -> load.threads.add(Thread.startVirtualThread(lane)));
        return load;
    }

    /** Sends for this time, and waits for the last responses. */
    static LoadResult run(int port, int connections, Duration time, Requests requests) throws IOException,
            InterruptedException {
        Load load = start(port, connections, requests);
        Thread.sleep(time);
        return load.finish();
    }

    /** Stops sending and waits for pending answers. */
    LoadResult finish() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Map<Integer, Integer> statuses = new TreeMap<>();
        lanes.forEach(lane -> lane.statuses.forEach((status, count) -> statuses.merge(status, count, Integer::sum)));
        long[] nanos = lanes.stream().flatMapToLong(lane -> Arrays.stream(lane.nanos, 0, lane.count)).toArray();
        for (Lane lane : lanes) {
            close(lane);
        }
        return new LoadResult(seconds, nanos, statuses);
    }

    /** Ends all connections without waiting for answers. */
    LoadResult breakOff() throws InterruptedException {
        stopped = true;
        lanes.forEach(Load::close);
        return finish();
    }

    private static void close(Lane lane) {
        try {
            lane.connection.close();
        } catch (IOException e) {
            // the connection is closed in any case
        }
    }
}
