package io.tidemark.server.audit;

import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.event.DataAccess;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes who asked what, one line of JSON for each answered request. Refused requests are counted in a log of their
 * own, so that no flood of them rotates answered ones away: a line for each caller, status and minute, with the fields
 * of the last request. A separate thread writes, so that no request waits for the disk or fails because of it. If the
 * disk cannot be written, lines wait in memory; if too many wait, further ones are lost and counted. The program's log
 * reports both once. Thread-safe.
 */
public final class DataAccessLog implements EventReceiver, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(DataAccessLog.class.getName());
    /** The queue's limit, some 10 MB. */
    private static final int MAX_WAITING = 20_000;
    private static final int AT_ONCE = 500;
    private static final long LOOK_MILLIS = 200;
    private static final long RETRY_MILLIS = 500;
    private static final long LAST_LINES_MILLIS = 5_000;
    private static final int FIRST_REFUSAL = 400;
    /** Size of a file before it is compressed: a search holds one in memory. */
    private static final long FILE_BYTES = 10_000_000;
    private static final long MEGABYTE = 1_000_000;

    private final LogFiles files;
    private final Clock clock;
    private final RollingLog answered;
    private final RollingLog refused;
    private final BlockingQueue<String> waiting;
    private final ConcurrentMap<Refusal, Tally> refusals = new ConcurrentHashMap<>();
    private final AtomicLong lost = new AtomicLong();
    private final Thread writer;
    private volatile boolean stopped;
    private volatile @Nullable String problem;
    /** Number of lost lines already reported in the program's log; used by the writer only. */
    private long reported;

    /** The refusals of one line: those of a caller with a status, since the last minute ended. */
    private record Refusal(String accountId, int status, boolean looks) {}

    private record Tally(Event.DataAccessed last, int count) {}

    /**
     * The state of the log.
     *
     * @param problem   reason why it cannot be written now; null if it can
     * @param lostLines number of lost lines since the start
     * @param share     share of the maximum size that the rotated files take
     */
    public record State(@Nullable String problem, long lostLines, double share) {}

    /**
     * Opens the log in a folder and starts writing.
     *
     * @throws IOException if it cannot be written
     */
    static DataAccessLog open(Path folder, GuardConfig.Accesses config, Clock clock) throws IOException {
        long all = config.megabytes() * MEGABYTE;
        return open(folder, new RollingLog.Limits(FILE_BYTES, all, config.keepDays()), clock, MAX_WAITING);
    }

    static DataAccessLog open(Path folder, RollingLog.Limits limits, Clock clock, int mostWaiting) throws IOException {
        DataAccessLog log = new DataAccessLog(folder, limits, clock, mostWaiting);
        log.answered.append(new ArrayDeque<>());
        log.refused.append(new ArrayDeque<>());
        log.writer.start();
        return log;
    }

    private DataAccessLog(Path folder, RollingLog.Limits limits, Clock clock, int mostWaiting) {
        this.files = files(folder).getFirst();
        this.clock = clock;
        this.answered = new RollingLog(files, limits, clock);
        this.refused = new RollingLog(files(folder).getLast(), limits, clock);
        this.waiting = new ArrayBlockingQueue<>(mostWaiting);
        this.writer = Thread.ofPlatform().name("data-access").daemon().unstarted(this::write);
    }

    /** The files in a folder: of answered requests, and of refused ones. */
    static List<LogFiles> files(Path folder) {
        Path absolute = folder.toAbsolutePath();
        return List.of(new LogFiles(absolute, "data-access"), new LogFiles(absolute, "data-refused"));
    }

    @Override
    public void publish(Event event) {
        if (!(event instanceof Event.DataAccessed accessed)) {
            return;
        }
        if (accessed.status() >= FIRST_REFUSAL) {
            refusals.compute(new Refusal(accessed.access().accountId(), accessed.status(), accessed.access().looks()),
                    (_, before) -> new Tally(accessed, before == null ? 1 : before.count() + 1));
        } else if (!waiting.offer(line(accessed, accessed.time(), 1))) {
            lost.incrementAndGet();
        }
    }

    private static String line(Event.DataAccessed accessed, Instant time, int count) {
        DataAccess access = accessed.access();
        Map<String, @Nullable Object> fields = Json.object("time", time.toString(), "account_id", access.accountId(),
                "farmer_id", access.farmerId());
        if (access.looks()) {
            fields.put("looks", true);
        }
        fields.put("address", accessed.origin().address());
        fields.put("request_id", accessed.origin().requestId());
        fields.put("method", accessed.method());
        fields.put("route", access.route());
        Map<String, @Nullable Object> values = new TreeMap<>();
        access.values().forEach((name, value) -> values.put(name, plain(value)));
        fields.put("values", values);
        fields.put("snapshot_id", access.snapshotId());
        fields.put("status", accessed.status());
        fields.put("count", count);
        fields.put("rows", access.rows());
        fields.put("bytes", access.bytes());
        return new String(Json.bytes(fields), StandardCharsets.UTF_8);
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Number number -> number;
            case Boolean truth -> truth;
            case List<?> list -> list.stream().map(item -> item instanceof Number ? item : String.valueOf(item))
                    .toList();
            default -> value.toString();
        };
    }

    private void write() {
        Queue<String> answers = new ArrayDeque<>();
        Queue<String> counts = new ArrayDeque<>();
        Instant minute = minute();
        try {
            boolean last = false;
            while (!last) {
                // once stopped, one more round has all that was published before
                last = stopped;
                String first = waiting.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    answers.add(first);
                    waiting.drainTo(answers, last ? MAX_WAITING : AT_ONCE - 1);
                }
                boolean ended = last || !minute.equals(minute());
                if (ended) {
                    minute = minute();
                    count(counts);
                }
                if (ended || !answers.isEmpty()) {
                    write(answers, counts);
                }
                tellLost();
            }
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.ERROR, "the log of data accesses is no longer written: its thread was "
                    + "interrupted");
        }
    }

    private Instant minute() {
        return clock.instant().truncatedTo(ChronoUnit.MINUTES);
    }

    // the time of a line is that of its writing: it comes after every line that a reader has seen
    private void count(Queue<String> lines) {
        Instant now = clock.instant();
        for (Refusal each : refusals.keySet()) {
            Tally tally = refusals.remove(each);
            if (tally != null) {
                lines.add(line(tally.last(), now, tally.count()));
            }
        }
    }

    /** Retries until it succeeds; meanwhile further lines wait in the queue, and refusals are counted on. */
    private void write(Queue<String> answers, Queue<String> counts) throws InterruptedException {
        while (true) {
            try {
                answered.append(answers);
                refused.append(counts);
                if (problem != null) {
                    problem = null;
                    LOG.log(System.Logger.Level.WARNING, "the log of data accesses is written again");
                }
                return;
            } catch (IOException | RuntimeException e) {
                String said = files.log() + ": " + e;
                if (problem == null) {
                    LOG.log(System.Logger.Level.ERROR, "the log of data accesses cannot be written; its lines are kept "
                            + "in memory, and are lost if there are too many: "
                            + said);
                }
                problem = said;
            }
            if (stopped) {
                lost.addAndGet(answers.size() + counts.size() + waiting.size());
                answers.clear();
                counts.clear();
                waiting.clear();
                return;
            }
            Thread.sleep(RETRY_MILLIS);
        }
    }

    // reports losses once the disk can be written again: until then their number grows with each request
    private void tellLost() {
        long now = lost.get();
        if (now > reported) {
            LOG.log(System.Logger.Level.ERROR, "the log of data accesses has lost " + (now - reported) + " lines");
            reported = now;
        }
    }

    /** The state of the log. */
    public State state() {
        return new State(problem, lost.get(), Math.max(answered.share(), refused.share()));
    }

    /** Writes the waiting lines and counts, for a few seconds at most. */
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
