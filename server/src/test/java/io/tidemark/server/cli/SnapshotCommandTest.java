package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.data.snapshot.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.server.answer.Json;
import io.tidemark.server.live.HandMadeDelivery;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The snapshot commands on a lake of three nights, as an operator uses them. */
class SnapshotCommandTest {

    private static final List<String> NIGHTS = new ArrayList<>();
    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Lake lake;

    private record Run(int code, String out, String err) {}

    private Run type(String line) {
        return type(line, lake.root());
    }

    private static Run type(String line, Path lake) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Tidemark.create(InputStream.nullInputStream())
                .setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code = command.execute((line + " --lake " + lake).split(" "));
        return new Run(code, out.toString(), err.toString());
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
        copy(template.resolve("lake"), folder.resolve("lake"), file -> true);
        lake = Lake.at(folder.resolve("lake"));
    }

    private static void copy(Path from, Path to, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).filter(wanted).toList()) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private void published(int night) {
        assertThat(lake.currentId()).contains(new SnapshotId(NIGHTS.get(night - 1)));
    }

    /** A folder with the files of the published snapshot and no manifest, as an analyst leaves it. */
    private Path drop(String name) throws IOException {
        Path from = lake.current().orElseThrow().folder();
        Path to = from.resolveSibling(name);
        copy(from, to, file -> file.toString().endsWith(".parquet"));
        assertThat(to.resolve("site/site.parquet").toFile().setWritable(true)).isTrue();
        return to;
    }

    @Test
    void theListSaysWhatIsPublishedAndWhatIsOpen() throws IOException {
        try (SnapshotLease _ = lake.leases().take(new SnapshotId(NIGHTS.get(1)))) {
            drop("by-hand");
            JsonNode list = Json.MAPPER.readTree(type("snapshot list --json").out());
            assertThat(list.findValuesAsText("id")).containsExactly(NIGHTS.get(2), NIGHTS.get(1), NIGHTS.get(0), "by-hand");
            assertThat(list.findValuesAsText("published")).containsExactly("true", "false", "false", "false");
            assertThat(list.findValuesAsText("open")).containsExactly("false", "true", "false", "false");
            assertThat(list.at("/0/base").asText()).isEqualTo(NIGHTS.get(1));
            assertThat(list.at("/0/rows").asLong()).isEqualTo(list.at("/2/rows").asLong() + 2);
            assertThat(list.at("/0/bytes").asLong()).isPositive();
            assertThat(list.at("/3/problem").asText()).isEqualTo("no manifest yet");

            String table = type("snapshot list").out();
            assertThat(table.lines().filter(line -> line.startsWith(NIGHTS.get(1)))).singleElement().asString().contains(" open");
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

        Run verify = type("snapshot verify " + NIGHTS.get(1));
        assertThat(verify.code()).isEqualTo(5);
        assertThat(verify.out()).contains("fault: site/site.parquet ", "NOT SOUND");
        assertThat(type("snapshot verify").code()).isZero();
        Run rollback = type("snapshot rollback");
        assertThat(rollback.code()).isEqualTo(3);
        assertThat(rollback.err()).contains("REFUSED: " + NIGHTS.get(1));
        published(3);
        JsonNode json = Json.MAPPER.readTree(type("snapshot verify " + NIGHTS.get(1) + " --json").out());
        assertThat(json.get("sound").asBoolean()).isFalse();
        assertThat(json.at("/findings/0/subject").asText()).isEqualTo("site/site.parquet");
    }

    @Test
    void aFolderDroppedByHandIsPublished() throws IOException {
        Path dropped = drop("by-hand");

        Run run = type("snapshot publish by-hand");

        assertThat(run.code()).as(run.out()).isZero();
        assertThat(lake.currentId()).contains(new SnapshotId("by-hand"));
        assertThat(lake.current().orElseThrow().manifest().parent()).isEqualTo(NIGHTS.get(2));
        assertThat(Files.getPosixFilePermissions(dropped.resolve("site/site.parquet")).toString()).doesNotContain("WRITE");
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

        Run run = type("snapshot publish by-hand");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("fault: notes.txt is in the folder of no table",
                "fault: farmer/more.parquet cannot be read as Parquet");
        published(3);
        assertThat(dropped.resolve("manifest.json")).doesNotExist();
        assertThat(dropped.resolve("site/site.parquet").toFile().canWrite()).as("to be put right and tried again").isTrue();
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
        Run run = type("snapshot derive");

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("has its derived tables by this rule already", "rest on 3 farmer groups besides the caller's");
        published(3);
    }

    @Test
    void derivingByAnotherRuleMakesASnapshotThatSharesTheRest() throws IOException {
        assertThat(type("snapshot derive --min-farmers 0").code()).isEqualTo(2);
        assertThat(type("snapshot derive --max-share 101").code()).isEqualTo(2);
        published(3);

        Run run = type("snapshot derive --min-farmers 2 --max-share 70 --json");

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

        Run serve = type("serve --state " + folder.resolve("state") + " --port 0");
        assertThat(serve.code()).isEqualTo(5);
        assertThat(serve.err()).contains("has no derived tables by this program's contracts; tidemark snapshot derive makes them");
        Run ingest = type("ingest " + template.resolve("night-1") + " --today 2026-03-08");
        assertThat(ingest.err() + ingest.out()).contains("tidemark snapshot derive");
        published(3);

        assertThat(type("snapshot derive").code()).isZero();

        assertThat(lake.current().orElseThrow().manifest().isDerived()).isTrue();
        assertThat(type("snapshot verify").code()).isZero();
        assertThat(type("ingest " + template.resolve("night-1") + " --today 2026-03-08").out()).contains("nothing new");
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

    @Test
    void onlyOneWritesAtATime() {
        try (LakeLock _ = lake.lock()) {
            for (String command : List.of("publish " + NIGHTS.get(0), "rollback", "prune")) {
                Run run = type("snapshot " + command + " --wait 0");
                assertThat(run.code()).as(command).isEqualTo(4);
            }
            assertThat(type("snapshot list").code()).isZero();
            assertThat(type("snapshot verify").code()).isZero();
        }
        published(3);
    }
}
