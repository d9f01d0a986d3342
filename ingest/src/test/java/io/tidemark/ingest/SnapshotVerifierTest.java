package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.reference.ShippedReference;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.verify.Finding;
import io.tidemark.data.verify.FolderAdoption;
import io.tidemark.data.verify.SnapshotVerifier;
import io.tidemark.data.verify.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A snapshot of a real ingest is valid; every kind of damage is found and reported with its place and an example. */
class SnapshotVerifierTest {

    private static final SnapshotId COPY = new SnapshotId("copy");

    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Lake lake;
    private Path copy;

    /** Two days of one unit, 3 of 1000 fish dead on the first. */
    @BeforeAll
    static void publish() {
        TestDelivery delivery = new TestDelivery(template).basics()
                .file("farmers/F01/stock.csv", TestDelivery.STOCK + "2025-12-31,100,A,C,SAL,1000,2000,V2025\n"
                        + "2026-01-01,100,A,C,SAL,997,2010,V2025\n")
                .file("farmers/F01/losses.csv", TestDelivery.LOSSES + "2025-12-31,100,A,mortality,A101,3,\n")
                .file("farmers/F01/temperatures.csv", "date,site_id,temperature,depth_m\n2026-01-01,100,7.5,3\n");
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
    }

    /** The lake, and in it a folder with the same files, dropped by hand. */
    @BeforeEach
    void start() throws IOException {
        FolderCopy.copy(template.resolve("lake"), folder.resolve("lake"));
        lake = Lake.at(folder.resolve("lake"));
        copy = lake.folder(COPY);
        FolderCopy.copy(lake.current().orElseThrow().folder(), copy);
        Files.delete(copy.resolve("manifest.json"));
    }

    private EngineSettings engine() {
        return new EngineSettings(2, 512, folder);
    }

    private Verification verifyPublished() {
        SnapshotId id = lake.currentId().orElseThrow();
        return SnapshotVerifier.verify(lake, id, lake.open(id).manifest(), engine());
    }

    private List<String> adopt() {
        return texts(FolderAdoption.verify(lake, COPY, engine()));
    }

    private static List<String> texts(Verification seen) {
        return seen.findings().stream().map(finding -> finding.subject() + " " + finding.problem()).toList();
    }

    /** Rewrites a file of the copy from a query on its rows as {@code t}. */
    private void rewrite(String path, String query) {
        Path file = copy.resolve(path);
        Path draft = folder.resolve("draft.parquet");
        try (DuckSession session = DuckSession.open(engine())) {
            session.run("CREATE TABLE t AS SELECT * FROM read_parquet('" + file + "', hive_partitioning = false)");
            session.run("COPY (" + query + ") TO '" + draft + "' (FORMAT parquet)");
            Files.delete(file);
            Files.move(draft, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatAnIngestMadeIsSound() {
        Verification seen = verifyPublished();
        assertThat(seen.findings()).isEmpty();
        assertThat(seen.tables().get("stock_day")).isNotNull().satisfies(stock -> assertThat(stock.rows()).isEqualTo(2));
        assertThat(adopt()).isEmpty();
    }

    @Test
    void aPartitionMayHaveSeveralFiles() throws IOException {
        Path file = copy.resolve("stock_day/year=2026/stock_day.parquet");
        Path second = file.resolveSibling("part-2.parquet");
        Files.copy(file, second);
        rewrite("stock_day/year=2026/part-2.parquet", "SELECT * REPLACE ('B' AS unit_id) FROM t");
        assertThat(adopt()).isEmpty();
        // and a key must be unique over all of them
        rewrite("stock_day/year=2026/part-2.parquet", "SELECT * REPLACE ('A' AS unit_id) FROM t");
        assertThat(adopt()).containsExactly("stock_day has several rows of one key (date, site_id, unit_id) (1, such as "
                + "2026-01-01 100 A)");
    }

    // FILE stands for the file's path, UNIT for the one unit's day; columns in brackets replace others
    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            stock_day 2026 | * EXCLUDE (feed_g) | FILE has no column feed_g BIGINT
            stock_day 2026 | *, 1 AS extra | FILE column extra INTEGER is not in table stock_day
            stock_day 2026 | (fish_count::BIGINT AS fish_count) | FILE column fish_count is BIGINT, must be INTEGER
            stock_day 2026 | (NULL::VARCHAR AS farmer_id) | FILE 1 rows have no farmer_id
            stock_day 2026 | (DATE '2025-06-01' AS date) | FILE has rows of 2025-06-01 in the partition of 2026
            stock_day 2026 | * FROM t UNION ALL SELECT * | stock_day has several rows of one key (date, site_id, unit_id) UNIT
            stock_day 2026 | ('999' AS site_id) | stock_day has a site_id that table site does not have (1, such as 999)
            stock_day 2026 | ('F99' AS farmer_id) | stock_day has a farmer_id that table farmer does not have
            stock_day 2026 | (1::BIGINT AS biomass_g) | stock_day has a biomass_g that is not fish_count x avg_weight_gram UNIT
            stock_day 2026 | (-1::BIGINT AS feed_g) | stock_day has a count or a weight below zero, or more losses than fish UNIT
            stock_day 2025 | (2 AS mortality_count) | stock_day has loss columns that are not the sums of loss_day UNIT
            stock_day 2025 | (0::BIGINT AS mortality_biomass_g) | stock_day has loss columns that are not the sums of loss_day
            stock_day 2025 | (999 AS delivered_count, 2000::DECIMAL(9,2) AS delivered_weight_gram) | stock_day has a delivered_count and no fish_count that losses raised UNIT
            stock_day 2026 | (997 AS delivered_count, 2010::DECIMAL(9,2) AS delivered_weight_gram) | stock_day has a delivered_count and no fish_count that losses raised UNIT
            stock_day 2026 | (0::DECIMAL(9,2) AS delivered_weight_gram) | stock_day has a delivered_count and no fish_count that losses raised UNIT
            loss_day 2025 | ('Z999' AS category_code) | loss_day has a category_code that table loss_category does not have
            loss_day 2025 | ('F02' AS farmer_id) | loss_day has losses of a unit without stock of the same farmer that day UNIT
            temperature_day 2026 | ('me' AS data_source) | temperature_day has a data_source that is none of farmer, authority
            site | (99 AS production_area_id) | site has a production_area_id that table production_area does not have
            site | ('onshore' AS placement, 3 AS production_area_id) | site has a production area on land, where there are none (
            site | ('Q' AS marine_type_code) | site has a marine_type_code that table marine_type does not have
            platform_area | ([1, 99] AS production_area_ids) | platform_area names a production area that is not there (
            """)
    void whatIsSpoiltIsFound(String place, String columns, String finding) {
        String[] parts = place.split(" ", -1);
        String path = parts[0] + (parts.length > 1 ? "/year=" + parts[1] : "") + "/" + parts[0] + ".parquet";
        rewrite(path, "SELECT " + (columns.startsWith("(") ? "* REPLACE " : "") + columns + " FROM t");
        String expected = finding.replace("FILE", path)
                .replace("UNIT", "(1, such as " + (place.endsWith("2025") ? "2025-12-31" : "2026-01-01") + " 100 A)");
        assertThat(adopt()).anySatisfy(text -> assertThat(text).startsWith(expected));
    }

    @Test
    void allReasonsAreSaidAtOnce() throws IOException {
        rewrite("site/site.parquet", "SELECT * EXCLUDE (site_name) FROM t");
        rewrite("stock_day/year=2025/stock_day.parquet", "SELECT * REPLACE (2 AS mortality_count) FROM t");
        Files.writeString(copy.resolve("notes.txt"), "mine");
        Files.createDirectories(copy.resolve("stock_day/2024"));
        Files.copy(copy.resolve("stock_day/year=2026/stock_day.parquet"), copy.resolve("stock_day/2024/x.parquet"));
        Files.writeString(copy.resolve("farmer/more.parquet"), "not Parquet");
        assertThat(adopt()).hasSize(5).anySatisfy(t -> assertThat(t).startsWith("notes.txt is in the folder of no table"))
                .contains("site/site.parquet has no column site_name VARCHAR",
                        "stock_day/2024/x.parquet is not where a file of stock_day is: stock_day/year=2026/NAME.parquet")
                .anySatisfy(t -> assertThat(t).startsWith("farmer/more.parquet cannot be read as Parquet: "))
                .anySatisfy(t -> assertThat(t).startsWith("stock_day has loss columns"));
    }

    @Test
    void aFolderWithoutSpeciesGetsTheShippedOnes() throws IOException {
        DurableFiles.deleteTree(copy.resolve("species"));
        assertThat(adopt()).isEmpty();
        FolderAdoption.complete(lake, FolderAdoption.verify(lake, COPY, engine()), PrivacyRule.DEFAULT, engine(), Instant.EPOCH);
        assertThat(lake.open(COPY).entries(LakeTables.SPECIES)).singleElement().satisfies(file -> assertThat(file.rows()).isEqualTo(23));
        assertThat(texts(SnapshotVerifier.verify(lake, COPY, lake.open(COPY).manifest(), engine()))).isEmpty();
    }

    @Test
    void aSpeciesThatTheFoldersListDoesNotHaveIsNamed() throws IOException {
        rewrite("species/species.parquet", "SELECT * FROM t WHERE code <> 'SAL'");
        assertThat(adopt()).containsExactly("stock_day has a species_code that table species does not have (1, such as SAL)");
    }

    @Test
    void anEmptyFolderIsNoSnapshot() throws IOException {
        DurableFiles.deleteTree(copy);
        Files.createDirectories(copy);
        assertThat(adopt()).first().isEqualTo("copy holds no Parquet file of any table");
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        Files.createSymbolicLink(copy.resolve("site/linked.parquet"), copy.resolve("site/site.parquet"));
        assertThat(adopt()).containsExactly("site/linked.parquet is not a regular file; links are not followed");
    }

    @Test
    void aNameThatIsAPatternIsRefused() throws IOException {
        Files.move(copy.resolve("site/site.parquet"), copy.resolve("site/[s]ite.parquet"));
        assertThat(adopt()).contains("site/[s]ite.parquet has *, ?, [ or ] in its name; give it another");
    }

    @Test
    void theManifestIsHeldAgainstTheFiles() throws IOException {
        Path published = lake.current().orElseThrow().folder();
        Path file = published.resolve("stock_day/year=2026/stock_day.parquet");
        Manifest manifest = lake.current().orElseThrow().manifest();
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        // the same rows, written by another writer: only bytes and hash differ
        rewrite("stock_day/year=2026/stock_day.parquet", "SELECT * FROM t");
        Files.copy(copy.resolve("stock_day/year=2026/stock_day.parquet"), file);
        assertThat(texts(verifyPublished())).hasSize(2).allSatisfy(t -> assertThat(t).startsWith("stock_day/year=2026/"))
                .anySatisfy(t -> assertThat(t).contains("has SHA-256 ")).anySatisfy(t -> assertThat(t).contains("bytes "));

        Files.delete(file);
        Files.copy(copy.resolve("site/site.parquet"), published.resolve("site/more.parquet"));
        assertThat(texts(verifyPublished())).contains("stock_day/year=2026/stock_day.parquet is in the manifest, but the file is missing",
                "site/more.parquet is not in the manifest");

        Files.delete(published.resolve("site/more.parquet"));
        Files.write(file, bytes);
        String json = Files.readString(published.resolve("manifest.json"));
        Files.writeString(published.resolve("manifest.json"),
                json.replace("\"id\" : \"" + manifest.id(), "\"id\" : \"other").replace("\"rows\" : 2", "\"rows\" : 3"));
        assertThat(texts(verifyPublished())).contains("manifest.json is that of snapshot other",
                "stock_day rows 2, the manifest says 3");
    }

    @Test
    void aCauseThatTheNewListDoesNotHaveIsAWarningForAnIngestsOwn() throws IOException {
        // the list without A101, as ingest lets it pass
        try (Stream<String> lines = Files.lines(shippedCategories())) {
            String list = String.join("\n", lines.filter(line -> !line.contains("A101")).toList()) + "\n";
            TestDelivery next = new TestDelivery(folder).next().file("reference/loss_categories.csv", list);
            assertThat(next.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        }
        Verification seen = verifyPublished();
        assertThat(seen.isSound()).isTrue();
        assertThat(seen.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Finding.Kind.WARNING);
            assertThat(finding.problem()).contains("such as A101");
        });
    }

    private Path shippedCategories() {
        return ShippedReference.copy("loss_categories", folder.resolve("shipped")).orElseThrow();
    }
}
