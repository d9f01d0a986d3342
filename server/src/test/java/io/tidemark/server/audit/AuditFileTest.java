package io.tidemark.server.audit;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.JavaProcess;
import io.tidemark.server.cli.Tidemark;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.Json;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log's file: private, whole lines from concurrent writers, rotated at its size limit. */
final class AuditFileTest {
    private static final Instant TIME = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path folder;

    private Path log() {
        return folder.resolve("audit.log");
    }

    @Test
    void itIsPrivateAlsoWhenItWasNot() throws IOException {
        Files.createFile(log(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")));
        new AuditFile(log(), 0, 1).prepare();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log()))).isEqualTo("rw-------");
        assertThatThrownBy(() -> new AuditFile(folder.resolve("absent/audit.log"), 0, 1).prepare())
                .isInstanceOf(IOException.class);
    }

    @Test
    void itIsBegunAnewBeforeItGrowsTooLarge() throws IOException {
        AuditFile file = new AuditFile(log(), 100, 2);
        for (int i = 0; i < 35; i++) {
            // 10 bytes with its end: ten to a file
            file.append("line %04d".formatted(i).getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(Files.readAllLines(log())).startsWith("line 0030").hasSize(5);
        assertThat(Files.readAllLines(folder.resolve("audit.log.1"))).startsWith("line 0020").hasSize(10);
        assertThat(Files.readAllLines(folder.resolve("audit.log.2"))).startsWith("line 0010").hasSize(10);
        assertThat(folder.resolve("audit.log.3")).doesNotExist();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("audit.log.1"))))
                .isEqualTo("rw-------");
    }

    @Test
    void whatRootMakesBelongsToTheFoldersOwner() throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root makes files for others");
        UserPrincipal other = folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Path logs = Files.createDirectory(folder.resolve("logs"));
        Files.setOwner(logs, other);
        new AuditFile(logs.resolve("audit.log"), 0, 1).append("one".getBytes(StandardCharsets.US_ASCII));
        assertThat(Files.getOwner(logs.resolve("audit.log"))).isEqualTo(other);
        assertThat(Files.getOwner(logs.resolve("audit.log.lock"))).isEqualTo(other);
    }

    @Test
    void logrotateMayRenameIt() throws IOException {
        AuditFile file = new AuditFile(log(), 0, 1);
        file.append("one".getBytes(StandardCharsets.US_ASCII));
        Files.move(log(), folder.resolve("audit.log-20260301"));
        file.append("two".getBytes(StandardCharsets.US_ASCII));
        assertThat(Files.readAllLines(log())).containsExactly("two");
    }

    @Test
    void serverAndCommandsWriteAtTheSameTime() throws Exception {
        Path state = folder.resolve("state");
        Files.createDirectories(state);
        AuditFile file = new AuditFile(state.resolve("audit.log"), 20_000, 1000);
        String padding = "x".repeat(150);
        List<Process> commands = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            commands.add(JavaProcess.of(Tidemark.class, "client", "add", "job " + i, "--role", "analyst", "--state",
                    state.toString())
                    .redirectErrorStream(true).redirectOutput(new File(folder.toFile(), "out" + i)).start());
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> writing = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int thread = t;
                writing.add(threads.submit(() -> {
                    for (int i = 0; i < 200 || commands.stream().anyMatch(Process::isAlive); i++) {
                        file.append(Json.bytes(List.of(thread, i, padding)));
                        Thread.sleep(5);
                    }
                    return null;
                }));
            }
            for (Future<?> one : writing) {
                one.get();
            }
        }
        for (Process command : commands) {
            assertThat(command.waitFor()).isZero();
        }
        int[] next = new int[4];
        int admin = 0;
        List<JsonNode> lines = new ArrayList<>();
        for (int i = 1000; i >= 0; i--) {
            Path part = state.resolve(i == 0 ? "audit.log" : "audit.log." + i);
            if (Files.exists(part)) {
                assertThat(Files.size(part)).isLessThanOrEqualTo(20_000 + 1000);
                lines.addAll(AuditLogTest.read(part));
            }
        }
        for (JsonNode line : lines) {
            if (line.isObject()) {
                assertThat(line.get("event").textValue()).isEqualTo("admin_command");
                admin++;
            } else {
                // each thread's lines in order, none lost, none torn
                assertThat(line.get(1).intValue()).isEqualTo(next[line.get(0).intValue()]++);
            }
        }
        assertThat(admin).isEqualTo(3);
        assertThat(Arrays.stream(next).min().orElseThrow()).isGreaterThanOrEqualTo(200);
    }

    @Test
    void whatCallersSendIsEscapedAndCut() {
        String line = new String(AuditLine.of(new Event.Refused(TIME, new Origin("r1", "192.0.2.1"), 403, "GET",
                "/v3/\"}\n{\"event\":\"sign_in\"" + "x".repeat(1000), "no", null), 0), StandardCharsets.UTF_8);
        assertThat(line.lines()).hasSize(1);
        assertThat(line).startsWith(
                "{\"time\":\"2026-03-01T12:00:00Z\",\"event\":\"refused\",\"address\":\"192.0.2.1\",");
        assertThat(line).contains("\"path\":\"/v3/\\\"}\\n{\\\"event\\\":").contains("xxx...\"").hasSizeLessThan(500);
    }

    @Test
    void theUsesOfAKeyAreCountedNotListed() throws Exception {
        try (AuditLog audit = new AuditLog(new AuditFile(log(), 0, 1), Duration.ofMillis(300))) {
            for (int i = 0; i < 1000; i++) {
                audit.publish(new Event.ApiKeyUsed(TIME.plusMillis(i), new Origin("r" + i, "192.0.2.1"),
                        i % 2 == 0 ? "tm_a" : "tm_b"));
            }
            assertThat(AuditLogTest.read(log()).stream().filter(line -> !line.has("repeats"))).hasSizeBetween(2, 8);
            // the end of the window says the rest by itself
            eventually().untilAsserted(() -> assertThat(total()).isEqualTo(1000));
            audit.publish(new Event.ApiKeyUsed(TIME, new Origin("r", "192.0.2.1"), "tm_a"));
            audit.publish(new Event.ApiKeyUsed(TIME, new Origin("r", "192.0.2.1"), "tm_a"));
        }
        assertThat(total()).isEqualTo(1002);
        assertThat(AuditLogTest.read(log())).hasSizeLessThan(30);
    }

    private int total() throws IOException {
        return AuditLogTest.read(log()).stream().mapToInt(line -> line.path("repeats").asInt(1)).sum();
    }
}
