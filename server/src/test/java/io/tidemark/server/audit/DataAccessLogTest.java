package io.tidemark.server.audit;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.event.DataAccess;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.StepClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The files of the log of data accesses: refusals are counted, files rotated; a disk that takes nothing costs lines.
 */
// one test at a time: they listen to one logger
@Execution(ExecutionMode.SAME_THREAD)
final class DataAccessLogTest {

    @TempDir
    Path folder;

    private final StepClock clock = new StepClock(Instant.parse("2026-03-01T12:00:00Z"));

    private DataAccessLog open(long file, long all) throws IOException {
        return DataAccessLog.open(folder, new RollingLog.Limits(file, all, 10), clock, 20_000);
    }

    private Event accessed(int number) {
        return accessed("account-" + number, 200);
    }

    private Event accessed(String account, int status) {
        return new Event.DataAccessed(clock.instant(), new Origin("r", "127.0.0.1"), "GET",
                new DataAccess(account, null, "/v3/x"), status);
    }

    private Path log() {
        return folder.resolve("data-access.log");
    }

    private void awaitLine(String account) {
        // while it is rotated, there is no log
        eventually().ignoreExceptions().untilAsserted(() ->
                assertThat(Files.readString(log())).contains("\"" + account + "\""));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).filter(name -> name.endsWith(".gz")).sorted()
                    .toList();
        }
    }

    /** The accounts of all lines, newest first, as an admin reads them. */
    private List<String> accounts() throws IOException {
        Instant end = Instant.parse("2028-01-01T00:00:00Z");
        return new DataAccessReader(folder).find(new DataAccessReader.Search(Instant.EPOCH, end, _ -> true, 0, 10_000))
                .lines().stream().map(line -> line.get("account_id").asText()).toList();
    }

    private static List<String> expected(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(n -> "account-" + (last + first - n)).toList();
    }

    /** What six connections of one key did in ten seconds is two lines, and those of others are all there. */
    @Test
    void aFloodOfRefusalsIsCountedAndRotatesNothingAway() throws IOException {
        // a single line more would be too much
        try (DataAccessLog events = open(1_000, 1_000)) {
            events.publish(accessed("other", 200));
            for (int i = 0; i < 24_665; i++) {
                events.publish(accessed("flood", 429));
            }
            for (int i = 0; i < 7; i++) {
                events.publish(accessed("flood", 403));
                events.publish(accessed("third", 429));
            }
            clock.advance(Duration.ofMinutes(1));
            Path refused = folder.resolve("data-refused.log");
            eventually().untilAsserted(() -> assertThat(Files.readAllLines(refused)).hasSize(3));
            assertThat(Files.readAllLines(refused)).map(Json.MAPPER::readTree)
                    .extracting(line -> line.get("account_id").asText() + " " + line.get("status") + " "
                            + line.get("count"))
                    .containsExactlyInAnyOrder("flood 429 24665", "flood 403 7", "third 429 7");
            // nothing in the next minute
            clock.advance(Duration.ofMinutes(1));
            events.publish(accessed("flood", 429));
            clock.advance(Duration.ofMinutes(1));
            eventually().untilAsserted(() -> assertThat(Files.readAllLines(refused)).hasSize(4).last().asString()
                    .contains("\"count\":1,"));
            assertThat(events.state().lostLines()).isZero();
        }
        assertThat(Files.readAllLines(log())).singleElement().asString().contains("\"other\"", "\"count\":1,");
        assertThat(accounts()).hasSize(5).last().isEqualTo("other");
    }

    @Test
    void aStopWritesTheCounts() throws IOException {
        try (DataAccessLog events = open(1_000, 100_000)) {
            events.publish(accessed("flood", 503));
            events.publish(accessed("flood", 503));
        }
        assertThat(Files.readAllLines(folder.resolve("data-refused.log"))).singleElement().asString()
                .contains("\"status\":503,\"count\":2,");
    }

    @Test
    void olderLinesAreRotatedCompressedAndRead() throws IOException {
        // 40 lines of some 190 bytes; a file of 1,000 bytes is rotated before the next line, also after a start
        for (int run = 0; run < 4; run++) {
            try (DataAccessLog events = open(1_000, 1_000_000)) {
                for (int i = 0; i < 10; i++) {
                    events.publish(accessed(10 * run + i));
                }
            }
        }
        assertThat(names()).hasSizeBetween(5, 8)
                .allMatch(name -> name.matches("data-access\\.2026-03-01\\.\\d+\\.log\\.gz"));
        for (String name : names()) {
            Path file = folder.resolve(name);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("{").endsWith("}\n").hasSizeBetween(1_000, 1_300);
            }
        }
        assertThat(accounts()).isEqualTo(expected(0, 39));
    }

    @Test
    void eachDayHasItsFilesUntilTheyAreOfAge() throws IOException {
        Said said = Said.of(RollingLog.class);
        try (said) {
            for (int day = 1; day <= 15; day++) {
                try (DataAccessLog events = open(100_000, 1_000_000)) {
                    events.publish(accessed(day));
                }
                clock.advance(Duration.ofDays(1));
            }
            // at noon of 15 March: ten days are kept, from the 5th, and today's lines are in the log
            assertThat(names()).hasSize(10).startsWith("data-access.2026-03-05.0.log.gz")
                    .endsWith("data-access.2026-03-14.0.log.gz");
            assertThat(accounts()).isEqualTo(expected(5, 15));
            // a server without a request deletes too
            clock.to(Instant.parse("2026-04-30T12:00:00Z"));
            open(100_000, 1_000_000).close();
            assertThat(names()).isEmpty();
            assertThat(said.lines()).hasSize(14).allMatch(line -> line.contains("after access.keep-days"));
        }
    }

    @Test
    void beforeTheSizeDeletesWhatIsNotOfAgeThereIsAWarning() throws IOException {
        Said said = Said.of(RollingLog.class);
        try (said; DataAccessLog events = open(1, 2_000)) {
            int lines = 0;
            while (said.lines().isEmpty()) {
                assertThat(names()).hasSize(Math.max(0, lines - 1));
                int written = ++lines;
                events.publish(accessed(written));
                awaitLine("account-" + written);
            }
            assertThat(said.lines()).singleElement().asString()
                    .contains("goes back to 2026-03-01 only", "of access.max-megabytes");
            assertThat(events.state().share()).isBetween(0.8, 1.0);
            assertThat(accounts()).isEqualTo(expected(1, lines));
            int last = lines + 6;
            while (lines < last) {
                int written = ++lines;
                events.publish(accessed(written));
                awaitLine("account-" + written);
            }
            assertThat(said.lines().getLast()).contains("deleted ", "before access.keep-days");
            assertThat(accounts()).startsWith("account-" + last).doesNotContain("account-1");
        }
    }

    /**
     * A crash leaves a rotated file that is not compressed, or both: a start compresses it, and no line is there twice.
     */
    @Test
    void aCrashWhileAFileIsCompressedLosesAndRepeatsNothing() throws IOException {
        Path plain = folder.resolve("data-access.2026-02-28.3.log");
        Path packed = folder.resolve("data-access.2026-02-28.3.log.gz");
        Path half = Files.writeString(folder.resolve("data-access.2026-02-28.3.log.gz.tmp"), "half");
        String line = "{\"time\":\"2026-02-28T11:00:00Z\",\"account_id\":\"before\"}\n";
        for (boolean both : List.of(false, true)) {
            Files.writeString(plain, line);
            assertThat(Files.exists(packed)).isEqualTo(both);
            assertThat(accounts()).containsExactly("before");
            open(1_000, 100_000).close();
            assertThat(plain).doesNotExist();
            assertThat(half).doesNotExist();
            assertThat(names()).containsExactly(packed.getFileName().toString());
            assertThat(accounts()).containsExactly("before");
        }
    }

    @Test
    void aLogThatIsMovedAwayIsBegunAnew() throws IOException {
        try (DataAccessLog events = open(1_000, 100_000)) {
            events.publish(accessed(1));
            awaitLine("account-1");
            Files.move(log(), folder.resolve("taken"));
            events.publish(accessed(2));
        }
        assertThat(Files.readString(log())).contains("account-2").doesNotContain("account-1");
    }

    @Test
    void whatWaitsIsWrittenAtTheEnd() throws IOException {
        try (DataAccessLog events = open(1 << 20, 1 << 20)) {
            for (int i = 0; i < 1_000; i++) {
                events.publish(accessed(i));
            }
        }
        assertThat(Files.readAllLines(log())).hasSize(1_000)
                .allMatch(line -> line.startsWith("{") && line.endsWith("}"));
    }

    // a folder in the file's place: nobody can write there, not even root
    private void block() throws IOException {
        Files.delete(log());
        Files.createDirectory(log());
    }

    @Test
    void aDiskThatTakesNothingLosesNothingWhileLinesMayWait() throws IOException {
        Said said = Said.of(DataAccessLog.class);
        try (said; DataAccessLog events = open(1 << 20, 1 << 20)) {
            block();
            for (int i = 0; i < 5; i++) {
                events.publish(accessed(i));
            }
            eventually().untilAsserted(() -> assertThat(events.state().problem()).contains("data-access.log"));
            Files.delete(log());
            eventually().untilAsserted(() -> assertThat(events.state()).isEqualTo(new DataAccessLog.State(null, 0, 0)));

            // the writer may have taken the first line alone
            eventually().untilAsserted(() -> assertThat(Files.readAllLines(log())).hasSize(5).last().asString()
                    .contains("account-4"));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log()))).isEqualTo("rw-------");
            assertThat(said.lines()).hasSize(2).first().asString()
                    .contains("the log of data accesses cannot be written");
            assertThat(said.lines().getLast()).contains("is written again");
        }
    }

    @Test
    void whatIsTooMuchToWaitIsLostAndCounted() throws IOException {
        Said said = Said.of(DataAccessLog.class);
        DataAccessLog events = DataAccessLog.open(folder, new RollingLog.Limits(1 << 20, 1 << 20, 10), clock, 3);
        try (said; events) {
            block();
            events.publish(accessed(0));
            // the writer has taken that one, so that three more may wait
            eventually().untilAsserted(() -> assertThat(events.state().problem()).isNotNull());
            for (int i = 1; i <= 10; i++) {
                events.publish(accessed(i));
            }
            assertThat(events.state().lostLines()).isEqualTo(7);
            Files.delete(log());
            eventually().untilAsserted(() -> assertThat(said.lines()).last().asString().contains("has lost 7 lines"));
            eventually().untilAsserted(() -> assertThat(Files.readAllLines(log())).hasSize(4));
        }
    }

    /** At the end of the process a disk that takes nothing holds nobody up. */
    @Test
    void whatCannotBeWrittenAtTheEndIsCountedToo() throws IOException {
        DataAccessLog events = open(1 << 20, 1 << 20);
        block();
        for (int i = 0; i < 10; i++) {
            events.publish(accessed(i));
        }
        events.close();
        assertThat(events.state().lostLines()).isEqualTo(10);
    }

    /** A crash while a line was written loses that line alone: the next one is no part of it. */
    @Test
    void aLineThatACrashHasCutSpoilsNoOther() throws IOException {
        Files.writeString(log(), "{\"time\":\"2026-03-01T11:00:00Z\",\"account_id\":\"before\"}\n{\"time\":\"2026-0");
        Files.setLastModifiedTime(log(), FileTime.from(clock.instant()));
        try (DataAccessLog events = open(1 << 20, 1 << 20)) {
            events.publish(accessed(1));
        }
        assertThat(Files.readAllLines(log())).hasSize(3);
        assertThat(accounts()).containsExactly("account-1", "before");
    }

    /** What the program's log has been told by a class. */
    private record Said(Logger log, List<String> lines, Handler handler) implements AutoCloseable {

        static Said of(Class<?> speaker) {
            List<String> lines = Collections.synchronizedList(new ArrayList<>());
            Handler handler = new Handler() {
                @Override
                public void publish(LogRecord line) {
                    lines.add(line.getMessage());
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
            Logger log = Logger.getLogger(speaker.getName());
            log.addHandler(handler);
            return new Said(log, lines, handler);
        }

        @Override
        public void close() {
            log.removeHandler(handler);
        }
    }
}
