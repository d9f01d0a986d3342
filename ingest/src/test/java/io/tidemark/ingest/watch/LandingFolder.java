package io.tidemark.ingest.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.IngestControl;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.Sender;
import io.tidemark.ingest.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A folder in which deliveries land, the lake that they are taken into, and what the watch says meanwhile. */
final class LandingFolder {

    /** Settling for so long that only marked deliveries are taken. */
    static final Duration LONG = Duration.ofDays(1);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final int LOOKS = 4;
    private static final List<Duration> WAITS = List.of(Duration.ofMillis(50), Duration.ofMillis(100));
    static final String FARMERS = """
            farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on
            F01,Fjordfisk AS,G1,Fjordgruppen,premium,2024-01-01
            """;

    private final Path folder;
    private final Lake lake;
    private final WatchMessages said = new WatchMessages();
    /** Who delivers in which sub-folder, as the operator writes it; null for everybody everything. */
    private final @Nullable Senders senders;

    private int looseFiles;

    private LandingFolder(Path in, @Nullable Senders senders) throws IOException {
        folder = Files.createDirectories(in.resolve("landing"));
        lake = Lake.at(in.resolve("lake"));
        this.senders = senders;
    }

    /** An empty one, for everybody. */
    static LandingFolder in(Path folder) throws IOException {
        return new LandingFolder(folder, null);
    }

    /** An empty one, for these senders alone. */
    static LandingFolder in(Path folder, Senders senders) throws IOException {
        return new LandingFolder(folder, senders);
    }

    Path path() {
        return folder;
    }

    Lake lake() {
        return lake;
    }

    /** Writes a delivery that is not marked as complete. */
    Path deliver(String name, String farmers) throws IOException {
        Path file = folder.resolve(name).resolve("reference/farmers.csv");
        Files.createDirectories(file.getParent());
        Files.writeString(file, farmers);
        return folder.resolve(name);
    }

    /** Writes a delivery and its marker. */
    void deliverMarked(String name, String farmers) throws IOException {
        deliver(name, farmers);
        mark(name, ".done");
    }

    /** Says that a delivery is complete. */
    void mark(String name, String marker) throws IOException {
        Files.writeString(folder.resolve(name).resolve(marker), "");
    }

    /**
     * Puts folders into a delivery whose path is longer than the system allows, so that nobody can look into it, not
     * even root.
     */
    Closed close(String name) throws IOException {
        Path delivery = folder.resolve(name);
        String part = "d".repeat(250);
        run(delivery, "mkdir", "-p", String.join("/", Collections.nCopies(20, part)));
        return () -> run(delivery, "rm", "-rf", part);
    }

    /** A delivery that cannot be looked into, until it is opened. */
    @FunctionalInterface
    interface Closed extends AutoCloseable {
        void open() throws IOException;

        @Override
        default void close() throws IOException {
            open();
        }
    }

    private static void run(Path in, String... command) throws IOException {
        assertThat(new ProcessBuilder(command).directory(in.toFile()).inheritIO().start().onExit().join().exitValue())
                .isZero();
    }

    /** Lands a file that is no delivery: naming it, once, takes the watch this long. */
    void strayThatTakes(Duration time) throws IOException {
        Files.writeString(folder.resolve("stray.csv"), "");
        said.holdAtStrays(time);
    }

    IngestOptions options(Path delivery) {
        return new IngestOptions(delivery, lake, LocalDate.of(2026, 6, 30), false, 0.01).from(sender(delivery));
    }

    private Sender sender(Path delivery) {
        String name = delivery.getFileName().toString();
        return senders == null ? Sender.UNKNOWN
                : senders.of(name, false).orElse(Sender.refused("the sub-folder " + name + " is nobody's"));
    }

    /** The next message; "null" when there is none for long. */
    String next() throws InterruptedException {
        return String.valueOf(said.all().poll(5, TimeUnit.MINUTES));
    }

    /** The watch looks several times and says nothing else than that each time it finds a new loose file. */
    void nothingMore() throws InterruptedException, IOException {
        for (int i = 0; i < LOOKS; i++) {
            Path loose = Files.createFile(folder.resolve("loose-" + ++looseFiles));
            assertThat(next()).startsWith(loose.getFileName() + " is ignored: ");
            Files.delete(loose);
        }
    }

    /** The warnings of what was taken. */
    List<String> warnings() {
        return said.warnings();
    }

    /** Whether nothing has been said since the last message. */
    boolean isQuiet() {
        return said.all().isEmpty();
    }

    /** Options of a watch that looks often and waits little between tries. */
    static WatchOptions quick(Duration settle, Function<Path, IngestOptions> ingest, @Nullable PublishTime time,
            OptionalInt keep) {
        return new WatchOptions(settle, ingest, time, keep, WAITS, LOOK_EVERY);
    }

    /** Starts a watch that publishes each delivery. */
    Running watch(Duration settle) {
        return watch(quick(settle, this::options, null, OptionalInt.empty()));
    }

    /** Starts a watch that publishes once a day. */
    Running watch(Duration settle, PublishTime time) {
        return watch(quick(settle, this::options, time, OptionalInt.empty()));
    }

    Running watch(WatchOptions options) {
        return new Running(options);
    }

    /** The watch as such, not started. */
    DeliveryWatch unstarted(WatchOptions options, StopSignal stop) {
        return new DeliveryWatch(folder, lake, options, new IngestControl(Duration.ZERO, event -> { }, stop), said);
    }

    /** A watch on a thread of its own, until it is closed. */
    final class Running implements AutoCloseable {
        private final StopSignal stop = new StopSignal();
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final Future<?> end;

        private Running(WatchOptions options) {
            DeliveryWatch watch = unstarted(options, stop);
            end = thread.submit(() -> {
                watch.run();
                return null;
            });
        }

        @Override
        public void close() {
            stop.request();
            assertThat(end).succeedsWithin(Duration.ofMinutes(5));
            thread.close();
        }
    }
}
