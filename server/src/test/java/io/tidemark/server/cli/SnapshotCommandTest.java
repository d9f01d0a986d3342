package io.tidemark.server.cli;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.history.JobRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.event.Event;
import io.tidemark.server.http.Json;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.snapshot.BackgroundVerification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snapshot commands on a lake of three nights, as an operator uses them. */
class SnapshotCommandTest {

    private static final List<String> NIGHTS = new ArrayList<>();
    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Lake lake;

    private CommandRun type(String line) {
        return type(line, lake.root());
    }

    private static CommandRun type(String line, Path lake) {
        return CommandRun.of((line + " --lake " + lake).split(" "));
    }

    @BeforeAll
    static void threeNights() {
        for (int night = 1; night <= 3; night++) {
            LocalDate day = LocalDate.of(2026, 3, night);
            Path delivery = new HandMadeDelivery(template.resolve("night-" + night)).farmer("F1", "G1").site("10001", 3)
                    .stock("F1", "10001", day, day, 1000).write();
            assertThat(type("ingest " + delivery + " --today 2026-03-08", template.resolve("lake")).code()).isZero();
            NIGHTS.add(Lake.at(template.resolve("lake")).currentId().orElseThrow().text());
        }
    }

    @BeforeEach
    void start() throws IOException {
        FolderCopy.copy(template.resolve("lake"), folder.resolve("lake"));
        lake = Lake.at(folder.resolve("lake"));
    }

    private void published(int night) {
        assertThat(lake.currentId()).contains(new SnapshotId(NIGHTS.get(night - 1)));
    }

    /** A folder with the files of the published snapshot and no manifest, as an analyst leaves it. */
    private Path drop(String name) throws IOException {
        Path from = lake.current().orElseThrow().folder();
        Path to = from.resolveSibling(name);
        FolderCopy.copy(from, to, file -> file.toString().endsWith(".parquet"));
        assertThat(to.resolve("site/site.parquet").toFile().setWritable(true)).isTrue();
        return to;
    }

    private CommandRun weeksOf(String name, String... groups) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve(name));
        for (String group : groups) {
            delivery.farmer("F" + group, group).site("1000" + group, 3).shared("1000" + group, "F" + group)
                    .stock("F" + group, "1000" + group, LocalDate.of(2025, 11, 3), LocalDate.of(2026, 2, 1), 1000);
        }
        return type("ingest " + delivery.write() + " --today 2026-03-08 --json", folder.resolve("weeks"));
    }

    private CommandRun doctor() {
        return type("doctor --state " + folder.resolve("state"), folder.resolve("weeks"));
    }

    @Test
    void anIngestAfterWhichEverythingWaitsSaysWhy() throws IOException {
        String why = "nothing is in a benchmark yet, only own figures are shown: ";
        String two = why + "2 farmer groups have fish; a benchmark needs 4";
        assertThat(Json.MAPPER.readTree(weeksOf("two", "1", "2").out()).get("no_benchmark").asText()).isEqualTo(two);
        assertThat(doctor().out()).contains("warning  lake           " + two);

        assertThat(Json.MAPPER.readTree(weeksOf("four", "1", "2", "3", "4").out()).get("no_benchmark").isNull())
                .isTrue();
        assertThat(doctor().out()).doesNotContain("in a benchmark");
    }

    @Test
    void anIngestWithoutACompletePeriodSaysSo() {
        HandMadeDelivery days = new HandMadeDelivery(folder.resolve("days"));
        List.of("1", "2", "3", "4").forEach(group -> days.farmer("F" + group, group).site("1000" + group, 3)
                .stock("F" + group, "1000" + group, LocalDate.of(2026, 3, 3), LocalDate.of(2026, 3, 4), 1000));
        assertThat(type("ingest " + days.write() + " --today 2026-03-08", folder.resolve("weeks")).out())
                .contains("no week or month is complete yet; the stock ends on 2026-03-04");
    }

    private List<String> recorded() {
        return JobRecord.JOBS.stream().filter(job -> JobRecord.of(lake, job).isPresent()).toList();
    }

    @Test
    void jobsThatSucceedAreRecorded() throws IOException {
        Path jobs = lake.root().resolve("jobs");
        assertThat(recorded()).containsExactly("ingest");
        DurableFiles.deleteTree(jobs);
        Path night = template.resolve("night-3");
        assertThat(type("ingest " + night + " --today 2026-03-08 --dry-run").code()).isZero();
        assertThat(type("snapshot prune --keep 3 --dry-run").code()).isZero();
        try (Stream<Path> files = Files.walk(night.resolve("farmers"))) {
            Path file = files.filter(Files::isRegularFile).sorted().findFirst().orElseThrow();
            assertThat(type("ingest --explain " + file + " --today 2026-03-08").code()).isZero();
        }
        assertThat(type("ingest " + Files.createDirectory(folder.resolve("empty"))).code()).isEqualTo(3);
        assertThat(recorded()).isEmpty();
        assertThat(type("ingest " + night + " --today 2026-03-08").out()).contains("nothing new");
        assertThat(type("snapshot prune --keep 3").code()).isZero();
        assertThat(type("backup " + folder.resolve("b.zip") + " --state " + Files.createDirectory(folder.resolve("st")))
                .code()).isZero();
        assertThat(recorded()).containsExactly("backup", "ingest", "prune");
        assertThat(JobRecord.of(lake, "backup").orElseThrow().at()).isBetween(Instant.now().minusSeconds(600),
                Instant.now());
        Files.delete(jobs.resolve("prune"));
        Files.writeString(jobs.resolve("prune"), "cut");
        assertThat(recorded()).containsExactly("backup", "ingest");
    }

    @Test
    void freshnessSaysTheLastDayAndDeliveryOfEachTable() throws IOException {
        // another company, a site less, a corrected day and one that is gone
        Path delivery = new HandMadeDelivery(folder.resolve("next")).farmer("F1", "G1").farmer("F2", "G2")
                .site("10001", 3).site("10002", 3)
                .stock("F1", "10001", LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 1), 900)
                .stock("F1", "10001", LocalDate.of(2026, 3, 3), LocalDate.of(2026, 3, 3), 1000)
                .stock("F2", "10002", LocalDate.of(2025, 12, 31), LocalDate.of(2026, 1, 2), 10).write();
        assertThat(type("ingest " + delivery + " --today 2026-03-08 --sender Coast").code()).isZero();

        JsonNode fresh = Json.MAPPER.readTree(type("lake freshness --json").out());
        List<String> rows = new ArrayList<>();
        fresh.forEach(row -> rows.add(row.get("farmer").asText() + " " + row.get("table").asText() + " "
                + row.get("last_day").asText() + " "
                + row.get("delivery").asText() + " " + row.get("sender").asText()));
        assertThat(rows).contains("F1 stock 2026-03-03 next Coast", "F2 stock 2026-01-02 next Coast",
                "F1 losses null null null",
                "null authority/site null next Coast", "null reference/farmers null next Coast");
        assertThat(type("lake freshness").out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .anyMatch(line -> line.startsWith("F2 stock 2026-01-02 next Coast 20"))
                .first().asString().isEqualTo("FARMER TABLE LAST DAY DELIVERY SENDER TAKEN AT (UTC) LATE");
        assertThat(fresh.findValuesAsText("late")).containsExactly("false", "false");

        assertThat(type("lake claims").out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .startsWith("SITE NAME COMPANIES BY WITH STOCK OTHERS")
                .contains("10001 Site 10001 F1 stock F1 -", "10002 Site 10002 F2 stock F2 -");
        assertThat(Json.MAPPER.readTree(type("lake claims --json").out()).findValuesAsText("named_by")).isNotEmpty()
                .containsOnly("stock");
        // F1's 1 March has other fish than before, and its 2 March is gone
        assertThat(type("snapshot list").out())
                .contains("next by Coast: correction +2, farmer +1, site +1, stock_day +2 (F1, F2)");
    }

    @Test
    void theListSaysWhatIsPublishedAndWhatIsOpen() throws IOException {
        try (SnapshotLease _ = lake.leases().take(new SnapshotId(NIGHTS.get(1)))) {
            drop("by-hand");
            JsonNode list = Json.MAPPER.readTree(type("snapshot list --json").out());
            assertThat(list.findValuesAsText("id")).containsExactly(NIGHTS.get(2), NIGHTS.get(1), NIGHTS.get(0),
                    "by-hand");
            assertThat(list.findValuesAsText("published")).containsExactly("true", "false", "false", "false");
            assertThat(list.findValuesAsText("open")).containsExactly("false", "true", "false", "false");
            assertThat(list.at("/0/base").asText()).isEqualTo(NIGHTS.get(1));
            assertThat(list.at("/0/rows").asLong()).isEqualTo(list.at("/2/rows").asLong() + 2);
            assertThat(list.at("/0/bytes").asLong()).isPositive();
            assertThat(list.at("/3/problem").asText()).isEqualTo("no manifest yet");

            assertThat(list.at("/0/deliveries/0/name").asText()).isEqualTo("night-3");
            assertThat(list.at("/0/deliveries/0/rows").toString()).isEqualTo("{\"stock_day\":1}");

            String table = type("snapshot list").out();
            assertThat(table.lines().filter(line -> line.startsWith(NIGHTS.get(2)))).singleElement().asString()
                    .contains("night-3 by " + Files.getOwner(template) + ": stock_day +1 (F1)");
            assertThat(table.lines().filter(line -> line.startsWith(NIGHTS.get(1)))).singleElement().asString()
                    .contains(" open");
            assertThat(table.lines().filter(line -> line.contains("published"))).singleElement().asString()
                    .startsWith(NIGHTS.get(2));
        }
    }

    @Test
    void rollingBackAndForth() {
        assertThat(type("snapshot rollback").code()).isZero();
        published(2);
        assertThat(type("snapshot rollback").err()).contains("published " + NIGHTS.get(0));
        published(1);
        assertThat(type("snapshot rollback").code()).isEqualTo(2);
        assertThat(type("snapshot publish " + NIGHTS.get(2)).code()).isZero();
        published(3);
    }

    @Test
    void aDamagedSnapshotIsFoundAndNotPublished() throws IOException {
        Path file = lake.folder(new SnapshotId(NIGHTS.get(1))).resolve("site/site.parquet");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.delete(file);
        Files.write(file, bytes);

        CommandRun verify = type("snapshot verify " + NIGHTS.get(1));
        assertThat(verify.code()).isEqualTo(5);
        assertThat(verify.out()).contains("fault: site/site.parquet ", "NOT SOUND");
        assertThat(type("snapshot verify").code()).isZero();
        CommandRun rollback = type("snapshot rollback");
        assertThat(rollback.code()).isEqualTo(3);
        assertThat(rollback.err()).contains("REFUSED: " + NIGHTS.get(1));
        published(3);
        JsonNode json = Json.MAPPER.readTree(type("snapshot verify " + NIGHTS.get(1) + " --json").out());
        assertThat(json.get("sound").asBoolean()).isFalse();
        assertThat(json.at("/findings/0/subject").asText()).isEqualTo("site/site.parquet");
    }

    /**
     * Another file with one byte changed takes its place, as after a disk's fault: snapshots that share the old one
     * still have that.
     */
    private static void flipByte(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 3] ^= (byte) 0xff;
        Files.delete(file);
        Files.write(file, bytes);
    }

    @Test
    void aDamagedFileIsMendedFromAnotherSnapshotsOwnCopyOrFromABackup() throws IOException {
        Path shared = lake.folder(new SnapshotId(NIGHTS.get(2))).resolve("site/site.parquet");
        Path own = lake.folder(new SnapshotId(NIGHTS.get(2))).resolve("stock_day/year=2026/stock_day.parquet");
        byte[] site = Files.readAllBytes(shared);
        byte[] stock = Files.readAllBytes(own);
        Path backup = folder.resolve("backup.zip");
        assertThat(type("backup " + backup + " --state " + folder.resolve("none")).code()).isEqualTo(2);
        assertThat(CommandRun.of("backup", backup.toString(), "--lake", lake.root().toString()).code()).isZero();
        assertThat(type("snapshot repair").out()).isEqualTo("every file is as it was published\n");
        flipByte(shared);
        Files.delete(own);

        CommandRun trial = type("snapshot repair --dry-run");
        assertThat(trial.code()).as(trial.text()).isEqualTo(5);
        assertThat(trial.out()).contains("damaged: site/site.parquet has SHA-256 ", "it is in snapshot "
                + NIGHTS.get(2),
                "  an intact copy is in snapshot " + NIGHTS.get(1), "is missing; it is in snapshot " + NIGHTS.get(2),
                "  NOT REPAIRED: no intact copy is known; next: name a backup with --from",
                "1 of 2 damaged files can be repaired");
        assertThat(Files.readAllBytes(shared)).isNotEqualTo(site);
        assertThat(type("snapshot repair").out())
                .contains("  repaired from snapshot " + NIGHTS.get(1), "1 of 2 damaged files repaired");
        assertThat(Files.readAllBytes(shared)).isEqualTo(site);

        CommandRun repair = type("snapshot repair --from " + backup);
        assertThat(repair.code()).as(repair.text()).isZero();
        assertThat(repair.out()).contains("  repaired from backup " + backup, "1 of 1 damaged files repaired");
        assertThat(Files.readAllBytes(own)).isEqualTo(stock);
        assertThat(Files.getPosixFilePermissions(own).toString()).doesNotContain("WRITE");
        assertThat(type("snapshot verify").code()).isZero();
        assertThat(type("snapshot repair --json").out()).isEqualTo("[]\n");
        assertThat(type("snapshot repair --from " + own).err()).contains("is not a backup of Tidemark");
    }

    @Test
    void aFileThatSeveralSnapshotsShareIsMendedInAll() throws IOException {
        List<Path> places = NIGHTS.stream().map(night ->
                lake.folder(new SnapshotId(night)).resolve("farmer/farmer.parquet")).toList();
        byte[] farmers = Files.readAllBytes(places.getFirst());
        Path backup = folder.resolve("backup.zip");
        assertThat(CommandRun.of("backup", backup.toString(), "--lake", lake.root().toString()).code()).isZero();
        flipByte(places.getFirst());
        for (Path other : places.subList(1, 3)) {
            Files.delete(other);
            Files.createLink(other, places.getFirst());
        }

        CommandRun repair = type("snapshot repair --from " + backup);

        assertThat(repair.code()).as(repair.text()).isZero();
        assertThat(repair.out()).containsOnlyOnce("damaged: farmer/farmer.parquet")
                .contains("it is in snapshots " + NIGHTS.get(2) + ", "
                + NIGHTS.get(1) + ", " + NIGHTS.get(0));
        for (Path place : places) {
            assertThat(Files.readAllBytes(place)).isEqualTo(farmers);
            assertThat(Files.isSameFile(place, places.getFirst())).isTrue();
        }
    }

    @Test
    void theServersVerificationFindsADamagedFileAtItsTimeAndSeesTheRepair() throws IOException {
        Path file = lake.folder(new SnapshotId(NIGHTS.get(2))).resolve("site/site.parquet");
        flipByte(file);
        List<Event> events = new CopyOnWriteArrayList<>();
        // half past two in Norway is half a second away
        Clock clock = Clock.offset(Clock.systemUTC(),
                Duration.between(Instant.now(), Instant.parse("2026-03-08T01:29:59.500Z")));
        try (BackgroundVerification verification = BackgroundVerification.start(lake, LocalTime.of(2, 30), 1,
                events::add, clock, Duration.ofMillis(50))) {
            assertThat(verification.state().verified()).isEqualTo("not since the start");
            eventually().until(() -> events.stream().anyMatch(Event.LakeVerified.class::isInstance));
            assertThat(verification.state().words()).startsWith("1 file is damaged");
            assertThat(verification.state().verified()).startsWith("2026-03-08T01:30:");
            assertThat(events.getFirst()).isInstanceOfSatisfying(Event.FileDamaged.class, damaged -> {
                assertThat(damaged.file() + " " + damaged.place())
                        .isEqualTo("site/site.parquet snapshot " + NIGHTS.get(2));
                assertThat(damaged.problem()).startsWith("has SHA-256 ");
            });
            assertThat(events.getLast()).isInstanceOfSatisfying(Event.LakeVerified.class, all -> {
                assertThat(all.files()).isGreaterThan(10);
                assertThat(all.damaged()).isEqualTo(1);
                // 1 MB a second at most
                assertThat(all.took().toMillis()).isGreaterThanOrEqualTo(all.bytes() * 1000 / (1 << 20) - 100);
            });
            assertThat(type("snapshot repair").code()).isZero();
            eventually().until(() -> verification.state().words().equals("none"));
        }
    }

    @Test
    void aDamagedFileNamesTheSnapshotsThatShareIt() throws IOException {
        Path file = lake.folder(new SnapshotId(NIGHTS.get(2))).resolve("stock_day/year=2026/stock_day.parquet");
        flipByte(file);
        Path other = lake.folder(new SnapshotId(NIGHTS.get(1))).resolve("stock_day/year=2026/stock_day.parquet");
        Files.delete(other);
        Files.createLink(other, file);

        for (int night : List.of(3, 2)) {
            CommandRun verify = type("snapshot verify " + NIGHTS.get(night - 1));
            assertThat(verify.code()).as(verify.text()).isEqualTo(5);
            assertThat(verify.out()).containsOnlyOnce("; the same file is in snapshot "
                    + NIGHTS.get(night == 3 ? 1 : 2))
                    .contains("fault: stock_day/year=2026/stock_day.parquet ");
            assertThat(verify.err()).doesNotContain("report it");
        }
        assertThat(type("snapshot rollback").code()).isEqualTo(3);
        published(3);
    }

    @Test
    void aFolderDroppedByHandIsPublished() throws IOException {
        Path dropped = drop("by-hand");

        CommandRun run = type("snapshot publish by-hand");

        assertThat(run.code()).as(run.out()).isZero();
        assertThat(lake.currentId()).contains(new SnapshotId("by-hand"));
        assertThat(lake.current().orElseThrow().manifest().parent()).isEqualTo(NIGHTS.get(2));
        assertThat(Files.getPosixFilePermissions(dropped.resolve("site/site.parquet")).toString())
                .doesNotContain("WRITE");
        assertThat(type("snapshot verify").out()).contains("snapshot by-hand: sound");
        // and it is a base like any other, also to go back from
        assertThat(type("ingest " + template.resolve("night-1") + " --today 2026-03-08").out()).contains("nothing new");
        assertThat(type("snapshot rollback").code()).isZero();
        published(3);
    }

    @Test
    void aFolderDroppedByHandIsRefusedWithAllReasons() throws IOException {
        Path dropped = drop("by-hand");
        Files.writeString(dropped.resolve("farmer/more.parquet"), "not Parquet");
        Files.writeString(dropped.resolve("notes.txt"), "mine");

        CommandRun run = type("snapshot publish by-hand");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("fault: notes.txt is in the folder of no table",
                "fault: farmer/more.parquet cannot be read as Parquet");
        published(3);
        assertThat(dropped.resolve("manifest.json")).doesNotExist();
        assertThat(dropped.resolve("site/site.parquet").toFile().canWrite()).as("to be put right and tried again")
                .isTrue();
    }

    @Test
    void pruningSparesWhatIsPublishedOrOpen() throws IOException {
        assertThat(type("snapshot publish " + NIGHTS.get(1)).code()).isZero();
        try (SnapshotLease _ = lake.leases().take(new SnapshotId(NIGHTS.get(0)))) {
            JsonNode trial = Json.MAPPER.readTree(type("snapshot prune --keep 1 --dry-run --json").out());
            assertThat(trial.get("removed")).isEmpty();
            assertThat(trial.at("/kept_since_open/0").asText()).isEqualTo(NIGHTS.get(0));
        }
        assertThat(type("snapshot prune --keep 1").out()).contains("removed " + NIGHTS.get(0), "2 snapshots stay");
        assertThat(type("snapshot verify").code()).isZero();
        assertThat(type("snapshot verify " + NIGHTS.get(2)).code()).isZero();
    }

    @Test
    void derivingByTheSameRuleMakesNothing() {
        CommandRun run = type("snapshot derive");

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("was already derived by this rule",
                "cover at least 3 farmer groups besides the caller's");
        published(3);
    }

    @Test
    void derivingByAnotherRuleMakesASnapshotThatSharesTheRest() throws IOException {
        assertThat(type("snapshot derive --min-farmers 0").code()).isEqualTo(2);
        assertThat(type("snapshot derive --max-share 101").code()).isEqualTo(2);
        published(3);

        CommandRun run = type("snapshot derive --min-farmers 2 --max-share 70 --json");

        assertThat(run.code()).as(run.err()).isZero();
        Snapshot made = lake.current().orElseThrow();
        assertThat(Json.MAPPER.readTree(run.out()).get("snapshot").asText()).isEqualTo(made.id().text());
        assertThat(made.manifest().privacy()).isEqualTo(new PrivacyRule(2, 70));
        assertThat(made.manifest().parent()).isEqualTo(NIGHTS.get(2));
        Path stock = made.files(LakeTables.STOCK_DAY).getFirst();
        Path before = lake.open(new SnapshotId(NIGHTS.get(2))).files(LakeTables.STOCK_DAY).getFirst();
        assertThat(Files.getAttribute(stock, "unix:ino")).isEqualTo(Files.getAttribute(before, "unix:ino"));
        assertThat(type("snapshot verify").code()).isZero();
    }

    @Test
    void aSnapshotFromBeforeDerivedTablesIsBroughtUp() throws IOException {
        makeOld(lake.current().orElseThrow());

        CommandRun serve = type("serve --state " + folder.resolve("state") + " --port 0");
        assertThat(serve.code()).isEqualTo(5);
        assertThat(serve.err()).contains("has no derived tables by this program's contracts, or no ledger; tidemark "
                + "snapshot derive makes them");
        CommandRun ingest = type("ingest " + template.resolve("night-1") + " --today 2026-03-08");
        assertThat(ingest.err() + ingest.out()).contains("tidemark snapshot derive");
        published(3);

        assertThat(type("snapshot derive").code()).isZero();

        assertThat(lake.current().orElseThrow().manifest().isDerived()).isTrue();
        assertThat(type("snapshot verify").code()).isZero();
        assertThat(type("ingest " + template.resolve("night-1") + " --today 2026-03-08").out()).contains("nothing new");
    }

    @Test
    void aSnapshotFromBeforeTheSpeciesListIsBroughtUp() throws IOException {
        Snapshot old = lake.current().orElseThrow();
        DurableFiles.deleteTree(old.folder().resolve("species"));
        Path manifest = old.folder().resolve("manifest.json");
        ObjectNode json = (ObjectNode) Json.MAPPER.readTree(manifest.toFile());
        ((ObjectNode) json.get("tables")).remove("species");
        Files.delete(manifest);
        Json.MAPPER.writeValue(manifest.toFile(), json);

        CommandRun serve = type("serve --state " + folder.resolve("state") + " --port 0");
        assertThat(serve.code()).isEqualTo(5);
        assertThat(serve.err()).contains("tidemark snapshot derive makes them");
        CommandRun verify = type("snapshot verify");
        assertThat(verify.code()).as(verify.out() + verify.err()).isZero();
        assertThat(verify.out()).contains("tidemark snapshot derive makes them");

        assertThat(type("snapshot derive").code()).isZero();

        Snapshot made = lake.current().orElseThrow();
        assertThat(made.manifest().isDerived()).isTrue();
        assertThat(made.entries(LakeTables.SPECIES)).singleElement()
                .satisfies(file -> assertThat(file.rows()).isEqualTo(23));
        assertThat(type("snapshot verify").code()).isZero();
    }

    @Test
    void aSiteOnLandLosesItsProductionAreaWhenASnapshotIsBroughtUp() throws IOException {
        Snapshot old = lake.current().orElseThrow();
        Path sites = old.files(LakeTables.SITE).getFirst();
        long all;
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            all = session.number("SELECT count(*) FROM read_parquet('" + sites + "')");
            session.run("CREATE TABLE t AS SELECT * REPLACE ('onshore' AS placement) FROM read_parquet('" + sites
                    + "')");
            assertThat(session.number("SELECT count(production_area_id) FROM t")).isPositive();
            Files.delete(sites);
            session.run("COPY t TO '" + sites + "' (FORMAT parquet)");
        }
        CommandRun derive = type("snapshot derive --min-farmers 2");

        assertThat(derive.code()).as(derive.err()).isZero();
        assertThat(derive.err() + derive.out())
                .containsPattern("the production area of [0-9]+ sites? on land is removed");
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            String made = "FROM read_parquet('" + lake.current().orElseThrow().files(LakeTables.SITE).getFirst() + "')";
            assertThat(session.number("SELECT count(*) " + made)).isEqualTo(all);
            assertThat(session.number("SELECT count(production_area_id) " + made)).isZero();
        }
        assertThat(type("snapshot verify").code()).isZero();
    }

    // as version 1 of the manifest was: neither derived tables nor a rule
    private static void makeOld(Snapshot snapshot) throws IOException {
        for (TableContract table : DerivedTables.all()) {
            DurableFiles.deleteTree(snapshot.folder().resolve(table.name()));
        }
        Path manifest = snapshot.folder().resolve("manifest.json");
        ObjectNode json = (ObjectNode) Json.MAPPER.readTree(manifest.toFile());
        json.put("format_version", 1).remove("privacy");
        ObjectNode tables = (ObjectNode) json.get("tables");
        DerivedTables.all().forEach(table -> tables.remove(table.name()));
        tables.forEach(table -> ((ObjectNode) table).remove("version"));
        Files.delete(manifest);
        Json.MAPPER.writeValue(manifest.toFile(), json);
    }

    // the nightly prune takes an empty list for a lake before its first delivery
    @Test
    void aListSaysThatThePublishedSnapshotIsNotThere() throws IOException {
        published(3);
        Path snapshots = lake.root().resolve("snapshots");
        DurableFiles.deleteTree(snapshots.resolve(NIGHTS.get(2)));
        CommandRun some = type("snapshot list");
        assertThat(some.code()).isEqualTo(5);
        assertThat(some.out()).contains(NIGHTS.get(0), NIGHTS.get(1));
        assertThat(some.err()).contains("the published snapshot " + NIGHTS.get(2) + " is not in ");
        DurableFiles.deleteTree(snapshots);
        CommandRun none = type("snapshot list");
        assertThat(none.code()).isEqualTo(5);
        assertThat(none.err()).startsWith("tidemark snapshot list: ").doesNotContain("no snapshots");
        assertThat(type("snapshot list --json").out()).isEqualToIgnoringWhitespace("[]");
    }

    @Test
    void onlyOneWritesAtATime() {
        try (LakeLock _ = lake.lock()) {
            for (String command : List.of("publish " + NIGHTS.get(0), "rollback", "prune")) {
                CommandRun run = type("snapshot " + command + " --wait 0");
                assertThat(run.code()).as(command).isEqualTo(4);
            }
            assertThat(type("snapshot list").code()).isZero();
            assertThat(type("snapshot verify").code()).isZero();
        }
        published(3);
    }
}
