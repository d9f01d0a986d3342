package io.tidemark.server.admin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.Json;
import io.tidemark.server.part.Parts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The slow queries since the server started, the newest {@value #MAX} of them. Thread-safe. */
public final class SlowQueries implements EventReceiver {

    private static final int MAX = 100;
    private static final int MAX_PLAN = 20_000;

    @GuardedBy("this") private final Deque<Map<String, Object>> newest = new ArrayDeque<>();

    /** Starts to listen. */
    public static void start(Parts parts) {
        parts.add(new SlowQueries());
    }

    @Override
    public void publish(Event event) {
        Event.SlowQuery slow = event instanceof Event.QueryRan ran ? ran.slow() : null;
        if (event instanceof Event.QueryRan query && slow != null) {
            add(Json.object("time", query.time().toString(), "account_id", query.caller(),
                    "route", query.route(), "format", query.format(),
                    "end", query.end().name().toLowerCase(Locale.ROOT), "waited_ms", query.times().waited().toMillis(),
                    "prepared_ms", query.times().prepared().toMillis(), "ran_ms", query.times().ran().toMillis(),
                    "rows", query.rows(), "bytes", query.bytes(), "values", slow.values(),
                    "plan", slow.plan().length() > MAX_PLAN ? slow.plan().substring(0, MAX_PLAN) : slow.plan()));
        }
    }

    private synchronized void add(Map<String, Object> fields) {
        newest.addFirst(fields);
        if (newest.size() > MAX) {
            newest.removeLast();
        }
    }

    /** The slow queries, newest first. */
    synchronized List<Map<String, Object>> list() {
        return new ArrayList<>(newest);
    }
}
