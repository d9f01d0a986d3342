package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.ledger.ServedMark;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.http.Json;
import io.tidemark.server.live.HandMadeDelivery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Commands on what is released: four companies' week from Monday 2026-03-02, released, and then another company that
 * came late and waits.
 */
class LedgerCommandTest {

    private static final LocalDate MONDAY = LocalDate.of(2026, 3, 2);
    private static final LocalDate SUNDAY = LocalDate.of(2026, 3, 8);

    @TempDir
    private static Path made;

    @TempDir
    private Path folder;
    private Lake lake;

    @BeforeAll
    static void twoDeliveries() throws IOException {
        HandMadeDelivery four = new HandMadeDelivery(made.resolve("four"));
        for (int i = 1; i <= 5; i++) {
            four.farmer("F" + i, "G" + i).site("1000" + i, 3);
        }
        for (int i = 1; i <= 4; i++) {
            four.stock("F" + i, "1000" + i, MONDAY, SUNDAY, 1000);
        }
        four.write();
        new HandMadeDelivery(made.resolve("late")).stock("F5", "10005", MONDAY, SUNDAY, 1000).write();
        for (String delivery : List.of("four", "late")) {
            CommandRun run = CommandRun.of("ingest", made.resolve(delivery).toString(), "--lake",
                    made.resolve("lake").toString(), "--today", "2026-03-09");
            assertThat(run.code()).as(run.text()).isZero();
        }
    }

    @BeforeEach
    void start() throws IOException {
        FolderCopy.copy(made.resolve("lake"), folder.resolve("lake"));
        lake = Lake.at(folder.resolve("lake"));
        Files.createDirectory(folder.resolve("state"));
    }

    private CommandRun type(String line) {
        return CommandRun.of(line.replace("DIR", folder.toString()).replace("MADE", made.toString()).split(" "));
    }

    private List<LedgerEntry.Kind> kinds() {
        return Ledger.of(lake).entries().stream().map(LedgerEntry::kind).toList();
    }

    @Test
    void aRestatementIsConfirmedAndRecorded() throws IOException {
        CommandRun unsaid = type("snapshot restate --lake DIR/lake --state DIR/state");
        assertThat(unsaid.code()).isEqualTo(2);
        assertThat(unsaid.err()).contains("can subtract them from later ones", "--yes confirms it");
        assertThat(kinds()).containsExactly(LedgerEntry.Kind.RELEASE);

        CommandRun run = type("snapshot restate --yes --json --lake DIR/lake --state DIR/state");

        assertThat(run.code()).as(run.err()).isZero();
        String now = lake.currentId().orElseThrow().text();
        assertThat(Json.MAPPER.readTree(run.out())).isEqualTo(Json.MAPPER.readTree("{\"snapshot\": \"" + now
                + "\", \"ledger_entry\": 2, \"restated_from\": \"2026-03-02\", \"released_through\": \"2026-03-08\"}"));
        assertThat(kinds()).containsExactly(LedgerEntry.Kind.RELEASE, LedgerEntry.Kind.RESTATE);
        JsonNode audit = Json.MAPPER.readTree(Files.readString(folder.resolve("state/audit.log")));
        assertThat(audit.get("command").asText()).isEqualTo("snapshot restate");
        assertThat(audit.get("outcome").asText()).isEqualTo("done");
        assertThat(Json.MAPPER.readTree(lake.folder(lake.currentId().orElseThrow()).resolve("manifest.json").toFile())
                .at("/ledger/restated").asText())
                .isEqualTo("2026-03-02");

        assertThat(type("snapshot verify --lake DIR/lake").code()).isZero();
    }

    @Test
    void nothingIsRestatedOfPeriodsThatAreNotReleased() {
        CommandRun run = type("snapshot restate --yes --from 2026-03-09 --lake DIR/lake --state DIR/state");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("nothing is released from 2026-03-09 on: the last released day is 2026-03-08");
        assertThat(kinds()).containsExactly(LedgerEntry.Kind.RELEASE);
    }

    // of 35,000 fish-days the late company's 7000 wait, until they come into the atom
    @Test
    void theListSaysWhatIsReleasedAndWhatWaits() throws IOException {
        assertThat(type("snapshot restate --yes --lake DIR/lake --state DIR/state").code()).isZero();
        JsonNode list = Json.MAPPER.readTree(type("snapshot list --json --lake DIR/lake").out());
        assertThat(list.findValuesAsText("ledger_entries")).containsExactly("2", "1", "1");
        assertThat(list.findValuesAsText("released_through")).containsOnly("2026-03-08");
        assertThat(list.findValuesAsText("waiting_share")).containsExactly("0.0", "0.2", "0.0");
        assertThat(type("snapshot list --lake DIR/lake").out().lines().map(line -> line.replaceAll(" +", " ")))
                .anyMatch(line ->
                line.contains("2026-03-08 1 20.0 % late by")).first().asString()
                        .contains("OPEN RELEASED THROUGH ENTRIES WAITING REMARK");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            snapshot derive --new-atoms --lake DIR/lake                                                   | since 2026-03-09T05:00:00Z: anyone who kept answers could subtract them
            ingest MADE/late --new-atoms --lake DIR/lake --today 2026-03-09                               | use --although-served to make them nevertheless
            snapshot derive --although-served --lake DIR/lake                                             | --although-served needs --new-atoms
            ingest MADE --watch --new-atoms --lake DIR/lake                                               | --new-atoms is for a single delivery
            snapshot derive --release-lag-days -1 --lake DIR/lake                                         | the days before a release are from 0 to 3650, not -1
            """)
    void newAtomsAreRefusedOnALakeThatWasServed(String line, String message) {
        new ServedMark(Instant.parse("2026-03-09T05:00:00Z"), "1.0").leave(lake);
        CommandRun run = type(line);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message);
        assertThat(kinds()).containsExactly(LedgerEntry.Kind.RELEASE);
    }

    @ParameterizedTest
    @CsvSource({"snapshot derive --new-atoms --lake DIR/lake, false",
            "ingest MADE/late --new-atoms --lake DIR/lake --today 2026-03-09, false",
        "snapshot derive --new-atoms --although-served --lake DIR/lake, true"})
    void newAtomsAreMadeOfAll(String line, boolean served) {
        if (served) {
            new ServedMark(Instant.parse("2026-03-09T05:00:00Z"), "1.0").leave(lake);
        }
        CommandRun run = type(line);
        assertThat(run.code()).as(run.text()).isZero();
        assertThat(kinds()).containsExactly(LedgerEntry.Kind.RELEASE, LedgerEntry.Kind.NEW_ATOMS);
        assertThat(lake.current().orElseThrow().manifest().ledger())
                .satisfies(mark -> assertThat(mark.waitingFishDays()).isZero());
    }

    @Test
    void theLagStaysWithTheLake() {
        assertThat(type("snapshot derive --release-lag-days 7 --lake DIR/lake").code()).isZero();
        assertThat(lake.current().orElseThrow().manifest().privacy()).isEqualTo(new PrivacyRule(3, 85, 7));
        assertThat(type("snapshot derive --min-farmers 2 --lake DIR/lake").code()).isZero();
        assertThat(lake.current().orElseThrow().manifest().privacy()).isEqualTo(new PrivacyRule(2, 85, 7));
    }

    private static TreeMap<String, String> contents(Path root) throws IOException {
        TreeMap<String, String> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                contents.put(root.relativize(file).toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    // with --published-only too: the ledger is that of the lake, not of a snapshot
    @ParameterizedTest
    @CsvSource({"''", "' --published-only'"})
    void aBackupHasTheLedger(String option) throws IOException {
        assertThat(type("snapshot restate --yes --lake DIR/lake --state DIR/state").code()).isZero();
        assertThat(type("snapshot rollback --lake DIR/lake").code()).isZero();
        new ServedMark(Instant.parse("2026-03-09T05:00:00Z"), "1.0").leave(lake);

        CommandRun backup = type("backup DIR/b.zip --lake DIR/lake --state DIR/state" + option);
        assertThat(backup.code()).as(backup.err()).isZero();
        CommandRun restore = type("restore DIR/b.zip --lake DIR/new/lake --state DIR/new/state");
        assertThat(restore.code()).as(restore.err()).isZero();

        assertThat(contents(folder.resolve("new/lake/ledger"))).isEqualTo(contents(folder.resolve("lake/ledger")));
        assertThat(type("snapshot verify --lake DIR/new/lake").code()).isZero();
        assertThat(type("ingest MADE/late --lake DIR/new/lake --today 2026-03-09").code()).isZero();
    }

    // somebody is publishing: the entry may not stay
    @Test
    void aBackupLeavesOutAnEntryOfASnapshotThatIsNotPublished() throws IOException {
        String ledger = lake.ledger().toString();
        Files.copy(Path.of(ledger, "log/000001.json"), Path.of(ledger, "log/000002.json"));
        Files.writeString(Path.of(ledger, "pending"), "{\"entry\": \"log/000002.json\", \"snapshot\": "
                + "\"20260309T000000.000Z\"}");
        assertThat(type("backup DIR/b.zip --lake DIR/lake --state DIR/state").code()).isZero();
        assertThat(type("restore DIR/b.zip --lake DIR/new/lake --state DIR/new/state").code()).isZero();
        assertThat(contents(folder.resolve("new/lake/ledger")).keySet()).contains("log/000001.json")
                .doesNotContain("log/000002.json", "pending");
    }

    @Test
    void aLakeThatHasLostItsLedgerSaysSo() throws IOException {
        DurableFiles.deleteTree(lake.ledger());
        for (String line : List.of("snapshot derive --min-farmers 2 --lake DIR/lake",
                "ingest MADE/late --new-atoms --lake DIR/lake --today 2026-03-09",
                "snapshot restate --yes --lake DIR/lake --state DIR/state",
                "backup DIR/b.zip --lake DIR/lake --state DIR/state", "snapshot prune --lake DIR/lake --keep 1")) {
            CommandRun run = type(line);
            assertThat(run.code()).as(line).isEqualTo(5);
            assertThat(run.err()).as(line).contains("has not the entry 1", "tidemark snapshot repair --from BACKUP")
                    .doesNotContain("\tat ");
        }
        assertThat(type("snapshot verify --lake DIR/lake").code()).isEqualTo(5);
    }
}
