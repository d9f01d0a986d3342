package io.tidemark.server.admin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.part.Parts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
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
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("time", query.time().toString());
            fields.put("account_id", query.caller());
            fields.put("route", query.route());
            fields.put("format", query.format());
            fields.put("end", query.end().name().toLowerCase(Locale.ROOT));
            fields.put("waited_ms", query.times().waited().toMillis());
            fields.put("prepared_ms", query.times().prepared().toMillis());
            fields.put("ran_ms", query.times().ran().toMillis());
            fields.put("rows", query.rows());
            fields.put("bytes", query.bytes());
            fields.put("values", slow.values());
            fields.put("plan", slow.plan().length() > MAX_PLAN ? slow.plan().substring(0, MAX_PLAN) : slow.plan());
            add(fields);
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
