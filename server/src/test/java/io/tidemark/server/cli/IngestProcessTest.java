package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestOutcome;
import io.tidemark.ingest.IngestReport;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.JavaProcess;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.http.Json;
import io.tidemark.server.live.HandMadeDelivery;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The command as a process of its own: signals, {@code kill -9}, two at once, a watch, a server that holds a snapshot.
 */
class IngestProcessTest {

    private static final int SIGTERM = 128 + 15;
    private static final int SIGKILL = 128 + 9;
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 8);

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;
    private Lake lake;

    @BeforeAll
    static void begin() {
        assertThat(ingest(deliver(shared.resolve("base"), 1, 1000), Lake.at(shared.resolve("lake"))).outcome())
                .isEqualTo(IngestOutcome.PUBLISHED);
    }

    @BeforeEach
    void start() throws IOException {
        FolderCopy.copy(shared.resolve("lake"), folder.resolve("lake"));
        lake = Lake.at(folder.resolve("lake"));
    }

    private IngestReport ingest(Path delivery) {
        return ingest(delivery, lake);
    }

    private static IngestReport ingest(Path delivery, Lake lake) {
        return Ingest.run(new IngestOptions(delivery, lake, TODAY, false, 0.01), event -> { });
    }

    /** A delivery of that many units over 60 days, with that many fish in each. */
    private Path deliver(String name, int units, int fish) {
        return deliver(folder.resolve(name), units, fish);
    }

    private static Path deliver(Path into, int units, int fish) {
        HandMadeDelivery delivery = new HandMadeDelivery(into).farmer("F1", "G1").site("10001", 3);
        for (int day = 0; day < 60; day++) {
            for (int unit = 0; unit < units; unit++) {
                delivery.line("farmers/F1/stock.csv", "stock",
                        TODAY.minusDays(day) + ",10001,U" + unit + ",C,SAL," + fish + ",2000,V2025");
            }
        }
        return delivery.write();
    }

    @Test
    void whatAFullDiskCutsOffIsNoSuccess() throws Exception {
        Process full = process(List.of("--help")).redirectOutput(new File("/dev/full")).start();
        assertThat(new String(full.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("standard output could not be written");
        assertThat(full.waitFor()).isEqualTo(5);
    }

    private Process tidemark(String... arguments) throws IOException {
        return command(arguments).start();
    }

    private ProcessBuilder command(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--lake", lake.root().toString()));
        return process(all);
    }

    private ProcessBuilder process(List<String> arguments) throws IOException {
        return JavaProcess.of(List.of("-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp"))),
                Tidemark.class, arguments.toArray(String[]::new));
    }

    private static String await(BufferedReader reader, String text) throws IOException {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.contains(text)) {
                return line;
            }
        }
        throw new AssertionError("never said: " + text);
    }

    // not Process.destroy(), which also closes the output of the process
    private static void stop(Process process) {
        assertThat(process.toHandle().destroy()).isTrue();
    }

    private static int end(Process process) throws InterruptedException {
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    private void assertNoRubbish() throws IOException {
        assertThat(lake.root().resolve("staging")).satisfiesAnyOf(s -> assertThat(s).doesNotExist(),
                s -> assertThat(s).isEmptyDirectory());
        try (Stream<Path> files = Files.list(lake.root())) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .isSubsetOf(".lock", "CURRENT", "leases", "ledger", "snapshots", "staging", "watch");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock.csv: ", "writing", "publishing"})
    void killedOnceItHasSaidSo(String line) throws Exception {
        SnapshotId before = lake.currentId().orElseThrow();
        Path delivery = deliver("next", 100, 2000);
        // its log has a line for each file where the report is no table
        Process ingest = tidemark("ingest", delivery.toString(), "--today", TODAY.toString(), "--json");
        await(ingest.errorReader(), line);
        ingest.destroyForcibly();

        assertThat(end(ingest)).isIn(SIGKILL, 0);
        SnapshotId after = lake.currentId().orElseThrow();
        assertThat(lake.open(after).manifest().tables()).isNotEmpty();
        assertThat(ingest(delivery).outcome()).isEqualTo(after.equals(before)
                ? IngestOutcome.PUBLISHED : IngestOutcome.NOTHING_NEW);
        assertThat(lake.list()).containsExactly(before, lake.currentId().orElseThrow());
        assertNoRubbish();
    }

    @Test
    void aStopSignalStopsItInTheMiddleAndItClearsUp() throws Exception {
        SnapshotId before = lake.currentId().orElseThrow();
        Process ingest = tidemark("ingest", deliver("next", 2000, 2000).toString(), "--today", TODAY.toString(),
                "--json");
        BufferedReader err = ingest.errorReader();
        await(err, "stock.csv: ");
        stop(ingest);

        assertThat(end(ingest)).isEqualTo(SIGTERM);
        assertThat(await(err, "stopped")).isEqualTo("stopped; nothing of the delivery was published");
        assertThat(lake.currentId()).contains(before);
        assertThat(lake.list()).containsExactly(before);
        assertNoRubbish();
    }

    @Test
    void theSecondWaitsForTheFirstAndCanBeStoppedMeanwhile() throws Exception {
        Path delivery = deliver("next", 1, 2000);
        LakeLock first = lake.lock();
        Process stopped = tidemark("ingest", delivery.toString(), "--today", TODAY.toString());
        await(stopped.errorReader(), "waiting: another process is writing to the lake");
        stop(stopped);
        assertThat(end(stopped)).isEqualTo(SIGTERM);

        Process second = tidemark("ingest", delivery.toString(), "--today", TODAY.toString());
        BufferedReader err = second.errorReader();
        await(err, "waiting: another process is writing to the lake");
        first.close();
        await(err, "published");
        assertThat(end(second)).isZero();
    }

    @Test
    void aWatchTakesWhatLandsUntilItIsStopped() throws Exception {
        Path landing = Files.createDirectories(folder.resolve("landing"));
        Process watch = tidemark("ingest", "--watch", landing.toString(), "--publish-each", "--json", "--today",
                TODAY.toString());
        await(watch.errorReader(), "watching " + landing);
        Path one = deliver("one", 1, 2000);
        Files.createFile(one.resolve(".done"));
        Files.move(one, landing.resolve("one"));
        Path two = deliver("two", 1, -2000);
        Files.createFile(two.resolve("_SUCCESS"));
        Files.move(two, landing.resolve("two"));
        BufferedReader out = watch.inputReader();
        JsonNode first = Json.MAPPER.readTree(out.readLine());
        assertThat(first.get("delivery").asText() + " " + first.at("/report/outcome").asText())
                .isEqualTo("one PUBLISHED");
        JsonNode second = Json.MAPPER.readTree(out.readLine());
        assertThat(second.get("delivery").asText() + " " + second.at("/report/outcome").asText())
                .isEqualTo("two REJECTED");
        stop(watch);

        assertThat(end(watch)).isEqualTo(SIGTERM);
        assertThat(lake.list()).hasSize(2);
    }

    // a unit or cron sets no locale: Java then cannot open what is named a-bølgen, which must not end the watch
    @Test
    void aNameThatTheLocaleDoesNotKnowIsNamedAndTheOthersGoOn() throws Exception {
        Path landing = Files.createDirectories(folder.resolve("landing"));
        for (String name : List.of("a-bølgen", "b")) {
            Files.createFile(deliver(name, 1, 2000 + name.length()).resolve(".done"));
            Files.move(folder.resolve(name), landing.resolve(name));
        }
        ProcessBuilder command = command("ingest", "--watch", landing.toString(), "--publish-each", "--today",
                TODAY.toString());
        command.environment().put("LC_ALL", "C");
        Process watch = command.start();
        assertThat(await(watch.errorReader(), "is ignored"))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[+]0[12]:00 "
                + "a-b%C3%B8lgen is ignored: its name cannot be read as .*; set LC_ALL=C.UTF-8, or rename it");
        assertThat(await(watch.inputReader(), "published snapshot"))
                .matches("\\d{4}-.*T.*[+]0[12]:00 published snapshot .*");
        stop(watch);
        assertThat(end(watch)).isEqualTo(SIGTERM);
        assertThat(lake.list()).hasSize(2);
    }

    @Test
    void theEnvironmentNamesTheLakeForEveryCommand() throws Exception {
        ProcessBuilder list = process(List.of("snapshot", "list"));
        list.environment().put("TIDEMARK_LAKE", lake.root().toString());
        Process listing = list.start();
        await(listing.inputReader(), lake.currentId().orElseThrow().text());
        assertThat(end(listing)).isZero();

        Path systems = Files.createDirectories(folder.resolve("systems/pens"));
        Files.writeString(systems.resolve("sources.yaml"), "nonsense: 1\n");
        Path delivery = deliver("next", 1, 2000);
        Files.createDirectories(delivery.resolve("farmers/F1/pens/10001"));
        ProcessBuilder builder = process(List.of("ingest", delivery.toString()));
        builder.environment().put("TIDEMARK_LAKE", folder.resolve("another").toString());
        builder.environment().put("TIDEMARK_SYSTEMS", folder.resolve("systems").toString());
        Process ingest = builder.start();
        await(ingest.errorReader(), "farm system pens");
        assertThat(end(ingest)).as("the mappings were looked for, and are wrong").isEqualTo(FailureReport.BAD_SQL_FILE);

        builder.environment().remove("TIDEMARK_SYSTEMS");
        builder.command().addAll(List.of("--ignore-unknown", "--today", TODAY.toString()));
        ingest = builder.start();
        await(ingest.errorReader(), "created a new lake in " + folder.resolve("another"));
        assertThat(end(ingest)).isZero();
        assertThat(Lake.at(folder.resolve("another")).currentId()).isPresent();
    }

    @Test
    void whatAServerHasOpenStaysUntilTheServerDies() throws Exception {
        SnapshotId served = lake.currentId().orElseThrow();
        Process server = tidemark("serve", "--state", folder.resolve("state").toString(), "--port", "0");
        try {
            await(server.errorReader(), "serving snapshot " + served);
            assertThat(lake.leases().open()).containsExactly(served);
            assertThat(lake.leases().held()).singleElement().satisfies(lease -> {
                assertThat(lease.holder()).matches("process " + server.pid() + " on [A-Za-z0-9.-]+");
                assertThat(lease.since()).isBetween(server.info().startInstant().orElseThrow().minusSeconds(2),
                        Instant.now());
            });
        } finally {
            // kill -9: no shutdown hook runs
            server.destroyForcibly();
        }
        assertThat(end(server)).isEqualTo(SIGKILL);
        assertThat(lake.leases().open()).isEmpty();
        ingest(deliver("next", 1, 2000));
        try (Stream<Path> marks = Files.list(lake.root().resolve("leases"))) {
            assertThat(marks).as("the next run clears the dead server's mark").isEmpty();
        }
    }
}
