package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.verify.SnapshotVerifier;
import io.tidemark.ingest.IngestEvent.Overtaken.Then;
import io.tidemark.ingest.IngestEvent.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two ingests at work in one lake: what is published is what the two make one after the other. The other one runs in
 * the middle of the first, at one of its steps.
 */
class ConcurrentTurnTest {

    private static final String TREATMENTS =
            "treatment_id,date,site_id,unit_ids,treatment_category,treatment_target,requires_handling,"
            + "is_antibiotic,treatment_count\n";

    /** Their files, by the name of the delivery. */
    private static final Map<String, Map<String, String>> DELIVERIES = new TreeMap<>(Map.ofEntries(
            Map.entry("F01 2024", year("F01", 100, 2024, 1000, "T1")),
            Map.entry("F01 2025", year("F01", 100, 2025, 1100, "T2")),
            Map.entry("F01 2025 again", year("F01", 100, 2025, 1200, "T2")),
            Map.entry("F01 2025 of T9", year("F01", 100, 2025, 1300, "T9")),
            Map.entry("F01 2024 of T9", year("F01", 100, 2024, 1400, "T9")),
            Map.entry("F02 2024", year("F02", 200, 2024, 2100, "T1")),
            Map.entry("F02 2024 again", year("F02", 200, 2024, 2300, "T3")),
            Map.entry("F02 2025", year("F02", 200, 2025, 2200, "T2")),
            Map.entry("F02 2025 at 300", year("F02", 300, 2025, 2200, "T2")),
            Map.entry("F01 2024 at 300", year("F01", 300, 2024, 1400, "T7")),
            Map.entry("F01 of no site", Map.of("farmers/F01/stock.csv", TestDelivery.STOCK
            + "2025-01-01,999,A,C,SAL,1,2000,V2025\n")),
            Map.entry("lists", Map.of("reference/farmers.csv",
            TestDelivery.FARMERS.replace("Fjordfisk", "Nordfisk")))));

    static {
        String last = TestDelivery.STOCK + "2024-12-31,100,E,C,SAL,10,%d,V2023\n";
        DELIVERIES.put("F01 last weight", Map.of("farmers/F01/stock.csv", last.formatted(500)));
        DELIVERIES.put("F01 last weight again", Map.of("farmers/F01/stock.csv", last.formatted(600)));
        DELIVERIES.put("F01 dead without weight",
                Map.of("farmers/F01/stock.csv", TestDelivery.STOCK + "2025-01-01,100,E,C,SAL,0,0,V2023\n",
                "farmers/F01/losses.csv", TestDelivery.LOSSES + "2025-01-01,100,E,mortality,A101,3,\n"));
    }

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;
    private Lake lake;
    private final List<Then> overtaken = new ArrayList<>();

    private static Map<String, String> year(String farmer, int site, int year, int fish, String treatment) {
        String at = "farmers/" + farmer + "/";
        Map<String, String> files = new TreeMap<>(Map.of(at + "stock.csv", TestDelivery.STOCK
                + days(year, day -> day + "," + site + ",A," + farmer + ",SAL," + (fish - 1)
                        + ",2000,V2023\n") + year + "-03-09," + site + ",A,C,SAL,-5,2000,V2023\n",
                at + "losses.csv", TestDelivery.LOSSES + days(year, day -> day + "," + site + ",A,mortality,A101,"
                + fish / 100 + ",\n")));
        if (farmer.equals("F01")) {
            files.put(at + "feeding.csv", TestDelivery.FEEDING
                    + days(year, day -> day + "," + site + ",A," + fish / 10 + "\n"));
            files.put(at + "temperatures.csv", "date,site_id,temperature\n"
                    + days(year, day -> day + "," + site + "," + fish / 200 + "\n"));
            files.put(at + "treatments.csv", TREATMENTS + treatment + "," + year + "-03-02," + site
                    + ",A,Bath,Lice,true,false,1\n");
        }
        return files;
    }

    private static String days(int year, UnaryOperator<String> row) {
        return IntStream.rangeClosed(1, 4).mapToObj(day -> row.apply(year + "-03-0" + day)).reduce("", String::concat);
    }

    @BeforeAll
    static void begin() {
        DELIVERIES.forEach((name, files) -> files.forEach((path, text) -> {
            try {
                Path file = shared.resolve(name).resolve(path);
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                Files.writeString(file, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
        TestDelivery first = new TestDelivery(shared).basics();
        first.ingest();
        ingest(first.lake, "F01 2024");
        ingest(first.lake, "F02 2024");
    }

    @BeforeEach
    void start() throws IOException {
        lake = copy("lake");
    }

    private Lake copy(String name) throws IOException {
        FolderCopy.copy(shared.resolve("lake"), folder.resolve(name));
        return Lake.at(folder.resolve(name));
    }

    private static IngestOptions options(Lake lake, String name) {
        return new IngestOptions(shared.resolve(name), lake, TestDelivery.TODAY, false, 0.5);
    }

    private static IngestReport ingest(Lake lake, String name) {
        return Ingest.run(options(lake, name), event -> { });
    }

    /** Ingests a delivery; others do something before each of these steps. */
    private IngestReport ingest(String name, Map<Step, Runnable> others) {
        Map<Step, Runnable> left = new EnumMap<>(others);
        return Ingest.run(options(lake, name), event -> {
            if (event instanceof IngestEvent.Overtaken by) {
                overtaken.add(by.then());
            }
            Runnable other = event instanceof IngestEvent.StepBegun begun ? left.remove(begun.step()) : null;
            if (other != null) {
                other.run();
            }
        });
    }

    /** A delivery, and what others publish before it is checked and before it is sealed. */
    record Case(String what, String delivery, SortedMap<Step, String> others, List<Then> then) {

        @Override
        public String toString() {
            return what;
        }
    }

    private static Case of(String what, String delivery, Map<Step, String> others, Then... then) {
        return new Case(what, delivery, new TreeMap<>(others), List.of(then));
    }

    static Stream<Case> cases() {
        return Stream.of(
                of("another farmer", "F01 2025", Map.of(Step.CHECKING, "F02 2025", Step.SEALING, "F02 2024 again"),
                        Then.MERGING_WITH_IT, Then.KEEPING_BOTH),
                of("the same days", "F01 2025 again", Map.of(Step.CHECKING, "F01 2025", Step.SEALING, "F01 2024 of T9"),
                        Then.MERGING_WITH_IT, Then.KEEPING_BOTH),
                of("the same days in the other order", "F01 2025", Map.of(Step.CHECKING, "F01 2025 again"),
                Then.MERGING_WITH_IT),
                of("lists", "F01 2025", Map.of(Step.CHECKING, "lists"), Then.READING_AGAIN),
                of("a treatment of another year", "F01 2025 of T9", Map.of(Step.SEALING, "F01 2024 of T9"),
                Then.READING_AGAIN),
                of("a weight that another year takes from", "F01 last weight again",
                        Map.of(Step.CHECKING, "F01 last weight",
                        Step.SEALING, "F01 dead without weight"), Then.MERGING_WITH_IT, Then.READING_AGAIN),
                of("a weight that is taken from another year", "F01 dead without weight",
                        Map.of(Step.CHECKING, "F01 last weight",
                        Step.SEALING, "F01 last weight again"), Then.MERGING_WITH_IT, Then.READING_AGAIN));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void itIsAsIfOneCameAfterTheOther(Case is) throws IOException {
        Lake inTurn = copy("in-turn");
        List<IngestReport> expectedOthers = is.others.values().stream().map(other -> ingest(inTurn, other)).toList();
        IngestReport expectedReport = ingest(inTurn, is.delivery);

        List<IngestReport> others = new ArrayList<>();
        Map<Step, Runnable> steps = new EnumMap<>(Step.class);
        is.others.forEach((step, other) -> steps.put(step, () -> others.add(ingest(lake, other))));
        IngestReport report = ingest(is.delivery, steps);

        assertThat(overtaken).isEqualTo(is.then);
        for (int i = 0; i < others.size(); i++) {
            checkSame(lake, others.get(i), inTurn, expectedOthers.get(i));
        }
        checkSame(lake, report, inTurn, expectedReport);
        Snapshot made = lake.current().orElseThrow();
        Snapshot expected = inTurn.current().orElseThrow();
        Snapshot parent = lake.open(Objects.requireNonNull(others.getLast().snapshot()));
        assertThat(made.id()).isEqualTo(report.snapshot()).isGreaterThan(parent.id());
        assertThat(made.manifest().parent()).isEqualTo(parent.id().text());
        assertThat(made.manifest().createdAt()).isAfter(parent.manifest().createdAt());
        assertThat(received(made)).isEqualTo(received(expected));
        assertThat(differences(made, expected)).isEmpty();
        if (is.then.contains(Then.KEEPING_BOTH)) {
            // makes the derived tables again, to compare them
            assertThat(SnapshotVerifier.verify(lake, made.id(), made.manifest(), new EngineSettings(1, 512, folder))
                    .findings()).isEmpty();
        }
        checkNothingIsLeft();
    }

    private static void checkSame(Lake lake, IngestReport report, Lake inTurn, IngestReport expected)
            throws IOException {
        assertThat(report.outcome()).isEqualTo(expected.outcome());
        assertThat(report.warnings()).isEqualTo(expected.warnings());
        assertThat(report.reasons()).isEqualTo(expected.reasons());
        assertThat(report.files()).usingRecursiveFieldByFieldElementComparatorIgnoringFields("seconds")
                .isEqualTo(expected.files());
        Manifest made = lake.open(Objects.requireNonNull(report.snapshot())).manifest();
        Manifest in = inTurn.open(Objects.requireNonNull(expected.snapshot())).manifest();
        assertThat(made.sources()).isEqualTo(in.sources());
        assertThat(made.deliveries()).isEqualTo(in.deliveries());
        assertThat(made.privacy()).isEqualTo(in.privacy());
        assertThat(report.rejects()).isEqualTo(report.reasons().isEmpty() ? null : lake.rejects(report.snapshot()));
        if (report.rejects() != null) {
            String farmer = report.files().getFirst().path().startsWith("farmers/F01") ? "F01" : "F02";
            String path = "farmers/" + farmer + "/stock.csv";
            assertThat(Files.readAllLines(report.rejects().resolve(path))).hasSize(2)
                    .isEqualTo(Files.readAllLines(Objects.requireNonNull(expected.rejects()).resolve(path)));
        }
    }

    private static Map<String, String> received(Snapshot snapshot) {
        Map<String, String> received = new TreeMap<>();
        snapshot.manifest().received().forEach((key, last) -> received.put(key, last.delivery()));
        return received;
    }

    private List<String> differences(Snapshot made, Snapshot expected) {
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            return LakeTables.all().stream().flatMap(table -> {
                assertThat(made.entries(table)).as(table.name()).hasSameSizeAs(expected.entries(table));
                String one = whenever(made.rows(table));
                String other = whenever(expected.rows(table));
                return session.list("(" + one + " EXCEPT ALL " + other + ") UNION ALL (" + other + " EXCEPT ALL " + one
                        + ")", row -> table.name() + " " + row.getString(1)).stream();
            }).toList();
        }
    }

    // the same correction in two lakes came at two times
    private static String whenever(String rows) {
        return "SELECT COLUMNS(c -> c <> 'corrected_at') FROM (" + rows + ")";
    }

    private void checkNothingIsLeft() throws IOException {
        lake.lock().close();
        assertThat(lake.root().resolve("staging")).doesNotExist();
        assertThat(lake.root().resolve("leases")).isEmptyDirectory();
    }

    @Test
    void whoChangesTheSameYearsOrTheListsWaits() {
        IngestReport report = ingest("F01 2025", Map.of(Step.WRITING, () -> {
            for (String other : List.of("F02 2025", "lists")) {
                assertThatThrownBy(() -> ingest(lake, other)).as(other).isInstanceOf(LakeInUseException.class);
            }
            IngestReport trial = Ingest.run(options(lake, "F02 2025").trial(), event -> { });
            assertThat(trial.outcome()).as("a trial changes nothing, and need not wait")
                    .isEqualTo(IngestOutcome.DRY_RUN);
        }));
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(overtaken).isEmpty();
    }

    // nobody is named for site 300, and neither had stock there; the other's is of another year
    @Test
    void aSiteThatBecomesAnothersMeanwhileIsAnothers() throws IOException {
        IngestReport report = ingest("F02 2025 at 300", Map.of(Step.SEALING, () -> ingest(lake, "F01 2024 at 300")));
        assertThat(overtaken).containsExactly(Then.READING_AGAIN);
        assertThat(report.outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            assertThat(session.list("SELECT DISTINCT farmer_id FROM (" + lake.current().orElseThrow()
                    .rows(LakeTables.STOCK_DAY)
                    + ") WHERE site_id = '300'", row -> row.getString(1))).containsExactly("F01");
        }
        checkNothingIsLeft();
    }

    @Test
    void whatIsRejectedLeavesWhatTheOtherPublished() throws IOException {
        SnapshotId[] other = new SnapshotId[1];
        IngestReport report = ingest("F01 of no site",
                Map.of(Step.CHECKING, () -> other[0] = ingest(lake, "F01 2025").snapshot()));
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.snapshot()).isNull();
        assertThat(lake.currentId()).contains(other[0]);
        assertThat(Objects.requireNonNull(report.rejects())).isNotEmptyDirectory();
        checkNothingIsLeft();
    }

    @ParameterizedTest
    @CsvSource({"F01 2025, KEEPING_BOTH", "F02 2024 again, READING_AGAIN"})
    void aRollbackMeanwhileIsNotLost(String name, Then then) throws IOException {
        SnapshotId onlyF01 = lake.list().get(1);
        assertThat(ingest(name, Map.of(Step.SEALING, () -> lake.publish(onlyF01))).outcome())
                .isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(overtaken).containsExactly(then);
        Snapshot made = lake.current().orElseThrow();
        assertThat(made.manifest().parent()).isEqualTo(onlyF01.text());
        assertThat(made.entries(LakeTables.STOCK_DAY).stream().mapToLong(Manifest.FileEntry::rows).sum()).isEqualTo(8);
        checkNothingIsLeft();
    }

    @Test
    void aKilledOneIsClearedAwayAndARunningOneIsNot() throws IOException {
        SnapshotId base = lake.currentId().orElseThrow();
        IngestReport report = ingest("F02 2025", Map.of(Step.SEALING, () -> {
            Process other = paused("F01 2024 of T9", Step.SEALING);
            assertThat(ingestOf2023().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
            assertThat(prune().spared()).as("both build on it").containsExactly(base);
            assertThat(staged()).hasSize(2);
            kill(other);
            prune();
            assertThat(staged()).hasSize(1);
        }));
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(overtaken).containsExactly(Then.KEEPING_BOTH);
        assertThat(lake.current().orElseThrow().years(LakeTables.STOCK_DAY)).containsExactly(2023, 2024, 2025);
        assertThat(prune().removed()).contains(base);
        checkNothingIsLeft();
    }

    private Pruning prune() {
        try (LakeLock _ = lake.lock()) {
            return Pruning.plan(lake, 1).carryOut(lake);
        }
    }

    private Set<String> staged() {
        try (Stream<Path> entries = Files.list(lake.root().resolve("staging"))) {
            return entries.map(entry -> entry.getFileName().toString().replaceFirst("Z.*", ""))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private IngestReport ingestOf2023() {
        TestDelivery old = new TestDelivery(folder);
        year("F02", 200, 2023, 900, "").forEach(old::file);
        return Ingest.run(new IngestOptions(old.folder(), lake, TestDelivery.TODAY, false, 0.5), event -> { });
    }

    private Process paused(String name, Step step) {
        try {
            Path tmp = Files.createDirectories(folder.resolve("tmp"));
            Process ingest = JavaProcess.of(List.of("-Djava.io.tmpdir=" + tmp), PausedIngest.class,
                    shared.resolve(name).toString(),
                    lake.root().toString(), step.name()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            assertThat(ingest.inputReader().readLine()).isEqualTo("paused");
            return ingest;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void kill(Process ingest) {
        ingest.destroyForcibly();
        assertThat(ingest.onExit().join().exitValue()).isEqualTo(128 + 9);
    }
}
