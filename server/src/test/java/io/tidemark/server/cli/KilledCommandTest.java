package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.erase.ErasureFiles;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.JavaProcess;
import io.tidemark.server.doctor.Diagnosis;
import io.tidemark.server.doctor.Doctor;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.KeptSigningKeys;
import io.tidemark.server.live.HandMadeDelivery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An erasure and a backup are killed with SIGKILL in the midst of it; the same command again ends it. */
class KilledCommandTest {

    private static final int KILLED = 128 + 9;
    private static final LocalDate MONDAY = LocalDate.of(2026, 3, 2);

    @TempDir
    static Path made;

    @TempDir
    Path folder;
    private Lake lake;

    @BeforeAll
    static void aLakeOfFiveCompanies() {
        HandMadeDelivery five = new HandMadeDelivery(made.resolve("five"));
        for (int i = 1; i <= 5; i++) {
            five.farmer("F" + i, "G" + i).site("1000" + i, 3).stock("F" + i, "1000" + i, MONDAY, MONDAY.plusDays(6),
                    1000);
        }
        five.write();
        assertThat(CommandRun.of("ingest", made.resolve("five").toString(), "--lake", made.resolve("lake").toString(),
                "--today", "2026-03-09").code()).isZero();
    }

    @BeforeEach
    void start() throws IOException {
        FolderCopy.copy(made.resolve("lake"), folder.resolve("lake"));
        KeptSigningKeys.into(folder.resolve("state"));
        StateStore.prepare(folder.resolve("state"));
        StateStore.open(folder.resolve("state"), Clock.systemUTC());
        lake = Lake.at(folder.resolve("lake"));
    }

    private CommandRun type(String line) {
        return CommandRun.of((line + " --lake " + lake.root() + " --state " + folder.resolve("state")).split(" "));
    }

    /** Returns whether the process was killed before it ended by itself, which must be well. */
    private boolean kill(BooleanSupplier when, String line) throws Exception {
        Process process = JavaProcess.of(Tidemark.class, (line + " --lake " + lake.root() + " --state "
                + folder.resolve("state")).split(" ")).redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile()).start();
        while (process.isAlive() && !when.getAsBoolean()) {
            Thread.onSpinWait();
        }
        process.destroyForcibly();
        int code = process.waitFor();
        assertThat(code).as(Files.readString(folder.resolve("said"))).isIn(0, KILLED);
        return code == KILLED;
    }

    private void assertSound() {
        for (String line : new String[] {"snapshot verify --lake ", "snapshot repair --lake "}) {
            CommandRun run = CommandRun.of((line + lake.root()).split(" "));
            assertThat(run.code()).as(run.text()).isZero();
        }
        assertThat(Doctor.look(null, Map.of(), Map.of("lake", lake.root().toString(), "server.port", "0", "state",
                folder.resolve("state").toString()), Clock.systemUTC())).filteredOn(finding ->
                finding.check().equals("lake")).noneMatch(finding -> finding.level() == Diagnosis.Level.FAULT
                || finding.found().contains("killed run"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"when it has staged", "when it is noted", "when it is published", "when snapshots go"})
    void aKilledErasureIsEndedByTheSameCommand(String when) throws Exception {
        String before = lake.currentId().orElseThrow().text();
        BooleanSupplier midst = switch (when) {
            case "when it has staged" -> () -> !Lake.names(lake.root().resolve("staging")).isEmpty();
            case "when it is noted" -> () -> !Lake.names(lake.root().resolve(ErasureFiles.FOLDER)).isEmpty();
            case "when it is published" -> () -> !lake.currentId().orElseThrow().text().equals(before);
            default -> () -> !Files.exists(lake.root().resolve("snapshots/" + before + "/manifest.json"));
        };
        boolean killed = kill(midst, "farmer erase F5 --yes --wait 60");
        if (killed) {
            CommandRun again = type("farmer erase F5 --yes --wait 60");
            assertThat(again.code()).as(again.text()).isZero();
        }
        assertThat(lake.list()).hasSize(1);
        assertThat(new ErasureFiles(lake).all()).singleElement().satisfies(erasure -> {
            assertThat(erasure.farmer()).isEqualTo("F5");
            assertThat(erasure.endedAt()).isNotNull();
        });
        assertThat(CommandRun.of("sql", "--command", "SELECT count(*) AS n FROM stock_day WHERE farmer_id = 'F5'",
                "--lake", lake.root().toString(), "--format", "csv").out()).contains("\n0");
        assertSound();
    }

    @Test
    void aKilledBackupLeavesNothingThatCountsAsOne() throws Exception {
        Path place = Files.createDirectory(folder.resolve("place"));
        kill(() -> Lake.names(folder).stream().anyMatch(name -> name.startsWith(".tidemark-backup")), "backup "
                + folder.resolve("a.zip"));
        kill(() -> !Lake.names(place.resolve("objects")).isEmpty(), "backup --to " + place);
        assertThat(type("backup " + folder.resolve("b.zip")).code()).isZero();
        CommandRun again = type("backup --to " + place);
        assertThat(again.code()).as(again.text()).isZero();
        for (Path backup : new Path[] {folder.resolve("b.zip"), place}) {
            CommandRun verify = CommandRun.of("backup", "verify", backup.toString(), "--lake", lake.root().toString());
            assertThat(verify.code()).as(verify.text()).isZero();
        }
        assertThat(DurableFiles.names(place).stream().filter(name -> name.endsWith(".json"))).hasSizeBetween(1, 2);
        assertSound();
    }
}
