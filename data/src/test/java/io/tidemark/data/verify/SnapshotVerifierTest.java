package io.tidemark.data.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.TestLake;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.SoundCopies;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.LakeTables;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A whole snapshot is sound; every kind of damage is found and reported with its place and an example. What spoils rows
 * of their own or a file of its own is put into one folder, which is verified once.
 */
class SnapshotVerifierTest {

    private static final SnapshotId COPY = new SnapshotId("copy");

    /** What is changed, and what is said of it. */
    private record Case(String place, String change, String finding) {

        static List<Case> of(String table) {
            return table.lines().map(line -> line.split("\\|", -1))
                    .map(parts -> new Case(parts[0].strip(), parts[1].strip(), parts[2].strip())).toList();
        }

        @Override
        public String toString() {
            return place + " " + finding;
        }
    }

    /**
     * A table and its year: the columns that are set where; the table's fault, which has an example in brackets.
     * Without a change it follows from another row's.
     */
    private static final List<Case> ROWS = Case.of("""
            stock_day 2026 | site_id = '999' WHERE unit_id = 'A'            | has a site_id that table site does not have (999)
            stock_day 2026 | farmer_id = 'F99' WHERE unit_id = 'B'          | has a farmer_id that table farmer does not have (F99)
            stock_day 2026 | species_code = 'QQQ' WHERE unit_id = 'C'       | has a species_code that table species does not have (QQQ)
            stock_day 2026 | biomass_g = 1 WHERE unit_id = 'D'              | has a biomass_g that is not fish_count x avg_weight_gram (2026-01-01 100 D)
            stock_day 2026 | feed_g = -1 WHERE unit_id = 'E'                | has a count or a weight below zero, or more losses than fish (2026-01-01 100 E)
            stock_day 2026 | fish_count = -1, biomass_g = -2000 WHERE unit_id = 'F' | has a count or a weight below zero, or more losses than fish (2026-01-01 100 F)
            stock_day 2026 | avg_weight_gram = -1, biomass_g = -3000 WHERE unit_id = 'G' | has a count or a weight below zero, or more losses than fish (2026-01-01 100 G)
            stock_day 2025 | mortality_count = 4000 WHERE unit_id = 'A'     | has a count or a weight below zero, or more losses than fish (2025-12-31 100 A)
            stock_day 2025 | mortality_count = 2 WHERE unit_id = 'B'        | has loss columns that are not the sums of loss_day (2025-12-31 100 B)
            stock_day 2025 | mortality_biomass_g = 0 WHERE unit_id = 'C'    | has loss columns that are not the sums of loss_day (2025-12-31 100 C)
            stock_day 2025 | delivered_count = 2999, delivered_weight_gram = 2000 WHERE unit_id = 'D' | has a delivered_count and no fish_count that losses raised (2025-12-31 100 D)
            stock_day 2025 | delivered_count = 3000, delivered_weight_gram = 2000 WHERE unit_id = 'E' | has a delivered_count and no fish_count that losses raised (2025-12-31 100 E)
            stock_day 2025 | delivered_weight_gram = 0 WHERE unit_id = 'F'  | has a delivered_count and no fish_count that losses raised (2025-12-31 100 F)
            stock_day 2026 | unit_id = 'H' WHERE unit_id = 'I'              | has several rows of one key (date, site_id, unit_id) (2026-01-01 100 H)
            loss_day 2025  | farmer_id = 'F02' WHERE unit_id = 'G'          | has losses of a unit without stock of the same farmer that day (2025-12-31 100 G)
            loss_day 2025  | category_code = 'Z999' WHERE unit_id = 'H'     | has a category_code that table loss_category does not have (Z999)
            loss_day 2025  | loss_type = 'lost' WHERE unit_id = 'I'         | has a loss_type that is none of mortality, culling (lost)
            loss_day 2025  | loss_count = -1 WHERE unit_id = 'J'            | has a count or a weight below zero (2025-12-31 100 J)
            stock_day 2025 |                                                | has loss columns that are not the sums of loss_day (2025-12-31 100 A)
            stock_day 2025 |                                                | has loss columns that are not the sums of loss_day (2025-12-31 100 I)
            stock_day 2025 |                                                | has loss columns that are not the sums of loss_day (2025-12-31 100 J)
            temperature_day 2026 | data_source = 'me'                       | has a data_source that is none of farmer, authority (me)
            treatment 2026 | treatment_category = 'Magic' WHERE treatment_id = '1' | has a treatment_category that is none of Bath, Medicinal, Mechanical, Thermal, Freshwater, Cleanerfish, Combination, Vaccination, Other (Magic)
            treatment 2026 | treatment_id = '2' WHERE treatment_id = '3'    | has several rows of one key (farmer_id, treatment_id) (F01 2)
            site           | production_area_id = 99 WHERE site_id = '200'  | has a production_area_id that table production_area does not have (99)
            site           | production_area_id = 3 WHERE site_id = '300'   | has a production area on land, where there are none (300)
            site           | marine_type_code = 'Q' WHERE site_id = '300'   | has a marine_type_code that table marine_type does not have (Q)
            farmer         | tier = 'gold' WHERE farmer_id = 'F02'          | has a tier that is none of premium, standard (gold)
            platform_area  | production_area_ids = [3, 98] WHERE area_id = 'A2' | names a production area that is not there (A2 98)
            production_area |                                               | is not in exactly one platform area (4)
            """);

    /** A path: what the file is written from, where t has a sound row; what is said of the file. */
    private static final List<Case> FILES = Case.of("""
            stock_day/year=2026/a.parquet | SELECT * EXCLUDE (feed_g) FROM t                      | has no column feed_g BIGINT
            stock_day/year=2026/b.parquet | SELECT *, 1 AS extra FROM t                           | column extra INTEGER is not in table stock_day
            stock_day/year=2026/c.parquet | SELECT * REPLACE (fish_count::BIGINT AS fish_count) FROM t | column fish_count is BIGINT, must be INTEGER
            stock_day/year=2026/d.parquet | SELECT * REPLACE (NULL::VARCHAR AS farmer_id) FROM t  | 1 rows have no farmer_id
            stock_day/year=2026/e.parquet | SELECT * REPLACE (DATE '2025-06-01' AS date) FROM t   | has rows of 2025-06-01 in the partition of 2026
            stock_day/year=2025/f.parquet | SELECT * FROM t                                       | has rows of 2026-01-01 in the partition of 2025
            stock_day/2024/g.parquet      | SELECT * FROM t                                       | is not where a file of stock_day is: stock_day/year=2026/NAME.parquet
            stock_day/h.parquet           | SELECT * FROM t                                       | is not where a file of stock_day is: stock_day/year=2026/NAME.parquet
            site/year=2026/i.parquet      | SELECT * FROM t                                       | is not where a file of site is: site/NAME.parquet
            stock/year=2026/j.parquet     | SELECT * FROM t                                       | is in the folder of no table; there are stock_day, loss_day, temperature_day
            site/[s]ite.parquet           | SELECT * FROM t                                       | has *, ?, [ or ] in its name; give it another
            site/.hidden.parquet          | SELECT * FROM t                                       |
            """);

    @TempDir
    private static Path template;
    private static List<String> rowFindings = List.of();
    private static List<String> fileFindings = List.of();

    @TempDir
    private Path folder;
    private Lake lake;
    private Path copy;

    /** Two days of one unit, 3 of 3000 fish dead on the first; a temperature, a treatment and two more sites. */
    @BeforeAll
    static void publish() throws IOException {
        Lake made = Lake.at(template.resolve("lake"));
        TestLake.coast(made, "33").groups("12")
                .add(LakeTables.SITE, "SELECT '300' AS site_id, 'Settefisken' AS site_name, 'onshore' AS placement")
                .add(LakeTables.MARINE_TYPE, "SELECT '1' AS code, 'Åpen kyst' AS name")
                .stock(1, LocalDate.of(2025, 12, 31), LocalDate.of(2026, 1, 1), 3000)
                .add(LakeTables.TEMPERATURE_DAY, "SELECT DATE '2026-01-01' AS date, '100' AS site_id, 'F01' AS "
                        + "farmer_id, 3 AS depth_m, "
                        + "7.5 AS temperature, 1 AS measurement_count, 'farmer' AS data_source")
                .add(LakeTables.TREATMENT, "SELECT '1' AS treatment_id, DATE '2026-01-01' AS date, '100' AS site_id, "
                        + "'F01' AS farmer_id, "
                        + "'SAL' AS species_code, 'Thermal' AS treatment_category, 'Lice' AS treatment_target, true "
                        + "AS requires_handling, "
                        + "false AS is_antibiotic, 1 AS treatment_count, 'farmer' AS data_source")
                .publish();
        rowFindings = spoilRows(spoilt(made, "rows"));
        fileFindings = spoilFiles(spoilt(made, "files"));
    }

    /** A copy of the lake, and in it a folder with the published files, dropped by hand. */
    private static Lake spoilt(Lake from, String name) throws IOException {
        Lake to = Lake.at(template.resolve(name));
        TestLake.copy(from.root(), to.root());
        drop(to);
        return to;
    }

    private static Path drop(Lake lake) throws IOException {
        Path folder = lake.folder(COPY);
        TestLake.copy(lake.current().orElseThrow().folder(), folder);
        Files.delete(folder.resolve("manifest.json"));
        return folder;
    }

    private static List<String> spoilRows(Lake lake) {
        Path folder = lake.folder(COPY);
        try (DuckSession session = DuckSession.open(TestLake.settings(template))) {
            for (String place : new TreeSet<>(ROWS.stream().map(Case::place).toList())) {
                String table = place.split(" ", -1)[0];
                // units A to J, treatments 1 to 10
                String more = switch (table) {
                    case "stock_day", "loss_day" -> "SELECT * REPLACE (chr(CAST(65 + i AS INTEGER)) AS unit_id) FROM "
                            + "t, range(10) AS u(i)";
                    case "treatment" -> "SELECT * REPLACE (CAST(i + 1 AS VARCHAR) AS treatment_id) FROM t, range(10) "
                            + "AS u(i)";
                    default -> "SELECT * FROM t";
                };
                session.run("CREATE OR REPLACE TABLE t AS SELECT * FROM read_parquet('" + folder.resolve(path(place))
                        + "', hive_partitioning = false)");
                session.run("CREATE OR REPLACE TABLE t AS SELECT * " + (more.contains("AS u(i)") ? "EXCLUDE (i) " : "")
                        + "FROM (" + more + ")");
                ROWS.stream().filter(each -> each.place.equals(place) && !each.change.isEmpty())
                        .forEach(each -> session.run("UPDATE t SET " + each.change));
                write(session, folder.resolve(path(place)), "SELECT * FROM t");
            }
        }
        return TestLake.texts(FolderAdoption.verify(lake, COPY, TestLake.settings(template)));
    }

    private static List<String> spoilFiles(Lake lake) {
        Path folder = lake.folder(COPY);
        try (DuckSession session = DuckSession.open(TestLake.settings(template))) {
            session.run("CREATE TABLE t AS SELECT * REPLACE ('B' AS unit_id) FROM read_parquet('"
                    + folder.resolve(path("stock_day 2026")) + "', hive_partitioning = false)");
            FILES.forEach(each -> write(session, folder.resolve(each.place), each.change));
        }
        return TestLake.texts(FolderAdoption.verify(lake, COPY, TestLake.settings(template)));
    }

    private static void write(DuckSession session, Path file, String select) {
        try {
            Files.createDirectories(file.getParent());
            session.run("COPY (" + select + ") TO '" + template.resolve("draft.parquet") + "' (FORMAT parquet)");
            Files.move(template.resolve("draft.parquet"), file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String path(String place) {
        String[] parts = place.split(" ", -1);
        return parts[0] + (parts.length > 1 ? "/year=" + parts[1] : "") + "/" + parts[0] + ".parquet";
    }

    @BeforeEach
    void start() throws IOException {
        lake = Lake.at(folder.resolve("lake"));
        TestLake.copy(template.resolve("lake"), lake.root());
        copy = drop(lake);
    }

    private List<String> adopt() {
        return TestLake.texts(FolderAdoption.verify(lake, COPY, TestLake.settings(folder)));
    }

    /** Rewrites a file of the copy from a query on its rows as {@code t}. */
    private void rewrite(String path, String query) {
        try (DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            session.run("CREATE TABLE t AS SELECT * FROM read_parquet('" + copy.resolve(path)
                    + "', hive_partitioning = false)");
            write(session, copy.resolve(path), query);
        }
    }

    @Test
    void whatWasPublishedIsSound() {
        Verification seen = TestLake.verify(lake);
        assertThat(seen.findings()).isEmpty();
        // also a site without a region, where no regions are listed
        assertThat(TestLake.rows(lake, "SELECT DISTINCT marine_type_region_code FROM site")).containsExactly("-");
        assertThat(seen.tables().get("marine_type_region")).isNotNull()
                .satisfies(regions -> assertThat(regions.rows()).isZero());
        assertThat(seen.tables().get("stock_day")).isNotNull()
                .satisfies(stock -> assertThat(stock.rows()).isEqualTo(2));
        assertThat(adopt()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("ROWS")
    void aSpoiltRowIsFound(Case each) {
        assertThat(rowFindings).contains(finding(each));
    }

    @Test
    void nothingElseIsFound() {
        assertThat(rowFindings).containsExactlyInAnyOrderElementsOf(new TreeSet<>(ROWS.stream()
                .map(SnapshotVerifierTest::finding).toList()));
    }

    /**
     * The finding with the number of all rows that are wrong in this way, and the first three examples of the first
     * year.
     */
    private static String finding(Case of) {
        String fault = fault(of);
        List<Case> same = ROWS.stream().filter(each -> fault(each).equals(fault)).toList();
        String first = same.stream().map(Case::place).min(String::compareTo).orElseThrow();
        return fault + " (" + same.size() + ", such as " + same.stream().filter(each -> each.place.equals(first))
                .map(SnapshotVerifierTest::example).sorted().limit(3).collect(Collectors.joining("; ")) + ")";
    }

    private static String fault(Case of) {
        return of.place.split(" ", -1)[0] + " " + of.finding.substring(0, of.finding.lastIndexOf(" ("));
    }

    private static String example(Case of) {
        return of.finding.substring(of.finding.lastIndexOf(" (") + 2, of.finding.length() - 1);
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("FILES")
    void aSpoiltFileIsFound(Case each) {
        assertThat(fileFindings).filteredOn(text -> text.startsWith(each.place + " ")).allSatisfy(text ->
                assertThat(text).startsWith(each.place + " " + each.finding)).hasSize(each.finding.isEmpty() ? 0 : 1);
    }

    @Test
    void aPartitionMayHaveSeveralFiles() throws IOException {
        Path file = copy.resolve("stock_day/year=2026/stock_day.parquet");
        Files.copy(file, file.resolveSibling("part-2.parquet"));
        rewrite("stock_day/year=2026/part-2.parquet", "SELECT * REPLACE ('B' AS unit_id) FROM t");
        assertThat(adopt()).isEmpty();
    }

    @Test
    void allReasonsAreSaidAtOnce() throws IOException {
        rewrite("site/site.parquet", "SELECT * EXCLUDE (site_name) FROM t");
        rewrite("stock_day/year=2025/stock_day.parquet", "SELECT * REPLACE (2 AS mortality_count) FROM t");
        Files.writeString(copy.resolve("notes.txt"), "mine");
        Files.createSymbolicLink(copy.resolve("site/linked.parquet"), copy.resolve("site/site.parquet"));
        Files.writeString(copy.resolve("farmer/more.parquet"), "not Parquet");
        assertThat(adopt()).hasSize(5).contains("site/site.parquet has no column site_name VARCHAR",
                        "site/linked.parquet is not a regular file; links are not followed")
                .anySatisfy(t -> assertThat(t).startsWith("notes.txt is in the folder of no table"))
                .anySatisfy(t -> assertThat(t).startsWith("farmer/more.parquet cannot be read as Parquet: "))
                .anySatisfy(t -> assertThat(t).startsWith("stock_day has loss columns"));
    }

    @Test
    void anEmptyFolderIsNoSnapshot() throws IOException {
        DurableFiles.deleteTree(copy);
        Files.createDirectories(copy);
        assertThat(adopt()).first().isEqualTo("copy holds no Parquet file of any table");
    }

    @Test
    void theManifestIsHeldAgainstTheFiles() throws IOException {
        Path published = lake.current().orElseThrow().folder();
        String path = "stock_day/year=2026/stock_day.parquet";
        // the same rows, written by another writer: only bytes and hash differ
        rewrite(path, "SELECT * FROM t");
        Files.move(copy.resolve(path), published.resolve(path), StandardCopyOption.REPLACE_EXISTING);
        assertThat(TestLake.texts(TestLake.verify(lake))).hasSize(2).allSatisfy(t -> assertThat(t).startsWith(path))
                .anySatisfy(t -> assertThat(t).contains("has SHA-256 "))
                .anySatisfy(t -> assertThat(t).contains("bytes "));

        Files.delete(published.resolve(path));
        Files.copy(copy.resolve("site/site.parquet"), published.resolve("site/more.parquet"));
        assertThat(TestLake.texts(TestLake.verify(lake)))
                .contains(path + " is in the manifest, but the file is missing",
                "site/more.parquet is not in the manifest");
    }

    @Test
    void aChangedByteIsFound() throws IOException {
        Path file = lake.current().orElseThrow().folder().resolve("farmer/farmer.parquet");
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("Laks 1");
        bytes[at] = 'S';
        Files.delete(file);
        Files.write(file, bytes);
        assertThat(TestLake.texts(TestLake.verify(lake))).singleElement()
                .satisfies(text -> assertThat(text).startsWith("farmer/farmer.parquet "));
    }

    /**
     * One flipped byte anywhere in a file: in a page, which is met only when its column is read, in the footer, at an
     * end.
     */
    @ParameterizedTest(name = "at {0} of 20")
    @ValueSource(ints = {0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 20})
    void aFlippedByteNamesItsFile(int part) throws IOException {
        String path = "stock_day/year=2026/stock_day.parquet";
        Path published = lake.current().orElseThrow().folder().resolve(path);
        for (Path file : List.of(published, copy.resolve(path))) {
            byte[] bytes = Files.readAllBytes(file);
            bytes[(bytes.length - 1) * part / 20] ^= (byte) 0xff;
            Files.delete(file);
            Files.write(file, bytes);
        }
        assertThat(TestLake.texts(TestLake.verify(lake))).isNotEmpty()
                .allSatisfy(text -> assertThat(text).startsWith(path + " "));
        // without a manifest a byte of a value is not noticed by itself; a file that cannot be read is named
        assertThat(adopt()).allSatisfy(text -> assertThat(text).startsWith("stock_day"));
    }

    /** What is replaced in the manifest, by what; and what is said. */
    private static final List<Case> MANIFEST = Case.of("""
            "id" : "SELF"                     | "id" : "other"                    | manifest.json is that of snapshot other
            "complete_through" : "2026-01-01" | "complete_through" : "2025-12-31" | manifest.json says that the stock is complete through 2025-12-31, and the snapshot's tables say 2026-01-01
            "rows" : 2,                       | "rows" : 9,                       | stock_day rows 2, the manifest says 9
            "first_date" : "2025-12-31"       | "first_date" : "2025-12-30"       | loss_day/year=2025/loss_day.parquet first date 2025-12-31, the manifest says 2025-12-30
            "last_date" : "2026-01-01"        | "last_date" : "2026-01-02"        | temperature_day/year=2026/temperature_day.parquet last date 2026-01-01, the manifest says 2026-01-02
            "marine_type" : {                 | "water_type" : {                  | marine_type/marine_type.parquet is in the manifest under table water_type
            """);

    @Test
    void aManifestThatDoesNotFitIsFound() throws IOException {
        Path file = lake.current().orElseThrow().folder().resolve("manifest.json");
        String json = Files.readString(file);
        for (Case each : MANIFEST) {
            String text = each.place.replace("SELF", lake.currentId().orElseThrow().text());
            assertThat(json).contains(text);
            json = json.replace(text, each.change);
        }
        Files.writeString(file, json);
        assertThat(TestLake.texts(TestLake.verify(lake))).containsAll(MANIFEST.stream().map(Case::finding).toList());
    }

    @Test
    void aSnapshotWithoutDerivedTablesIsSoundAndSaysSo() throws IOException {
        Snapshot published = lake.current().orElseThrow();
        Manifest was = published.manifest();
        new Manifest(was.formatVersion(), was.id(), was.createdAt(), was.parent(), null, was.completeThrough(),
                was.tables(), List.of())
                .write(published.folder());
        assertThat(TestLake.verify(lake).findings()).containsExactly(new Finding(Finding.Kind.WARNING, "manifest.json",
                "says of no derived tables by this program's contracts; tidemark snapshot derive makes them"));
    }

    /** A derived table and its year: its other rows, for which the manifest is made. */
    private static final List<Case> DERIVED = Case.of("""
            stock_cell 2026      | SELECT * REPLACE (1::BIGINT AS fish_days) FROM t     | stock_cell of 2026 is not what the snapshot's other tables make
            loss_cell 2025       | SELECT * FROM t UNION ALL SELECT * FROM t            | loss_cell of 2025 is not what the snapshot's other tables make
            treatment_touch 2026 | SELECT * REPLACE ('B' AS unit_id) FROM t             | treatment_touch of 2026 is not what the snapshot's other tables make
            cohort_year 2025     | SELECT * REPLACE (DATE '2025-12-30' AS last_date) FROM t | cohort_year of 2025 is not what the snapshot's other tables make
            """);

    @Test
    void aDerivedTableIsMadeAgain() throws IOException {
        Snapshot published = lake.current().orElseThrow();
        for (Case each : DERIVED) {
            rewrite(path(each.place), each.change);
            Files.move(copy.resolve(path(each.place)), published.folder().resolve(path(each.place)),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        Manifest was = published.manifest();
        new Manifest(was.formatVersion(), was.id(), was.createdAt(), was.parent(), was.privacy(), was.completeThrough(),
                TestLake.verify(lake).tables(), List.of()).write(published.folder());
        assertThat(TestLake.texts(TestLake.verify(lake)))
                .containsExactlyInAnyOrderElementsOf(DERIVED.stream().map(Case::finding).toList());
    }

    @Test
    void whatIsWrittenMeanwhileIsFound() throws IOException {
        SnapshotFolder seen = SnapshotFolder.read(copy, LakeTables.delivered());
        assertThat(seen.changes()).isEmpty();
        Files.setLastModifiedTime(copy.resolve("site/site.parquet"), FileTime.from(Instant.EPOCH));
        Files.delete(copy.resolve("farmer/farmer.parquet"));
        assertThat(seen.changes()).containsExactly(Finding.fault("farmer/farmer.parquet",
                "went away while it was looked at"),
                Finding.fault("site/site.parquet", "was written to while it was looked at"));
    }

    /** A place that says of two files that it has them, and has one. */
    private record Copies(byte[] content, Set<String> claimed) implements SoundCopies {

        @Override
        public String name() {
            return "elsewhere";
        }

        @Override
        public boolean has(String sha256) {
            return claimed.contains(sha256);
        }

        @Override
        public void copy(String sha256, OutputStream out) throws IOException {
            out.write(content);
        }
    }

    @Test
    void aCopyWithAnotherDigestMendsNothing() throws IOException {
        String released = Ledger.of(lake).files().getFirst();
        String stock = "stock_day/year=2026/stock_day.parquet";
        Path lost = lake.ledger().resolve(released);
        byte[] content = Files.readAllBytes(lost);
        Path flipped = lake.current().orElseThrow().folder().resolve(stock);
        byte[] other = Files.readAllBytes(flipped);
        Set<String> claimed = Set.of(Sha256.hex(content), Sha256.hex(other));
        Files.delete(lost);
        other[other.length / 2] ^= 1;
        Files.delete(flipped);
        Files.write(flipped, other);

        List<LakeRepair.Outcome> outcomes = LakeRepair.run(lake, List.of(new Copies(content, claimed)), false);

        assertThat(outcomes).extracting(outcome -> outcome.damage().file().path() + " " + outcome.source())
                .containsExactlyInAnyOrder(
                "ledger/" + released + " elsewhere", stock + " null");
        assertThat(outcomes).anySatisfy(outcome ->
                assertThat(outcome.damage().words()).endsWith(" is missing; it is in the ledger"));
        assertThat(Files.readAllBytes(lost)).isEqualTo(content);
        assertThat(Files.readAllBytes(flipped)).isEqualTo(other);
        assertThat(TestLake.files(lake.root())).noneMatch(file -> file.endsWith(".tmp"));
        assertThat(LakeScrub.of(lake, () -> { }).damaged()).hasSize(1);
    }

    // an ingest lets a list pass that has lost a code
    @Test
    void aCauseThatTheListDoesNotHaveIsAWarningInASnapshot() {
        TestLake.next(lake).replace(LakeTables.LOSS_CATEGORY,
                "SELECT * REPLACE ('A102' AS level_3_code) FROM loss_category").publish();
        Verification seen = TestLake.verify(lake);
        assertThat(seen.isSound()).isTrue();
        assertThat(seen.findings()).containsExactly(new Finding(Finding.Kind.WARNING, "loss_day",
                "has a category_code that table loss_category does not have (1, such as A101)"));
        VerificationReport report = VerificationReport.of(seen);
        assertThat(report.sound()).isTrue();
        assertThat(report.findings()).singleElement().satisfies(item -> assertThat(item.kind()).isEqualTo("warning"));
        assertThat(report.rows()).isEqualTo(seen.rows()).isPositive();
    }
}
