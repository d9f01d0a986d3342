package io.tidemark.server.query;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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
 * A fair queue for queries. It limits the running queries in total and per caller. Other requests wait, and callers
 * take turns regardless of their number of requests. It refuses requests above the limits. Background work comes last,
 * but is not passed over for ever. Thread-safe.
 */
public final class FairQueue {

    /**
     * The limits.
     * @param running       maximum number of running queries
     * @param waiting       maximum number of waiting requests
     * @param callerRunning maximum number of running queries of one caller
     * @param callerWaiting maximum number of waiting requests of one caller
     */
    public record Limits(int running, int waiting, int callerRunning, int callerWaiting) {}

    /**
     * The caller of background work: it gets a turn when nobody else waits, and at the latest after {@value #PASSED}
     * turns of others. One query of it runs at a time, so that others need not wait for a long one.
     */
    static final String BACKGROUND = "(background)";
    private static final int PASSED = 20;
    private static final int RETRY_SECONDS = 1;

    /** The right to run one query. */
    final class Permit implements AutoCloseable {
        private final String caller;
        @GuardedBy("FairQueue.this") private boolean runs = true;
        @GuardedBy("FairQueue.this") private boolean open = true;

        private Permit(String caller) {
            this.caller = caller;
        }

        /** Releases the running query's slot. The caller's own slot stays taken while its answer is being sent. */
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

    /** The place of a request in the queue. */
    private static final class Place {
        private final CompletableFuture<Permit> permit = new CompletableFuture<>();
        /** The number of turns when it came. */
        private final long came;

        private Place(long came) {
            this.came = came;
        }
    }

    /** The waiting and running requests of a caller. */
    private static final class Turns {
        private final Deque<Place> waiting = new ArrayDeque<>();
        private int taken;
        /** The number of the caller's last turn; 0 before the first. */
        private long last;
    }

    private final Limits limits;
    /** The callers in order of arrival. */
    @GuardedBy("this") private final Map<String, Turns> callers = new LinkedHashMap<>();
    @GuardedBy("this") private long turn;
    @GuardedBy("this") private int running;
    @GuardedBy("this") private int waiting;

    /** Creates a queue with these limits. */
    public FairQueue(Limits limits) {
        this.limits = limits;
    }

    /**
     * Waits for a permit.
     *
     * @param caller the caller whose limits apply
     * @throws ApiException.RateLimited  if the caller has too many waiting requests
     * @throws ApiException.Unavailable  if too many requests of all callers wait
     * @throws ApiException.QueryTimeout if the deadline passes
     * @throws ApiException.ClientGone   if the client disconnects
     */
    Permit take(String caller, QueryWait wait) {
        Place place = enqueue(caller);
        boolean given = false;
        try {
            Permit permit = wait.await(place.permit);
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
        // runs at once if a slot is free
        boolean waits = running >= limits.running || turns.taken >= atOnce(caller);
        if (waits && turns.waiting.size() >= limits.callerWaiting) {
            forget(caller, turns);
            throw new ApiException.RateLimited(RETRY_SECONDS);
        }
        if (waits && waiting >= limits.waiting) {
            forget(caller, turns);
            throw new ApiException.Unavailable("The server is busy; try again shortly", RETRY_SECONDS);
        }
        Place place = new Place(turn);
        turns.waiting.addLast(place);
        waiting++;
        grant();
        return place;
    }

    @GuardedBy("this") private Turns turnsOf(String caller) {
        return callers.computeIfAbsent(caller, c -> new Turns());
    }

    @GuardedBy("this") private void forget(String caller, Turns turns) {
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
            // the permit was granted just now
            place.permit.join().close();
        }
    }

    // the caller with the oldest last turn comes next
    @GuardedBy("this") private void grant() {
        while (running < limits.running) {
            long now = turn;
            Map.Entry<String, Turns> next = callers.entrySet().stream()
                    .filter(each -> !each.getValue().waiting.isEmpty() && each.getValue().taken < atOnce(each.getKey()))
                    .min(Comparator.comparingLong(each -> priority(each.getKey(), each.getValue(), now))).orElse(null);
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

    private int atOnce(String caller) {
        return caller.equals(BACKGROUND) ? 1 : limits.callerRunning;
    }

    private static long priority(String caller, Turns turns, long now) {
        if (!caller.equals(BACKGROUND)) {
            return turns.last;
        }
        return now - turns.waiting.getFirst().came < PASSED ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /** The number of running queries. */
    public synchronized int running() {
        return running;
    }

    /** The number of waiting requests. */
    public synchronized int waiting() {
        return waiting;
    }

    /** The callers with running or waiting queries, and the number of these. */
    public synchronized Map<String, Integer> callers() {
        Map<String, Integer> counts = new HashMap<>();
        callers.forEach((caller, turns) -> counts.put(caller, turns.taken + turns.waiting.size()));
        return counts;
    }
}
