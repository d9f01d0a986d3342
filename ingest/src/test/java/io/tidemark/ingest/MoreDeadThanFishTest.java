package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.verify.SnapshotVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Losses of more fish than a unit-day's stock raise it to them, at the unit's weight of that day, else its last one
 * before, else the first after; and it does not matter in which deliveries stock and losses come.
 */
class MoreDeadThanFishTest {

    /**
     * A unit's stock and losses. Days of December lie in 2025, the others in 2026; 10x200 are 10 fish of 200 g, and of
     * losses the weight may be missing.
     *
     * @param expected the stock that is raised: day, fish, weight, biomass, dead, their grams | fish and weight as
     *                 delivered
     */
    record Case(String name, List<String> stock, List<String> losses, List<String> expected) {

        static Case of(String line) {
            List<String> parts = Stream.of(line.split("; *", -1)).map(String::strip).toList();
            return new Case(parts.get(0), rows(parts.get(1)), rows(parts.get(2)), rows(parts.get(3)));
        }

        private static List<String> rows(String list) {
            return list.isEmpty() ? List.of() : List.of(list.split(", *", -1));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Case> CASES = """
            the weight of the day; 01-01 10x200; 01-01 25; 01-01 25 200.00 5000 25 5000 | 10 200.00
            of an empty unit too; 01-01 0x150; 01-01 3; 01-01 3 150.00 450 3 450 | 0 150.00
            weighed losses keep their weight; 01-01 10x200; 01-01 12x50; 01-01 12 200.00 2400 12 600 | 10 200.00
            without one the last before; 01-01 100x100, 01-02 90x110, 01-03 0x0, 01-04 0x0, 01-05 50x300; 01-04 4; 01-04 4 110.00 440 4 440 | 0 0.00
            of a day without fish too; 01-01 100x100, 01-02 0x120, 01-03 0x0; 01-03 2; 01-03 2 120.00 240 2 240 | 0 0.00
            else the first after; 01-01 0x0, 01-02 0x0, 01-03 80x250, 01-04 80x260; 01-02 2; 01-02 2 250.00 500 2 500 | 0 0.00
            what was taken is not taken further; 01-01 0x0, 01-02 0x0, 01-03 10x90; 01-01 1, 01-02 1; 01-01 1 90.00 90 1 90 | 0 0.00, 01-02 1 90.00 90 1 90 | 0 0.00
            from the year before; 12-30 100x390, 12-31 100x400, 01-01 0x0, 01-02 90x500; 01-01 2; 01-01 2 400.00 800 2 800 | 0 0.00
            from the year after; 12-30 0x0, 12-31 0x0, 01-02 60x70, 01-03 60x80; 12-30 3; 12-30 3 70.00 210 3 210 | 0 0.00
            the same year before the year before; 12-31 100x400, 01-01 90x500, 01-02 0x0; 01-02 1; 01-02 1 500.00 500 1 500 | 0 0.00
            as many lost as there were are not raised; 01-01 10x200; 01-01 10;
            """.lines().map(Case::of).toList();

    @TempDir
    private static Path shared;
    private static TestDelivery made;

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeAll
    static void lists() {
        made = new TestDelivery(shared).basics();
        assertThat(made.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
    }

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).on(made.lake);
    }

    private static String date(String row) {
        return (row.startsWith("12") ? "2025-" : "2026-") + row.substring(0, 5);
    }

    private static String stock(List<String> rows) {
        return rows.stream().map(row -> stockLine("100", row)).collect(Collectors.joining("", STOCK, ""));
    }

    private static String stockLine(String site, String row) {
        return date(row) + "," + site + ",U,K1,SAL," + row.substring(6).replace('x', ',') + ",V2025\n";
    }

    private static String losses(List<String> rows) {
        return rows.stream().map(row -> lossLine("100", row)).collect(Collectors.joining("", LOSSES, ""));
    }

    private static String lossLine(String site, String row) {
        return date(row) + "," + site + ",U,mortality,A101," + row.substring(6).replace('x', ',')
                + (row.contains("x") ? "\n" : ",\n");
    }

    private IngestReport deliver(String stock, String losses) {
        delivery.next();
        if (!stock.isEmpty()) {
            delivery.file("farmers/F01/stock.csv", stock);
        }
        if (!losses.isEmpty()) {
            delivery.file("farmers/F01/losses.csv", losses);
        }
        return delivery.ingest();
    }

    private static void assertPublished(IngestReport report) {
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.reasons()).isEmpty();
    }

    private List<String> raised(String site) {
        return delivery.rows("SELECT strftime(date, '%m-%d'), fish_count, avg_weight_gram, biomass_g, "
                + "mortality_count, mortality_biomass_g, '|', "
                + "delivered_count, delivered_weight_gram FROM stock_day WHERE delivered_count IS NOT NULL AND "
                + "site_id = '" + site + "' ORDER BY date");
    }

    private List<String> all() {
        return Stream.of("stock_day", "loss_day")
                .flatMap(table -> delivery.rows("SELECT * FROM " + table + " ORDER BY ALL").stream()).toList();
    }

    private void assertSound() {
        Snapshot snapshot = delivery.lake.current().orElseThrow();
        assertThat(SnapshotVerifier.verify(delivery.lake, snapshot.id(), snapshot.manifest(),
                new EngineSettings(1, 512, folder)).findings()).isEmpty();
    }

    /** All cases in one delivery, each on a site of its own. */
    private IngestReport deliverAll() {
        StringBuilder sites = new StringBuilder(TestDelivery.SITES);
        CASES.forEach(one -> sites.append(site(one)).append(",Holmen,offshore,3\n"));
        delivery.next().file("authority/site.csv", sites.toString());
        assertPublished(delivery.ingest());
        IngestReport report = deliver(stock(row -> row), losses(row -> row));
        assertPublished(report);
        return report;
    }

    @Test
    void theStockIsRaised() {
        IngestReport report = deliverAll();
        assertThat(CASES).allSatisfy(one -> {
            assertThat(raised(site(one))).isEqualTo(one.expected);
            // the unit's weight in loss_day is the raised stock's
            assertThat(delivery.rows("SELECT count(*) FROM loss_day JOIN stock_day USING (date, site_id, unit_id) "
                    + "WHERE site_id = '" + site(one) + "' AND unit_avg_weight_gram = avg_weight_gram"))
                    .containsExactly(Integer.toString(one.losses.size()));
        });
        // of the last case nothing is raised
        int raised = CASES.stream().mapToInt(one -> one.expected.size()).sum();
        assertThat(report.warnings()).filteredOn(warning -> warning.contains("more fish were lost")).singleElement()
                .asString().startsWith("on " + raised + " unit-days ");
        assertSound();
        assertThat(deliver(stock(row -> row), losses(row -> row)).outcome()).as("the same again")
                .isEqualTo(IngestOutcome.NOTHING_NEW);
    }

    @Test
    void stockAndLossesMayComeInAnyOrder() {
        deliverAll();
        List<String> together = all();
        // other losses, then the right ones alone
        assertPublished(deliver("", losses(row -> row.substring(0, 6) + "5000x3")));
        assertThat(all()).isNotEqualTo(together);
        assertPublished(deliver("", losses(row -> row)));
        assertThat(all()).as("losses alone").isEqualTo(together);
        // other stock, then the right one alone
        assertPublished(deliver(stock(row -> row.substring(0, 6) + "1x7"), ""));
        assertThat(all()).isNotEqualTo(together);
        assertPublished(deliver(stock(row -> row), ""));
        assertThat(all()).as("stock alone").isEqualTo(together);
        // stock day by day from the last to the first, each in a delivery of its own
        assertPublished(deliver(stock(row -> row.substring(0, 6) + "1x7"), ""));
        int days = CASES.stream().mapToInt(one -> one.stock.size()).max().orElseThrow();
        for (int back = 0; back < days; back++) {
            int at = back;
            assertPublished(deliver(STOCK + CASES.stream().filter(one -> at < one.stock.size())
                    .map(one -> stockLine(site(one), one.stock.reversed().get(at))).collect(Collectors.joining()), ""));
        }
        assertThat(all()).as("day by day").isEqualTo(together);
        assertSound();
    }

    private static String site(Case one) {
        return Integer.toString(1001 + CASES.indexOf(one));
    }

    private static String stock(UnaryOperator<String> change) {
        return CASES.stream().flatMap(one -> one.stock.stream().map(row -> stockLine(site(one), change.apply(row))))
                .collect(Collectors.joining("", STOCK, ""));
    }

    private static String losses(UnaryOperator<String> change) {
        return CASES.stream().flatMap(one -> one.losses.stream().map(row -> lossLine(site(one), change.apply(row))))
                .collect(Collectors.joining("", LOSSES, ""));
    }

    @Test
    void lossesAreCountedTogetherAndTheWarningCountsThem() {
        IngestReport report = deliver(STOCK + """
                2026-01-01,100,U,K1,SAL,1000,100,V2025
                2026-01-02,100,U,K1,SAL,0,0,V2025
                2026-01-02,100,V,K1,SAL,7,100,V2025
                """, LOSSES + """
                2026-01-01,100,U,mortality,A101,600,
                2026-01-01,100,U,culling,A101,401,
                2026-01-02,100,U,mortality,A101,20,
                2026-01-02,100,V,mortality,A101,7,
                """);
        assertPublished(report);
        assertThat(raised("100")).containsExactly("01-01 1001 100.00 100100 600 60000 | 1000 100.00",
                "01-02 20 100.00 2000 20 2000 | 0 0.00");
        // by 1 and by 20 fish
        assertThat(report.warnings()).contains("on 2 unit-days of the delivery more fish were lost than the stock "
                + "had; it was raised to the losses, "
                + "by 21 fish in all, such as 2026-01-01 100 U: 1001 lost of 1000; 1 of them had no weight and took "
                + "the unit's of another day");
        // other days of the site are not counted again
        assertThat(deliver(STOCK + "2026-01-03,100,V,K1,SAL,7,100,V2025\n", "").warnings())
                .noneMatch(warning -> warning.contains("raised"));
        assertThat(deliver(STOCK + "2026-01-04,100,V,K1,SAL,0,100,V2025\n", LOSSES
                + "2026-01-04,100,V,mortality,A101,2,\n").warnings()).contains(
                "on 1 unit-day of the delivery more fish were lost than the stock had; it was raised to the losses, "
                + "by 2 fish in all, such as 2026-01-04 100 V: 2 lost of 0");
    }

    @Test
    void lossesThatAreTakenBackLeaveTheStockAsDelivered() {
        deliver(stock(List.of("01-01 10x200", "01-02 0x0")), losses(List.of("01-01 25", "01-02 3")));
        assertThat(raised("100")).hasSize(2);
        assertPublished(deliver("", losses(List.of("01-01 4", "01-02 0"))));
        assertThat(delivery.rows("SELECT fish_count, avg_weight_gram, biomass_g, mortality_count, delivered_count, "
                + "delivered_weight_gram FROM stock_day "
                + "ORDER BY date")).containsExactly("10 200.00 2000 4 - -", "0 0.00 0 0 - -");
    }

    @Test
    void aWeightThatIsCorrectedMovesWhatTookIt() {
        deliver(stock(List.of("12-31 100x400", "01-01 0x0")), losses(List.of("01-01 2")));
        assertPublished(deliver(stock(List.of("12-31 100x410")), ""));
        assertThat(raised("100")).containsExactly("01-01 2 410.00 820 2 820 | 0 0.00");
        assertThat(delivery.rows("SELECT unit_avg_weight_gram, loss_biomass_g FROM loss_day"))
                .containsExactly("410.00 820");
        assertSound();
    }

    /** Files of stock_day's first contract, without the columns, beside new ones. */
    @Test
    void aLakeOfBeforeGoesOn() throws IOException {
        deliver(stock(List.of("12-31 12x190", "01-01 10x200")), losses(List.of("01-01 4")));
        Snapshot old = delivery.lake.current().orElseThrow();
        Path draft = folder.resolve("draft.parquet");
        for (Path file : old.files(LakeTables.STOCK_DAY)) {
            try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
                session.run("COPY (SELECT * EXCLUDE (delivered_count, delivered_weight_gram) FROM read_parquet('" + file
                        + "', hive_partitioning = false)) TO '" + draft + "' (FORMAT parquet)");
            }
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
        Path manifest = old.folder().resolve("manifest.json");
        ObjectNode json = (ObjectNode) new ObjectMapper().readTree(manifest.toFile());
        ((ObjectNode) json.at("/tables/stock_day")).put("version", 1);
        Files.delete(manifest);
        Files.writeString(manifest, json.toString());

        assertPublished(deliver("", losses(List.of("01-01 25"))));

        assertThat(delivery.rows("SELECT date, fish_count, mortality_count, delivered_count FROM stock_day ORDER BY "
                + "date"))
                .containsExactly("2025-12-31 12 0 -", "2026-01-01 25 25 10");
        assertPublished(deliver("", losses(List.of("01-01 3"))));
        assertThat(delivery.rows("SELECT date, fish_count, mortality_count, delivered_count FROM stock_day ORDER BY "
                + "date"))
                .containsExactly("2025-12-31 12 0 -", "2026-01-01 10 3 -");
    }

    @Test
    void withoutAnyWeightLossesAreRejected() {
        IngestReport report = deliver(STOCK + """
                2026-01-01,100,U,K1,SAL,0,0,V2025
                2026-01-02,100,V,K1,SAL,10,100,V2025
                """, LOSSES + "2026-01-01,100,U,mortality,A101,1,\n2026-01-01,100,U,culling,A101,2,50\n2026-01-02,100,V,mortality,A101,1,\n");
        assertThat(rejects(report, "farmers/F01/losses.csv")).containsExactly(
                "2,unit_id,U,\"has more losses than fish that day, and no weight on any day: 3 lost of 0\"",
                "3,unit_id,U,\"has more losses than fish that day, and no weight on any day: 3 lost of 0\"");
        assertThat(delivery.rows("SELECT unit_id, fish_count, mortality_count, delivered_count FROM stock_day ORDER "
                + "BY 1"))
                .containsExactly("U 0 0 -", "V 10 1 -");
    }

    @Test
    void aCorrectionThatTakesTheLastWeightAwayDropsThem() {
        deliver(stock(List.of("01-01 10x100", "01-02 0x0")), losses(List.of("01-02 2")));
        IngestReport report = deliver(stock(List.of("01-01 0x0")), "");
        assertThat(rejects(report, "lake/losses.csv"))
                .containsExactly(",\"date, site_id, unit_id, loss_type, category_code, loss_count\","
                + "2026-01-02 100 U mortality A101 2,\"a correction left its unit without fish that day, and without "
                + "a weight on any day\"");
        assertThat(delivery.rows("SELECT fish_count, mortality_count FROM stock_day")).containsExactly("0 0", "0 0");
        assertSound();
    }

    @Test
    void moreLossesThanCanBeCountedAreRejected() {
        IngestReport report = deliver(stock(List.of("01-01 10x100")), LOSSES
                + "2026-01-01,100,U,mortality,A101,2147483647,\n2026-01-01,100,U,culling,A101,1,\n");
        assertThat(rejects(report, "farmers/F01/losses.csv")).containsExactly(
                "2,loss_count,2147483647,the unit's losses of the day are more than 2147483647: 2147483648",
                "3,loss_count,1,the unit's losses of the day are more than 2147483647: 2147483648");
        assertThat(delivery.rows("SELECT fish_count, culling_count FROM stock_day")).containsExactly("10 0");
    }
}
