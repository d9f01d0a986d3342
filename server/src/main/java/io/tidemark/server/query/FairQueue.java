package io.tidemark.server.query;

import io.tidemark.server.http.ApiException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A fair queue for queries. It limits the running queries in total and per caller; the others wait, and callers take turns
 * regardless of their number of requests. Requests beyond the limits are refused. Thread-safe.
 */
public final class FairQueue {

    /**
     * The limits.
     * @param running       queries at once
     * @param waiting       requests that may wait for one
     * @param callerRunning queries at once of one caller
     * @param callerWaiting requests of one caller that may wait
     */
    public record Limits(int running, int waiting, int callerRunning, int callerWaiting) {}

    private static final int RETRY_SECONDS = 1;

    /** The right to run one query. */
    final class Permit implements AutoCloseable {
        private final String caller;
        private boolean runs = true;
        private boolean open = true;

        private Permit(String caller) {
            this.caller = caller;
        }

        /** The query is done, but its answer is still being sent: the caller's slot stays taken. */
        void ran() {
            synchronized (FairQueue.this) {
                if (runs) {
                    runs = false;
                    running--;
                    grant();
                }
            }
        }

        @Override
        public void close() {
            ran();
            synchronized (FairQueue.this) {
                if (open) {
                    open = false;
                    Turns turns = turnsOf(caller);
                    turns.taken--;
                    forget(caller, turns);
                    grant();
                }
            }
        }
    }

    /** One request's in the line. */
    private static final class Place {
        private final CompletableFuture<Permit> permit = new CompletableFuture<>();
    }

    /** One caller's. */
    private static final class Turns {
        private final Deque<Place> waiting = new ArrayDeque<>();
        private int taken;
        /** The number of its last turn; 0 before the first. */
        private long last;
    }

    private final Limits limits;
    /** In the order of their arrival. */
    private final Map<String, Turns> callers = new LinkedHashMap<>();
    private long turn;
    private int running;
    private int waiting;

    /** With these limits. */
    public FairQueue(Limits limits) {
        this.limits = limits;
    }

    /**
     * Waits for a permit.
     *
     * @param caller whose limits count
     * @throws ApiException.RateLimited  when the caller has too many requests waiting
     * @throws ApiException.Unavailable  when too many requests of all callers wait
     * @throws ApiException.QueryTimeout when the deadline passes
     * @throws ApiException.ClientGone   when the client goes away
     */
    Permit take(String caller, QueryWait request) {
        Place place = enqueue(caller);
        boolean given = false;
        try {
            Permit permit = request.await(place.permit);
            given = true;
            return permit;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a permit is given or waited for", e);
        } finally {
            if (!given) {
                leave(caller, place);
            }
        }
    }

    private synchronized Place enqueue(String caller) {
        Turns turns = turnsOf(caller);
        // runs at once if there is room
        boolean waits = running >= limits.running || turns.taken >= limits.callerRunning;
        if (waits && turns.waiting.size() >= limits.callerWaiting) {
            forget(caller, turns);
            throw new ApiException.RateLimited(RETRY_SECONDS);
        }
        if (waits && waiting >= limits.waiting) {
            forget(caller, turns);
            throw new ApiException.Unavailable("The server is busy; try again shortly", RETRY_SECONDS);
        }
        Place place = new Place();
        turns.waiting.addLast(place);
        waiting++;
        grant();
        return place;
    }

    private Turns turnsOf(String caller) {
        return callers.computeIfAbsent(caller, c -> new Turns());
    }

    private void forget(String caller, Turns turns) {
        if (turns.taken == 0 && turns.waiting.isEmpty()) {
            callers.remove(caller);
        }
    }

    private synchronized void leave(String caller, Place place) {
        Turns turns = turnsOf(caller);
        if (turns.waiting.remove(place)) {
            waiting--;
            forget(caller, turns);
        } else {
            // it was given just now
            place.permit.join().close();
        }
    }

    // with the lock held: the caller whose last turn is longest ago comes next
    private void grant() {
        while (running < limits.running) {
            Map.Entry<String, Turns> next = callers.entrySet().stream()
                    .filter(each -> !each.getValue().waiting.isEmpty() && each.getValue().taken < limits.callerRunning)
                    .min(Comparator.comparingLong(each -> each.getValue().last)).orElse(null);
            if (next == null) {
                return;
            }
            Turns turns = next.getValue();
            Place place = turns.waiting.removeFirst();
            waiting--;
            running++;
            turns.taken++;
            turns.last = ++turn;
            place.permit.complete(new Permit(next.getKey()));
        }
    }

    /** Queries that run. */
    public synchronized int running() {
        return running;
    }

    /** Requests that wait. */
    public synchronized int waiting() {
        return waiting;
    }

    /** Callers with running or waiting queries, with their number. */
    public synchronized Map<String, Integer> callers() {
        Map<String, Integer> counts = new HashMap<>();
        callers.forEach((caller, turns) -> counts.put(caller, turns.taken + turns.waiting.size()));
        return counts;
    }
}
