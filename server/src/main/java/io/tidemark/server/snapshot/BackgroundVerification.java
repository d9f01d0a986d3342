package io.tidemark.server.snapshot;

import io.tidemark.data.history.JobRecord;
import io.tidemark.data.ledger.LedgerCopy;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.verify.DamagedFile;
import io.tidemark.data.verify.LakeScrub;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.part.Parts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads every file of the lake once a day, slowly, and compares it with its digest: a disk does not report lost bits by
 * itself. While files are damaged it looks at those again every minute, so that a repair is seen. Thread-safe.
 */
public final class BackgroundVerification implements AutoCloseable {

    /**
     * What it found last.
     *
     * @param at      when all files had been read; null before the first time
     * @param files   how many there were; 0 before the first time
     * @param damaged the damaged files
     */
    public record State(@Nullable Instant at, int files, List<DamagedFile> damaged) {

        /** Copies the list. */
        public State {
            damaged = List.copyOf(damaged);
        }

        /** When files were read, for people. */
        public String verified() {
            return at == null ? "not since the start" : at.toString();
        }

        /** How many files are damaged, without their names: health is open to all. */
        public String words() {
            return damaged.isEmpty() ? "none" : damaged.size() + (damaged.size() == 1 ? " file is" : " files are")
                    + " damaged; the log names them, tidemark snapshot repair repairs them";
        }
    }

    private static final System.Logger LOG = System.getLogger("io.tidemark.snapshot");
    private static final ZoneId NORWAY = ZoneId.of("Europe/Oslo");
    /** Short enough for a clock that is set, and for a repair. */
    private static final Duration LOOK = Duration.ofMinutes(1);

    private final Lake lake;
    private final LocalTime time;
    private final int megabytes;
    private final EventReceiver events;
    private final Clock clock;
    private final Duration look;
    private final Thread worker;
    private volatile State state = new State(null, 0, List.of());

    private BackgroundVerification(Lake lake, LocalTime time, int megabytes, EventReceiver events, Clock clock,
            Duration look) {
        this.lake = lake;
        this.time = time;
        this.megabytes = megabytes;
        this.events = events;
        this.clock = clock;
        this.look = look;
        this.worker = Thread.ofPlatform().name("verification").daemon().unstarted(this::work);
    }

    /** Begins. */
    public static void start(Parts parts) {
        ServerConfig.Verify config = parts.config().verify();
        if (config.at() != null) {
            parts.add(start(parts.config().opened(), config.at(), config.megabytesPerSecond(),
                    parts.get(EventReceiver.class), parts.clock(), LOOK));
        }
    }

    /**
     * Begins, and looks at damaged files again as often as that.
     *
     * @param time      when it reads, in Norway
     * @param megabytes how much it reads in a second at most
     */
    public static BackgroundVerification start(Lake lake, LocalTime time, int megabytes, EventReceiver events,
            Clock clock, Duration look) {
        BackgroundVerification verification = new BackgroundVerification(lake, time, megabytes, events, clock, look);
        verification.worker.start();
        return verification;
    }

    /** What it found last. */
    public State state() {
        return state;
    }

    private void work() {
        ReadPace pace = new ReadPace(megabytes);
        Instant next = next();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                Duration left = Duration.between(clock.instant(), next);
                if (left.isPositive()) {
                    Thread.sleep(left.compareTo(look) < 0 ? left : look);
                    lookAgain(pace);
                } else {
                    next = next();
                    read(pace);
                }
            } catch (InterruptedException | ReadPace.StoppedException e) {
                return;
            } catch (RuntimeException e) {
                // such as a mount that goes away meanwhile: the next night comes
                LOG.log(System.Logger.Level.ERROR, "the lake''s files cannot be verified: {0}", e.getMessage());
            }
        }
    }

    private Instant next() {
        ZonedDateTime now = clock.instant().atZone(NORWAY);
        ZonedDateTime today = now.with(time);
        return (today.isAfter(now) ? today : now.plusDays(1).with(time)).toInstant();
    }

    private void read(ReadPace pace) {
        long start = System.nanoTime();
        // such as after an upgrade, or a night when its disk was away
        int refilled = LedgerCopy.refill(lake);
        if (refilled > 0) {
            events.publish(new Event.CopyRefilled(Instant.now(), String.valueOf(lake.ledgerCopy().orElse(null)),
                    refilled));
        }
        LakeScrub scrub = LakeScrub.of(lake, pace);
        publish(scrub.damaged());
        int before = before();
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        JobRecord.write(lake, JobRecord.VERIFY, took, Integer.toString(scrub.files()));
        state = new State(clock.instant(), scrub.files(), scrub.damaged());
        events.publish(new Event.LakeVerified(Instant.now(), scrub.files(), before, scrub.bytes(),
                scrub.damaged().size(), took));
    }

    // also that of an earlier process
    private int before() {
        try {
            return JobRecord.of(lake, JobRecord.VERIFY).map(last -> Integer.parseInt(last.note())).orElse(0);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private void lookAgain(ReadPace pace) {
        State before = state;
        if (!before.damaged().isEmpty()) {
            List<DamagedFile> still = LakeScrub.again(lake, before.damaged(), pace);
            state = new State(before.at(), before.files(), still);
            if (still.stream().filter(DamagedFile::isRecord).count()
                    < before.damaged().stream().filter(DamagedFile::isRecord).count()) {
                // a manifest that is back names files that nobody has looked at
                read(pace);
                return;
            }
            if (still.isEmpty()) {
                LOG.log(System.Logger.Level.INFO, "the damaged files of the lake are repaired, or no snapshot needs "
                        + "them any more");
            }
        }
    }

    // each night anew: the log of a week ago may be gone
    private void publish(List<DamagedFile> damaged) {
        Set<String> published = new HashSet<>();
        for (DamagedFile one : damaged) {
            if (published.add(one.words())) {
                events.publish(new Event.FileDamaged(Instant.now(), one.file().path(), one.file().place(),
                        one.problem()));
            }
        }
    }

    @Override
    public void close() {
        worker.interrupt();
    }
}
