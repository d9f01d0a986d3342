package io.tidemark.server.audit;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.event.DataAccess;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The log of data accesses as a file: it is rotated, and a disk that takes nothing costs lines only. One test at a time: they listen to one logger. */
@Execution(ExecutionMode.SAME_THREAD)
final class DataAccessLogTest {

    @TempDir
    Path folder;

    private static Event accessed(int number) {
        return new Event.DataAccessed(Instant.parse("2026-03-01T12:00:00Z"), new Origin("r", "127.0.0.1"), "GET",
                new DataAccess("account-" + number, null, "/v3/x"), 200);
    }

    @Test
    void olderLinesAreRotatedAndThenGone() throws IOException {
        Path file = folder.resolve("data-access.log");
        // 40 lines of some 250 bytes, each 1,000 bytes a file, of which two old ones stay
        for (int i = 0; i < 40; i++) {
            try (DataAccessLog events = new DataAccessLog(new AuditFile(file, 1_000, 2))) {
                events.publish(accessed(i));
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("data-access.log", "data-access.log.1",
                    "data-access.log.2", "data-access.log.lock");
        }
        assertThat(Files.size(file)).isLessThanOrEqualTo(1_000);
        assertThat(Files.readString(file)).contains("account-39").doesNotContain("account-0\"");
    }

    @Test
    void whatWaitsIsWrittenAtTheEnd() throws IOException {
        Path file = folder.resolve("data-access.log");
        try (DataAccessLog events = new DataAccessLog(new AuditFile(file, 1 << 20, 2))) {
            for (int i = 0; i < 1_000; i++) {
                events.publish(accessed(i));
            }
        }
        assertThat(Files.readAllLines(file)).hasSize(1_000).allMatch(line -> line.startsWith("{") && line.endsWith("}"));
    }

    @Test
    void aDiskThatTakesNothingLosesNothingWhileLinesMayWait() throws IOException {
        LogLines said = LogLines.of(DataAccessLog.class);
        Path file = Files.createDirectory(folder.resolve("gone")).resolve("data-access.log");
        // a folder in the file's place: nobody can write there, not even root
        Files.createDirectory(file);
        try (said; DataAccessLog events = new DataAccessLog(new AuditFile(file, 1 << 20, 2))) {
            for (int i = 0; i < 5; i++) {
                events.publish(accessed(i));
            }
            eventually().untilAsserted(() -> assertThat(events.state().problem()).contains("data-access.log"));
            Files.delete(file);
            eventually().untilAsserted(() -> assertThat(events.state()).isEqualTo(new DataAccessLog.State(null, 0)));

            // the writer may have taken the first line alone
            eventually().untilAsserted(() -> assertThat(Files.readAllLines(file)).hasSize(5).last().asString().contains("account-4"));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
            assertThat(said.lines()).hasSize(2).first().asString().contains("the log of data accesses cannot be written");
            assertThat(said.lines().getLast()).contains("is written again");
        }
    }

    @Test
    void whatIsTooMuchToWaitIsLostAndCounted() throws IOException {
        LogLines said = LogLines.of(DataAccessLog.class);
        Path file = Files.createDirectory(folder.resolve("full")).resolve("data-access.log");
        Files.createDirectory(file);
        DataAccessLog events = new DataAccessLog(new AuditFile(file, 1 << 20, 2), 3);
        try (said; events) {
            events.publish(accessed(0));
            // the writer has taken that one, so that three more may wait
            eventually().untilAsserted(() -> assertThat(events.state().problem()).isNotNull());
            for (int i = 1; i <= 10; i++) {
                events.publish(accessed(i));
            }
            assertThat(events.state().lostLines()).isEqualTo(7);
            Files.delete(file);
            eventually().untilAsserted(() -> assertThat(said.lines()).last().asString().contains("has lost 7 lines"));
            eventually().untilAsserted(() -> assertThat(Files.readAllLines(file)).hasSize(4));
        }
    }

    /** At the end of the process a disk that takes nothing holds nobody up. */
    @Test
    void whatCannotBeWrittenAtTheEndIsCountedToo() throws IOException {
        Path file = Files.createDirectories(folder.resolve("end/data-access.log"));
        DataAccessLog events = new DataAccessLog(new AuditFile(file, 1 << 20, 2));
        for (int i = 0; i < 10; i++) {
            events.publish(accessed(i));
        }
        events.close();
        assertThat(events.state().lostLines()).isEqualTo(10);
    }

    /** A crash while a line was written loses that line alone: the next one is no part of it. */
    @Test
    void aLineThatACrashHasCutSpoilsNoOther() throws IOException {
        Path file = Files.writeString(folder.resolve("data-access.log"), "{\"time\":\"2026-03-01T11:00:00Z\",\"account_id\":\"before\"}\n{\"time\":\"2026-0");
        try (DataAccessLog events = new DataAccessLog(new AuditFile(file, 1 << 20, 2))) {
            events.publish(accessed(1));
        }
        assertThat(Files.readAllLines(file)).hasSize(3);
        DataAccessReader.Found found = new DataAccessReader(file, 2).find(new DataAccessReader.Search(Instant.EPOCH, Instant.parse("2027-01-01T00:00:00Z"), _ -> true, 0, 10));
        assertThat(found.lines()).extracting(line -> line.get("account_id").asText()).containsExactly("account-1", "before");
    }

    /** What the program's log has been told by a class. */
    private record LogLines(Logger log, List<String> lines, Handler handler) implements AutoCloseable {

        static LogLines of(Class<?> speaker) {
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
            return new LogLines(log, lines, handler);
        }

        @Override
        public void close() {
            log.removeHandler(handler);
        }
    }
}
