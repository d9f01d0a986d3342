package io.tidemark.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.event.DataAccess;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.Origin;
import io.tidemark.server.identity.StepClock;
import io.tidemark.server.identity.state.StateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A company's lines leave all files of the log of data accesses, others' stay, and a server goes on writing. */
final class DataAccessErasureTest {

    @TempDir
    Path folder;

    private final StepClock clock = new StepClock(Instant.parse("2026-03-01T12:00:00Z"));

    private DataAccessLog open() throws IOException {
        return DataAccessLog.open(folder, new RollingLog.Limits(500, 1_000_000, 10), clock, 20_000);
    }

    private void ask(DataAccessLog log, String farmer, int status) {
        DataAccess access = new DataAccess("account-" + farmer, farmer, "/v3/x");
        access.asks(Map.of("farmer_id", "F07"), "s");
        log.publish(new Event.DataAccessed(clock.instant(), new Origin("r", "127.0.0.1"), "GET", access, status));
    }

    private List<String> farmers() throws IOException {
        Instant end = Instant.parse("2028-01-01T00:00:00Z");
        return new DataAccessReader(folder).find(new DataAccessReader.Search(Instant.EPOCH, end, _ -> true, 0, 10_000))
                .lines().stream().map(line -> line.get("farmer_id").asText()).toList();
    }

    private List<Path> packed() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".gz")).sorted().toList();
        }
    }

    /** Twenty requests of four companies in turn, on two days, and one refused of each. */
    private void write() throws IOException {
        for (int day = 0; day < 2; day++) {
            try (DataAccessLog log = open()) {
                for (int i = 0; i < 10; i++) {
                    ask(log, "F0" + (6 + i % 4), 200);
                }
                ask(log, "F07", 403);
                ask(log, "F08", 403);
            }
            clock.advance(Duration.ofDays(1));
        }
    }

    @Test
    void itsLinesLeaveAllFilesAndOthersStay() throws IOException {
        write();
        assertThat(packed()).hasSizeGreaterThan(5);
        List<String> others = farmers().stream().filter(farmer -> !farmer.equals("F07")).toList();
        assertThat(others).hasSize(24 - 8);
        FileTime written = Files.getLastModifiedTime(folder.resolve("data-access.log"));

        // of ten requests of a day three are of F07, and one was refused
        assertThat(DataAccessErasure.erase(folder, "F07")).isEqualTo(8);

        assertThat(farmers()).isEqualTo(others);
        assertThat(Files.getLastModifiedTime(folder.resolve("data-access.log"))).isEqualTo(written);
        for (Path file : packed()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        }
        assertThat(DataAccessErasure.erase(folder, "F07")).isZero();
    }

    @Test
    void aServerGoesOnWriting() throws IOException {
        try (DataAccessLog log = open()) {
            for (int i = 0; i < 100; i++) {
                ask(log, i % 2 == 0 ? "F07" : "F08", 200);
            }
            for (int i = 0; i < 5; i++) {
                DataAccessErasure.erase(folder, "F07");
                ask(log, "F09", 200);
            }
        }
        DataAccessErasure.erase(folder, "F07");
        assertThat(farmers()).hasSize(55).doesNotContain("F07").contains("F08", "F09");
    }

    /** What a crash has left: a rotated file that is there twice, one that is not compressed, drafts, half a line. */
    @Test
    void whatACrashHasLeftIsErasedToo() throws IOException {
        String line = "{\"time\":\"2026-02-28T11:00:00Z\",\"account_id\":\"a\",\"farmer_id\":\"%s\"}\n";
        String both = line.formatted("F07") + line.formatted("F08");
        Path twice = Files.writeString(folder.resolve("data-access.2026-02-27.0.log"), both);
        LogFiles.write(new LogFiles.Rotated(twice, "2026-02-27", 0), both);
        Path plain = Files.writeString(folder.resolve("data-access.2026-02-28.0.log"), both);
        Files.writeString(folder.resolve("data-access.2026-02-28.0.log.gz.tmp"), both);
        Files.writeString(folder.resolve("data-access.log.tmp"), both);
        Files.writeString(folder.resolve("data-access.log"), both
                + "{\"account_id\":\"a\",\"farmer_id\":\"F07\",\"addr");

        assertThat(DataAccessErasure.erase(folder, "F07")).isEqualTo(4);

        assertThat(farmers()).containsExactly("F08", "F08", "F08");
        assertThat(twice).doesNotExist();
        assertThat(plain).doesNotExist();
        assertThat(folder.resolve("data-access.log.tmp")).doesNotExist();
        assertThat(folder.resolve("data-access.2026-02-28.0.log.gz.tmp")).doesNotExist();
        assertThat(Files.readString(folder.resolve("data-access.log"))).doesNotContain("F07");
    }

    /** A file that cannot be rewritten is named, and is as it was; once it can, the same command removes the rest. */
    @Test
    void whatFailsOnTheWayIsEndedByTheNextRun() throws IOException {
        write();
        List<String> others = farmers().stream().filter(farmer -> !farmer.equals("F07")).toList();
        // newest first: the oldest file of answered requests is the last
        Path oldest = packed().getFirst();
        byte[] content = Files.readAllBytes(oldest);
        Path draft = Files.createDirectories(folder.resolve(oldest.getFileName() + ".tmp/held"));

        assertThatThrownBy(() -> DataAccessErasure.erase(folder, "F07")).isInstanceOf(StateException.class)
                .hasMessageContaining(oldest.getFileName() + ".tmp");
        assertThat(oldest).hasBinaryContent(content);
        assertThat(farmers()).contains("F07").containsAll(others);

        Files.delete(draft);
        assertThat(DataAccessErasure.erase(folder, "F07")).isPositive();
        assertThat(farmers()).isEqualTo(others);
    }
}
