package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.http.Json;
import io.tidemark.server.live.HandMadeDelivery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The certificate of a lake of two publications, and of the same lake with faults in its ledger. */
class SnapshotCertifyTest {

    private static final LocalDate MONDAY = LocalDate.of(2026, 6, 1);

    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Path lake;

    // five groups in one area; the fifth comes late, and waits. In the second week four of them go on
    @BeforeAll
    static void twoPublications() {
        HandMadeDelivery first = new HandMadeDelivery(template.resolve("first"));
        HandMadeDelivery second = new HandMadeDelivery(template.resolve("second"));
        for (int i = 1; i <= 5; i++) {
            first.farmer("F" + i, "G" + i).site("1000" + i, 3);
            if (i < 5) {
                first.stock("F" + i, "1000" + i, MONDAY, MONDAY.plusDays(6), 1000 * i)
                        .loss("F" + i, "1000" + i, MONDAY, "mortality", "A101", i);
            }
            second.stock("F" + i, "1000" + i, i < 5 ? MONDAY.plusDays(7) : MONDAY, MONDAY.plusDays(13), 1000);
        }
        for (Path delivery : new Path[] {first.write(), second.write()}) {
            CommandRun run = CommandRun.of("ingest", delivery.toString(), "--today", "2026-06-14", "--lake",
                    template.resolve("lake").toString());
            assertThat(run.code()).as(run.err()).isZero();
        }
    }

    @BeforeEach
    void start() throws IOException {
        lake = folder.resolve("lake");
        FolderCopy.copy(template.resolve("lake"), lake);
    }

    private CommandRun certify(String... more) {
        List<String> line = new ArrayList<>(List.of("snapshot", "certify", "--lake", lake.toString()));
        line.addAll(List.of(more));
        return CommandRun.of(line.toArray(String[]::new));
    }

    @Test
    void aSoundLedgerIsCertified() throws IOException {
        CommandRun run = certify("--json", "--html", folder.resolve("page.html").toString());

        assertThat(run.code()).as(run.out()).isZero();
        JsonNode made = Json.MAPPER.readTree(run.out());
        assertThat(made.get("holds").asBoolean()).isTrue();
        assertThat(made.at("/atoms/fewest_groups").asInt()).isEqualTo(4);
        // 1000, 2000, 3000 and 4000 fish: who has 3000 knows the largest, 4000, to within the 3000 of the other two
        assertThat(made.at("/atoms/narrowest_percent").asDouble()).isEqualTo(75);
        assertThat(made.get("audits").toString()).contains("\"unsafe\"", "\"unsafe_tenth\"");
        assertThat(made.at("/predecessors/0/ledger_entries").asInt()).isEqualTo(1);
        // 7000 of the late company's first week, of 70000 and then 35000
        assertThat(made.at("/coverage/waiting").asDouble()).isEqualTo(7.0 / 112);
        assertThat(made.get("ledger_sha256").asText()).isEqualTo(Sha256.hex(lake.resolve("ledger/log/000002.json")));
        assertThat(Files.readString(folder.resolve("page.html")))
                .contains("No fault was found", "<td>4, the caller&#39;s too");
    }

    // as if somebody had released what three groups have: the rule asks for one group more
    @Test
    void atomsOfTooFewGroupsAreFound() throws IOException {
        Path file = Lake.at(lake).current().orElseThrow().folder().resolve("manifest.json");
        ObjectNode manifest = (ObjectNode) Json.MAPPER.readTree(file.toFile());
        ((ObjectNode) manifest.get("privacy")).put("min_farmers", 4);
        replace(file, manifest);

        CommandRun run = certify();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).as(run.err()).contains("fault: atom 1 of 2026-06-01 is not safe: 4 groups");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fish_days", "book_before", "book_come", "book_lost", "book_after"})
    void aRowThatChangedAfterItsReleaseIsFound(String column) throws IOException {
        plant("* REPLACE (CASE WHEN site_id = '10002' AND piece_start = DATE '2026-06-01' THEN " + column + " + 1 ELSE "
                + column + " END AS " + column + ")");

        CommandRun run = certify();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).as(run.err()).contains("has 1 released rows that differ here, and 0 atoms that "
                + "are split here");
    }

    @Test
    void anAtomThatWasMadeAnewIsFound() throws IOException {
        plant("* REPLACE (CASE WHEN site_id = '10002' AND piece_start = DATE '2026-06-01' THEN 2 ELSE atom END AS "
                + "atom)");

        CommandRun run = certify();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).as(run.err()).contains("has 0 released rows that differ here, and 1 atoms that "
                + "are split here");
    }

    @Test
    void anAtomWithoutOneOfItsCellsIsFound() throws IOException {
        plant("* REPLACE (CASE WHEN piece_start = DATE '2026-06-01' THEN atom_cells + 1 ELSE atom_cells END AS "
                + "atom_cells)");

        CommandRun run = certify();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).as(run.err()).contains("fault: atom 1 of 2026-06-01 has 1 cells and says 2");
    }

    // as if a program had released them: means of one or two groups
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            released_site_month | SELECT DATE '2026-05-01' AS month, s AS site_id, f AS farmer_id, f AS main_farmer_id, g AS farmer_group_key, 3 AS production_area_id, 1000 AS fish_days, 0.1 AS mortality_rate, 0 AS culling_rate, 0.1 AS loss_rate, 0.1 AS mortality_biomass_rate, 1 AS atom FROM (VALUES ('10001', 'F1', 'G1'), ('10002', 'F2', 'G2')) AS t(s, f, g) | site atom 1 of 2026-05-01 is not safe: 2 groups
            released_tenth      | SELECT DATE '2026-05-01' AS month, 'Sør' AS production_region_name, 'rate' AS measure, '1_m' AS horizon, 'highest' AS side, '10001' AS site_id, 'F1' AS farmer_id, 1 AS site_count, 0.1 AS value, true AS is_shown | the highest tenth of rate over 1_m of Sør in 2026-05-01 is shown, and does not pass
            site_quarter        | SELECT DATE '2026-05-01' AS month, 'A2' AS platform_area_id, '10001' AS site_id, 'F1' AS farmer_id, 'G1' AS farmer_group_key, 0.1 AS loss_rate, 1 AS quarter, true AS is_joined, 1 AS site_count, 1 AS quarter_site_count, 0.1 AS mean_loss_rate | quarter 1 of A2 in 2026-05-01 has members of 1 groups, 1 of 1 of one
            growth_rate         | SELECT DATE '2026-01-01' AS year_start, 2000 AS weight_from, 8 AS degrees, 'F1' AS farmer_id, 'G1' AS farmer_group_key, 10000 AS gain_g, 2000000 AS biomass_g | the growth in 2026 of fish from 2000 g at 8 degrees is not safe: 1 groups
            untreated_rate      | SELECT DATE '2026-05-04' AS week, 2 AS weight_group, 'Sør' AS production_region_name, 'F1' AS farmer_id, 'G1' AS farmer_group_key, 1000 AS fish_days, 1 AS loss_count, 1 AS atom, 1 AS atom_cells | atom 1 of untreated fish of 2 kg in the week from 2026-05-04 is not safe: 1 groups
            released_feed_tail  | SELECT DATE '2026-04-01' AS quarter, 'Sør' AS production_region_name, 'SAL' AS species_code, 6 AS weight_group, 8 AS degrees, NULL AS leaf_month, 'F1' AS farmer_id, 'G1' AS farmer_group_key, 9 AS days, 1 AS highest_days, 1 AS lowest_days, 2.5 AS highest_sfr, NULL AS lowest_sfr, NULL AS median_sfr | the feed rates of Sør, SAL, weight group 6, 8 degrees in the quarter from 2026-04-01 are shown, and do not pass
            """)
    void meansOfTooFewGroupsAreFound(String table, String rows, String fault) throws IOException {
        Lake its = Lake.at(lake);
        Snapshot current = its.current().orElseThrow();
        try (LakeLock _ = its.lock(); DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            LedgerDraft draft = LedgerDraft.begin(its, Ledger.of(current), () -> { });
            draft.add(session, LedgerTables.all().stream().filter(each -> each.name().equals(table)).findFirst()
                    .orElseThrow(), 2026, rows);
            draft.append(current.id(), LedgerEntry.Kind.RELEASE, PrivacyRule.DEFAULT, MONDAY.plusDays(13), null,
                    Instant.now());
            LedgerMark mark = Objects.requireNonNull(current.manifest().ledger());
            current.manifest().with(new LedgerMark(mark.length() + 1, Ledger.of(its).sha256(mark.length() + 1),
                    MONDAY.plusDays(13), mark.fishDays(), mark.waitingFishDays())).write(current.folder());
            draft.settle();
        }

        CommandRun run = certify();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).as(run.err()).contains("fault: " + fault);
    }

    /**
     * Another first file of the ledger's stock in its second entry, as a fault of the program could write it; digests
     * are right.
     */
    private void plant(String columns) throws IOException {
        Path ledger = lake.resolve("ledger");
        Path from = ledger.resolve("released_stock_cell/year=2026/000001.parquet");
        Path to = from.resolveSibling("000002-2.parquet");
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            session.run("COPY (SELECT " + columns + " FROM read_parquet('" + from + "')) TO '" + to
                    + "' (FORMAT parquet)");
        }
        Path log = ledger.resolve("log/000002.json");
        replace(log, Json.MAPPER.readTree(Files.readString(log).replace(
                "released_stock_cell/year=2026/000001.parquet", "released_stock_cell/year=2026/000002-2.parquet")));
        Path file = Lake.at(lake).current().orElseThrow().folder().resolve("manifest.json");
        ObjectNode manifest = (ObjectNode) Json.MAPPER.readTree(file.toFile());
        ((ObjectNode) manifest.get("ledger")).put("sha256", Sha256.hex(log));
        replace(file, manifest);
    }

    private static void replace(Path file, JsonNode content) throws IOException {
        Files.delete(file);
        Files.write(file, Json.MAPPER.writeValueAsBytes(content));
    }
}
