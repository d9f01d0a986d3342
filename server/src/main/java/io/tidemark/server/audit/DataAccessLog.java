package io.tidemark.server.audit;

import io.tidemark.server.event.DataAccess;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes each caller's data accesses to a separate log, one line of JSON each. A separate thread writes, so that no request waits for the disk or
 * fails because of it. If the disk cannot be written, lines wait in memory; if too many wait, further ones are lost and counted. The program's log
 * reports both once. Thread-safe.
 */
public final class DataAccessLog implements EventReceiver, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(DataAccessLog.class.getName());
    /** The queue's limit, some 10 MB. */
    private static final int MOST_WAITING = 20_000;
    private static final int AT_ONCE = 500;
    private static final long LOOK_MILLIS = 200;
    private static final long RETRY_MILLIS = 500;
    private static final long LAST_LINES_MILLIS = 5_000;

    private final AuditFile file;
    private final BlockingQueue<byte[]> waiting;
    private final AtomicLong lost = new AtomicLong();
    private final Thread writer;
    private volatile boolean stopped;
    private volatile @Nullable String problem;
    /** Number of lost lines already reported in the program's log; used by the writer only. */
    private long told;

    /**
     * The state of the log.
     *
     * @param problem   reason why it cannot be written now; null if it can
     * @param lostLines number of lost lines since the start
     */
    public record State(@Nullable String problem, long lostLines) {}

    /** Starts writing to a log. */
    public DataAccessLog(AuditFile file) {
        this(file, MOST_WAITING);
    }

    DataAccessLog(AuditFile file, int mostWaiting) {
        this.file = file;
        this.waiting = new ArrayBlockingQueue<>(mostWaiting);
        this.writer = Thread.ofPlatform().name("data-access").daemon().start(this::write);
    }

    @Override
    public void publish(Event event) {
        if (event instanceof Event.DataAccessed accessed && !waiting.offer(line(accessed))) {
            lost.incrementAndGet();
        }
    }

    private static byte[] line(Event.DataAccessed accessed) {
        DataAccess access = accessed.access();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("time", accessed.time().toString());
        fields.put("account_id", access.accountId());
        fields.put("farmer_id", access.farmerId());
        fields.put("address", accessed.origin().address());
        fields.put("request_id", accessed.origin().requestId());
        fields.put("method", accessed.method());
        fields.put("route", access.route());
        Map<String, @Nullable Object> values = new TreeMap<>();
        access.values().forEach((name, value) -> values.put(name, plain(value)));
        fields.put("values", values);
        fields.put("snapshot_id", access.snapshotId());
        fields.put("status", accessed.status());
        fields.put("rows", access.rows());
        fields.put("bytes", access.bytes());
        return Json.bytes(fields);
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Number number -> number;
            case Boolean truth -> truth;
            case List<?> list -> list.stream().map(item -> item instanceof Number ? item : String.valueOf(item)).toList();
            default -> value.toString();
        };
    }

    private void write() {
        try {
            while (!stopped || !waiting.isEmpty()) {
                byte[] first = waiting.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    List<byte[]> lines = new ArrayList<>(List.of(first));
                    waiting.drainTo(lines, AT_ONCE - 1);
                    write(lines);
                }
                tellLost();
            }
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.ERROR, "the log of data accesses is no longer written: its thread was interrupted");
        }
    }

    /** Retries until it succeeds; meanwhile further lines wait in the queue. */
    private void write(List<byte[]> lines) throws InterruptedException {
        byte[] together = joined(lines);
        while (true) {
            try {
                file.append(together);
                if (problem != null) {
                    problem = null;
                    LOG.log(System.Logger.Level.WARNING, "the log of data accesses is written again");
                }
                return;
            } catch (IOException | RuntimeException e) {
                String said = file.path() + ": " + e;
                if (problem == null) {
                    LOG.log(System.Logger.Level.ERROR, "the log of data accesses cannot be written; its lines wait in memory, and are lost when "
                            + "too many wait: "
                            + said);
                }
                problem = said;
            }
            if (stopped) {
                lost.addAndGet(lines.size() + waiting.size());
                waiting.clear();
                return;
            }
            Thread.sleep(RETRY_MILLIS);
        }
    }

    private static byte[] joined(List<byte[]> lines) {
        ByteArrayOutputStream together = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            if (together.size() > 0) {
                together.write('\n');
            }
            together.writeBytes(line);
        }
        return together.toByteArray();
    }

    // reports losses once the disk can be written again: until then their number grows with each request
    private void tellLost() {
        long now = lost.get();
        if (now > told) {
            LOG.log(System.Logger.Level.ERROR, "the log of data accesses has lost " + (now - told) + " lines");
            told = now;
        }
    }

    /** The state of the log: whether lines can be written, and the number of lost ones since the start. */
    public State state() {
        return new State(problem, lost.get());
    }

    /** Writes the waiting lines, for a few seconds at most. */
    @Override
    public void close() {
        stopped = true;
        try {
            writer.join(LAST_LINES_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
