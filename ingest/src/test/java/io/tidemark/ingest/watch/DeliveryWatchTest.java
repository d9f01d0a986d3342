package io.tidemark.ingest.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.IngestConduct;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestReport;
import io.tidemark.ingest.Sender;
import io.tidemark.ingest.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Deliveries that land in a folder are taken once each, in order, when they are complete. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT) // they mostly wait
class DeliveryWatchTest {

    private static final Duration LONG = Duration.ofDays(1);
    private static final List<Duration> WAITS = List.of(Duration.ofMillis(50), Duration.ofMillis(100));
    private static final String FARMERS = """
            farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on
            F01,Fjordfisk AS,G1,Fjordgruppen,premium,2024-01-01
            """;

    @TempDir
    private Path folder;
    private Path landing;
    private Lake lake;

    /** The messages of the watch, in order. */
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    private final class Said implements WatchListener {
        @Override
        public void taking(String delivery) {}

        @Override
        public void taken(String delivery, IngestReport report) {
            said.add(delivery + " " + report.outcome());
        }

        @Override
        public void checked(String delivery, IngestReport report) {
            said.add(delivery + " tried: " + report.outcome());
        }

        @Override
        public void failed(String delivery, String reason, Duration wait) {
            said.add(delivery + " failed: " + reason);
        }

        @Override
        public void setAside(String delivery, String reason) {
            said.add(delivery + " set aside: " + reason);
        }

        @Override
        public void rolledBack(String delivery, String snapshot) {
            said.add(delivery + " rolled back");
        }

        @Override
        public void stray(String message) {
            said.add(message);
        }

        @Override
        public void pruned(Pruning pruning) {
            said.add("pruned " + pruning.removed().size());
        }

        @Override
        public void postponed(String delivery, LakeInUseException reason) {
            said.add(delivery + " postponed");
        }
    }

    @BeforeEach
    void start() throws IOException {
        landing = Files.createDirectories(folder.resolve("landing"));
        lake = Lake.at(folder.resolve("lake"));
    }

    /** Who delivers in which sub-folder, as the operator writes it; none for everybody everything. */
    private @Nullable Senders senders;

    private Sender sender(Path delivery) {
        String name = delivery.getFileName().toString();
        return senders == null ? Sender.UNKNOWN
                : senders.of(name, false).orElse(Sender.refused("the sub-folder " + name + " is nobody's"));
    }

    private final class Running implements AutoCloseable {
        private final StopSignal stop = new StopSignal();
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final Future<?> end;

        private Running(Duration settle) {
            this(settle, null);
        }

        private Running(Duration settle, @Nullable PublishTime publishTime) {
            this(new WatchOptions(settle, delivery -> options(delivery), publishTime, OptionalInt.empty(), WAITS));
        }

        private Running(WatchOptions options) {
            DeliveryWatch watch = new DeliveryWatch(landing, lake, options, new IngestConduct(Duration.ZERO, event -> { }, stop),
                    new Said());
            end = thread.submit(() -> {
                watch.run();
                return null;
            });
        }

        @Override
        public void close() {
            stop.request();
            assertThat(end).succeedsWithin(Duration.ofSeconds(20));
            thread.close();
        }
    }

    private IngestOptions options(Path delivery) {
        return new IngestOptions(delivery, lake, LocalDate.of(2026, 6, 30), false, 0.01).from(sender(delivery));
    }

    private Path deliver(String name, String farmers) throws IOException {
        Path file = landing.resolve(name).resolve("reference/farmers.csv");
        Files.createDirectories(file.getParent());
        Files.writeString(file, farmers);
        return landing.resolve(name);
    }

    private void mark(Path delivery, String marker) throws IOException {
        Files.writeString(delivery.resolve(marker), "");
    }

    private String next() throws InterruptedException {
        return String.valueOf(said.poll(20, TimeUnit.SECONDS));
    }

    private void nothingMore() throws InterruptedException {
        assertThat(said.poll(2500, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void markedOnesAreTakenInOrderOfNameAndARejectedOneDoesNotStopIt() throws Exception {
        mark(deliver("2026-01-03", FARMERS), ".done");
        mark(deliver("2026-01-02", "no such,columns\n1,2\n"), "_SUCCESS");
        mark(deliver("2026-01-01", FARMERS.replace("Fjordfisk", "Vestfisk")), ".done");
        deliver("2026-01-00-unmarked", FARMERS);
        try (Running _ = new Running(LONG)) {
            assertThat(next()).isEqualTo("2026-01-01 PUBLISHED");
            assertThat(next()).isEqualTo("2026-01-02 REJECTED");
            assertThat(next()).isEqualTo("2026-01-03 PUBLISHED");
            nothingMore();
            // one that lands later
            mark(deliver("2026-01-04", FARMERS), ".done");
            assertThat(next()).isEqualTo("2026-01-04 NOTHING_NEW");
        }
        // a new watch knows what was taken, a rejected one too; what looks different is taken again
        mark(deliver("2026-01-02", FARMERS.replace("Fjordfisk", "Nordfisk")), "_SUCCESS");
        try (Running _ = new Running(LONG)) {
            assertThat(next()).isEqualTo("2026-01-02 PUBLISHED");
            nothingMore();
        }
    }

    @Test
    void aSendersFolderBringsWhatTheOperatorSaysAlone() throws Exception {
        Path file = folder.resolve("senders.yaml");
        Files.writeString(file, "\"registry-*\": [reference, authority]\nfjordfisk: [farmers/F01]\n");
        senders = Senders.read(file);
        mark(deliver("fjordfisk", FARMERS), ".done");
        mark(deliver("havlaks", FARMERS), ".done");
        mark(deliver("registry-3", FARMERS), ".done");
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere/reference"));
        Files.writeString(elsewhere.resolve("farmers.csv"), FARMERS);
        Files.createSymbolicLink(landing.resolve("registry-4"), elsewhere.getParent());
        try (Running _ = new Running(Duration.ZERO)) {
            assertThat(next()).isEqualTo("registry-4 is ignored: it is a link, and links are not followed");
            assertThat(next()).isEqualTo("fjordfisk REJECTED");
            assertThat(next()).isEqualTo("havlaks REJECTED");
            assertThat(next()).isEqualTo("registry-3 PUBLISHED");
            nothingMore();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            havlaks: farmers/F07       | havlaks needs a list of what it may deliver, such as [farmers/F07]
            havlaks: []                | havlaks needs a list of what it may deliver
            havlaks: [farmers/F07/old] | havlaks: 'farmers/F07/old' is no part of a delivery
            h*s: [authority]           | 'h*s' must be the name of a sub-folder, or its beginning and *
            [authority]                | must hold lines such as havlaks: [farmers/F07]
            a: [b                      | is not readable as YAML
            """)
    void aFileOfSendersSaysWhatIsWrongWithIt(String text, String fault) throws IOException {
        Path file = Files.writeString(folder.resolve("senders.yaml"), text);
        assertThatThrownBy(() -> Senders.read(file)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(fault);
    }

    @Test
    void anUnmarkedOneIsTakenWhenItHasSettled() throws Exception {
        Path delivery = deliver("upload", FARMERS);
        try (Running _ = new Running(Duration.ofSeconds(3))) {
            for (int i = 0; i < 8; i++) {
                Thread.sleep(500);
                Files.writeString(delivery.resolve("reference/farmers.csv"), FARMERS + "\n".repeat(i));
            }
            assertThat(said).as("it was still being written").isEmpty();
            assertThat(next()).isEqualTo("upload PUBLISHED");
        }
    }

    @Test
    void anOldMarkerSaysNothingOfNewFiles() throws Exception {
        Path delivery = deliver("again", FARMERS);
        mark(delivery, ".done");
        Files.setLastModifiedTime(delivery.resolve(".done"), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        try (Running _ = new Running(LONG)) {
            nothingMore();
            mark(delivery, ".done");
            assertThat(next()).isEqualTo("again PUBLISHED");
        }
    }

    @Test
    void whileAnotherWritesItWaitsForItsTurn() throws Exception {
        mark(deliver("one", FARMERS), ".done");
        LakeLock other = lake.lock();
        try (Running _ = new Running(LONG)) {
            assertThat(next()).isEqualTo("one postponed");
            other.close();
            String said = next();
            while (said.endsWith("postponed")) {
                said = next();
            }
            assertThat(said).isEqualTo("one PUBLISHED");
        }
    }

    /** A clock in Norway that a test moves. */
    private static final class Moved extends Clock {
        private volatile Instant now;

        Moved(String instant) {
            now = Instant.parse(instant);
        }

        void to(String instant) {
            now = Instant.parse(instant);
        }

        @Override
        public ZoneId getZone() {
            return ZoneId.of("Europe/Oslo");
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    // 05:00 in Norway is 03:00 UTC in summer
    @Test
    void withATimeOfPublishingTheyAreTriedAtOnceAndTakenTogether() throws Exception {
        Moved clock = new Moved("2026-06-29T20:00:00Z");
        PublishTime time = new PublishTime(LocalTime.of(5, 0), clock);
        mark(deliver("a", FARMERS), ".done");
        mark(deliver("b", FARMERS.replace("Fjordfisk", "Nordfisk")), ".done");
        try (Running _ = new Running(LONG, time)) {
            assertThat(next()).isEqualTo("a tried: DRY_RUN");
            assertThat(next()).isEqualTo("b tried: DRY_RUN");
            nothingMore();
            assertThat(lake.list()).isEmpty();

            clock.to("2026-06-30T02:59:59Z");
            nothingMore();
            clock.to("2026-06-30T03:00:00Z");
            assertThat(next()).isEqualTo("a PUBLISHED");
            assertThat(next()).isEqualTo("b PUBLISHED");
            assertThat(lake.list()).containsExactly(lake.currentId().orElseThrow());

            mark(deliver("c", "no such,columns\n1,2\n"), ".done");
            mark(deliver("d", FARMERS.replace("Fjordfisk", "Vestfisk")), ".done");
            assertThat(next()).isEqualTo("c tried: REJECTED");
            assertThat(next()).isEqualTo("d tried: DRY_RUN");
            nothingMore();
        }
        // the time passes while no watch runs
        clock.to("2026-07-01T09:00:00Z");
        try (Running _ = new Running(LONG, time)) {
            assertThat(next()).isEqualTo("c REJECTED");
            assertThat(next()).isEqualTo("d PUBLISHED");
            nothingMore();
        }
        assertThat(lake.list()).hasSize(2);
        assertThat(lake.current().orElseThrow().manifest().parent()).isEqualTo(lake.list().getFirst().text());
    }

    // as when a time server corrects a clock that was years ahead
    @Test
    void aClockThatIsSetBackDelaysAPublishingToTheNextTimeAtMost() throws Exception {
        Moved clock = new Moved("2026-06-29T20:00:00Z");
        PublishTime time = new PublishTime(LocalTime.of(5, 0), clock);
        mark(deliver("a", FARMERS), ".done");
        try (Running _ = new Running(LONG, time)) {
            assertThat(next()).isEqualTo("a tried: DRY_RUN");
            clock.to("2036-06-30T02:00:00Z");
            assertThat(next()).isEqualTo("a PUBLISHED");
            clock.to("2026-06-30T01:00:00Z");
            mark(deliver("b", FARMERS.replace("Fjordfisk", "Nordfisk")), ".done");
            assertThat(next()).isEqualTo("b tried: DRY_RUN");
            nothingMore();
            clock.to("2026-06-30T03:00:00Z");
            assertThat(next()).isEqualTo("b PUBLISHED");
        }
    }

    // it must be unchanged for a while, which the watch can only observe after it has started
    @Test
    void aWatchThatCatchesUpTakesWhatIsUnmarkedToo() throws Exception {
        Moved clock = new Moved("2026-06-29T20:00:00Z");
        PublishTime time = new PublishTime(LocalTime.of(5, 0), clock);
        try (Running _ = new Running(Duration.ofSeconds(2), time)) {
            nothingMore();
        }
        deliver("unmarked", FARMERS);
        clock.to("2026-06-30T08:00:00Z");
        try (Running _ = new Running(Duration.ofSeconds(2), time)) {
            assertThat(next()).isEqualTo("unmarked PUBLISHED");
        }
    }

    // an unreadable mapping represents all failures that are not the delivery's fault
    private IngestOptions withBadSystem(Path delivery) {
        IngestOptions usual = options(delivery);
        return delivery.endsWith("bad") ? new IngestOptions(delivery, lake, usual.today(), false, 0.01, folder.resolve("systems"),
                PrivacyChange.NONE) : usual;
    }

    private void breakSystem() throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("systems/pens")).resolve("sources.yaml"), "nothing of use");
    }

    private void deliverExport(String name) throws IOException {
        Path export = Files.createDirectories(deliver(name, FARMERS).resolve("farmers/F01/pens/100"));
        Files.writeString(export.resolve("a.csv"), "a,b\n1,2\n");
        mark(landing.resolve(name), ".done");
    }

    @Test
    void whatCannotBeTakenInIsSetAsideAfterThreeTriesAndTheNextGoesOn() throws Exception {
        breakSystem();
        deliverExport("bad");
        mark(deliver("good", FARMERS), ".done");
        try (Running _ = new Running(new WatchOptions(LONG, this::withBadSystem, null, OptionalInt.empty(), WAITS))) {
            assertThat(next()).startsWith("bad failed: ");
            assertThat(next()).isEqualTo("good PUBLISHED");
            assertThat(next()).startsWith("bad failed: ");
            assertThat(next()).startsWith("bad set aside: ").contains("pens/sources.yaml");
            nothingMore();
            deliver("bad", FARMERS + "F02,Nordfisk AS,G2,Nordgruppen,premium,2024-01-01\n");
            mark(landing.resolve("bad"), ".done");
            assertThat(next()).startsWith("bad failed: ");
        }
    }

    @Test
    void aDeliveryThatIsSetAsideDoesNotKeepTheOthersFromBeingPublishedTogether() throws Exception {
        Moved clock = new Moved("2026-06-29T20:00:00Z");
        PublishTime time = new PublishTime(LocalTime.of(5, 0), clock);
        breakSystem();
        WatchOptions options = new WatchOptions(LONG, this::withBadSystem, time, OptionalInt.of(1), WAITS);
        try (Running _ = new Running(options)) {
            nothingMore();
            mark(deliver("a", FARMERS), ".done");
            assertThat(next()).isEqualTo("a tried: DRY_RUN");
            clock.to("2026-06-30T02:00:00Z");
        }
        deliverExport("bad");
        clock.to("2026-06-30T03:00:00Z");
        try (Running _ = new Running(options)) {
            assertThat(next()).startsWith("bad failed: ");
            assertThat(next()).startsWith("bad failed: ");
            assertThat(next()).startsWith("bad set aside: ");
            assertThat(next()).isEqualTo("a PUBLISHED");
            assertThat(next()).isEqualTo("pruned 0");
            nothingMore();
        }
    }

    @Test
    void whatWasRolledBackIsTakenAgainWhenItIsDeliveredAgain() throws Exception {
        mark(deliver("a", FARMERS), ".done");
        try (Running _ = new Running(LONG)) {
            assertThat(next()).isEqualTo("a PUBLISHED");
            SnapshotId first = lake.currentId().orElseThrow();
            mark(deliver("b", FARMERS.replace("Fjordfisk", "Nordfisk")), ".done");
            assertThat(next()).isEqualTo("b PUBLISHED");
            lake.publish(first);
            assertThat(next()).isEqualTo("b rolled back");
            nothingMore();
            // the same files with the same times
            Path file = landing.resolve("b/reference/farmers.csv");
            FileTime time = Files.getLastModifiedTime(file);
            Files.writeString(file, FARMERS.replace("Fjordfisk", "Nordfisk"));
            Files.setLastModifiedTime(file, time);
            assertThat(next()).isEqualTo("b PUBLISHED");
            nothingMore();
        }
        assertThat(lake.list()).hasSize(3);
    }

    @Test
    void whatCanBeNoDeliveryIsNamedOnceAndSnapshotsArePruned() throws Exception {
        Files.writeString(landing.resolve("stock.csv"), "x");
        Files.writeString(landing.resolve(".hidden"), "x");
        makeFolder(landing, "a-b\\370lgen");
        mark(deliver("a", FARMERS), ".done");
        mark(deliver("b", FARMERS.replace("Fjordfisk", "Nordfisk")), ".done");
        try (Running _ = new Running(new WatchOptions(LONG, this::options, null, OptionalInt.of(1)))) {
            assertThat(next()).isEqualTo("a-b%F8lgen is ignored: its name is not UTF-8; rename it");
            assertThat(next()).isEqualTo("stock.csv is ignored: it is a loose file, and a delivery is a folder");
            assertThat(next()).isEqualTo("a PUBLISHED");
            assertThat(next()).isEqualTo("pruned 0");
            assertThat(next()).isEqualTo("b PUBLISHED");
            assertThat(next()).isEqualTo("pruned 1");
            nothingMore();
        }
    }

    // a name of bytes that Java cannot write
    private static void makeFolder(Path in, String printed) throws Exception {
        assertThat(new ProcessBuilder("sh", "-c", "mkdir \"$(printf '" + printed + "')\"").directory(in.toFile()).start().waitFor())
                .isZero();
    }

    @Test
    void aFolderIsWatchedOnce() throws Exception {
        mark(deliver("one", FARMERS), ".done");
        try (Running _ = new Running(LONG)) {
            assertThat(next()).isEqualTo("one PUBLISHED");
            assertThatThrownBy(() -> new DeliveryWatch(landing, lake, new WatchOptions(LONG, delivery -> {
                throw new IllegalStateException();
            }, null, OptionalInt.empty()), IngestConduct.seenBy(event -> { }), new Said()).run()).isInstanceOf(LakeInUseException.class)
                    .hasMessageContaining("another process watches " + landing.toRealPath());
        }
    }
}
