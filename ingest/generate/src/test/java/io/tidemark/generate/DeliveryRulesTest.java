package io.tidemark.generate;

import static io.tidemark.generate.ReadDelivery.decimal;
import static io.tidemark.generate.ReadDelivery.integer;
import static io.tidemark.generate.ReadDelivery.unitDay;
import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule that ingest checks on a delivery, on a small generated one: nothing of it may be rejected. */
class DeliveryRulesTest {

    private static final LocalDate END = LocalDate.of(2026, 5, 20);
    private static final int SITES = 40;
    private static final GeneratorOptions OPTIONS = new GeneratorOptions(SITES, 2, 2, 7, END, null);

    @TempDir
    private static Path temp;

    private static ReadDelivery delivery;
    private static GeneratorSummary summary;
    /** Fish at the start of each unit-day. */
    private static Map<String, Integer> fish;
    private static Map<String, NamedCsvRecord> sites;

    @BeforeAll
    static void generate() {
        delivery = new ReadDelivery(temp.resolve("delivery"));
        summary = new DeliveryGenerator(OPTIONS).write(delivery.dir(), message -> { });
        fish = new HashMap<>();
        delivery.farmers("stock").forEach(row ->
                assertThat(fish.put(unitDay(row), integer(row, "fish_count"))).as("one row a unit-day: %s", row)
                        .isNull());
        sites = delivery.table("authority/site").stream().collect(Collectors.toMap(r -> r.getField("site_id"), r -> r));
    }

    @Test
    void theSummaryCountsWhatIsThere() {
        assertThat(summary.rows("stock")).isEqualTo(fish.size()).isGreaterThan(SITES * 2 * 365L);
        assertThat(summary.rows("losses")).isEqualTo(delivery.farmers("losses").count());
        assertThat(summary.rows("loss_categories")).isEqualTo(delivery.table("reference/loss_categories").size());
        assertThat(summary.farmers()).isEqualTo(delivery.farmerFolders().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "losses", "feeding", "temperatures", "treatments"})
    void datesLieInTheDeliveryAndSitesInTheRegister(String table) {
        Set<String> dates = new HashSet<>();
        for (NamedCsvRecord row : delivery.farmers(table).toList()) {
            assertThat(sites).containsKey(row.getField("site_id"));
            dates.add(row.getField("date"));
        }
        List<LocalDate> days = dates.stream().map(LocalDate::parse).sorted().toList();
        assertThat(days.getFirst()).isAfterOrEqualTo(OPTIONS.begin());
        assertThat(days.getLast()).isBeforeOrEqualTo(END);
        if (!table.equals("treatments")) {
            assertThat(days).hasSize((int) ChronoUnit.DAYS.between(OPTIONS.begin(), END) + 1);
        }
    }

    @Test
    void stockHasPlausibleFishOfAKnownGeneration() {
        delivery.farmers("stock").forEach(row -> {
            double weight = decimal(row, "avg_weight_gram");
            assertThat(weight).isBetween(integer(row, "fish_count") == 0 ? 0.0 : 1.0, 8_000.0);
            assertThat(integer(row, "fish_count")).isNotNegative();
            String transfer = row.getField("sea_transfer_date");
            boolean onshore = site(row.getField("site_id")).getField("placement").equals("onshore");
            assertThat(transfer.isEmpty()).isEqualTo(onshore);
            if (!transfer.isEmpty()) {
                LocalDate date = LocalDate.parse(transfer);
                assertThat(row.getField("generation")).isEqualTo((date.getMonthValue() <= 7 ? "V" : "H")
                        + date.getYear());
                assertThat(date).isBeforeOrEqualTo(LocalDate.parse(row.getField("date")));
            }
            assertThat(row.getField("generation")).matches("[VH]20\\d\\d");
            assertThat(row.getField("species_code")).isIn("SAL", "TRR");
        });
    }

    @Test
    void aUnitsFishAreThoseOfTheDayBeforeLessItsLossesUnlessHarvestedOrCorrected() {
        Map<String, Integer> lost = new HashMap<>();
        delivery.farmers("losses").forEach(row -> lost.merge(unitDay(row), integer(row, "loss_count"), Integer::sum));
        int[] exact = new int[1];
        int[] all = new int[1];
        fish.forEach((key, count) -> {
            Integer next = fish.get(LocalDate.parse(key.substring(0, 10)).plusDays(1) + key.substring(10));
            if (next != null) {
                all[0]++;
                exact[0] += next == count - lost.getOrDefault(key, 0) ? 1 : 0;
            }
        });
        // about one unit-day in 350 is corrected, one in 250 is a harvest day
        assertThat((double) exact[0] / all[0]).isBetween(0.985, 0.998);
    }

    @Test
    void lossesHaveAKnownCauseOnceAUnitDayAndNeverExceedTheStock() {
        Map<String, NamedCsvRecord> codes = delivery.table("reference/loss_categories").stream()
                .collect(Collectors.toMap(r -> r.getField("level_3_code"), r -> r));
        Set<String> keys = new HashSet<>();
        Map<String, Integer> lost = new HashMap<>();
        delivery.farmers("losses").forEach(row -> {
            NamedCsvRecord code = codes.get(row.getField("category_code"));
            String placement = site(row.getField("site_id")).getField("placement").equals("onshore") ? "land" : "sea";
            String kind = row.getField("loss_type");
            assertThat(code).as("%s", row).isNotNull();
            assertThat(code.getField("placement_" + placement)).as("%s", row).isEqualTo("true");
            assertThat(code.getField(kind.equals("culling") ? "cause_killed" : "cause_death")).as("%s", row)
                    .isEqualTo("true");
            assertThat(kind).isIn("mortality", "culling");
            assertThat(integer(row, "loss_count")).isPositive();
            assertThat(keys.add(unitDay(row) + kind + row.getField("category_code"))).as("%s", row).isTrue();
            if (!row.getField("avg_weight_gram").isEmpty()) {
                assertThat(decimal(row, "avg_weight_gram")).isBetween(0.1, 10_000.0);
            }
            lost.merge(unitDay(row), integer(row, "loss_count"), Integer::sum);
        });
        lost.forEach((unitDay, count) ->
                assertThat(count).as(unitDay).isLessThanOrEqualTo(fish.getOrDefault(unitDay, -1)));
    }

    @Test
    void feedOnlyWithStockOnceAUnitDayAndNothingWhenStarved() {
        Set<String> keys = new HashSet<>();
        int[] starved = new int[1];
        delivery.farmers("feeding").forEach(row -> {
            assertThat(fish).containsKey(unitDay(row));
            assertThat(keys.add(unitDay(row))).isTrue();
            assertThat(decimal(row, "feed_kg")).isBetween(0.0, 60_000.0);
            starved[0] += decimal(row, "feed_kg") == 0 ? 1 : 0;
        });
        assertThat((double) starved[0] / keys.size()).isBetween(0.01, 0.15);
    }

    @Test
    void temperaturesOnceADepthWithinWhatIsAccepted() {
        Set<String> keys = new HashSet<>();
        Set<String> depths = new LinkedHashSet<>();
        delivery.farmers("temperatures").forEach(row -> {
            depths.add(row.getField("depth_m"));
            assertThat(keys.add(row.getField("date") + row.getField("site_id") + "/" + row.getField("depth_m")))
                    .isTrue();
            assertThat(decimal(row, "temperature")).isBetween(-1.0, 22.0);
            assertThat(integer(row, "measurement_count")).isPositive();
        });
        assertThat(depths).contains("", "3", "5", "10", "15");
    }

    @Test
    void treatmentsAreKnownUniqueAndOfUnitsWithFish() {
        for (String farmer : delivery.farmerFolders()) {
            Set<String> ids = new HashSet<>();
            for (NamedCsvRecord row : delivery.table("farmers/" + farmer + "/treatments")) {
                assertThat(ids.add(row.getField("treatment_id"))).isTrue();
                assertThat(row.getField("treatment_category"))
                        .isIn("Bath", "Medicinal", "Mechanical", "Thermal", "Freshwater",
                        "Cleanerfish", "Combination", "Vaccination", "Other");
                assertThat(row.getField("treatment_target")).isIn("Lice", "Bacteria", "Parasites", "Health", "Other");
                assertThat(row.getField("requires_handling")).isIn("true", "false");
                assertThat(row.getField("is_antibiotic")).isIn("true", "false");
                assertThat(integer(row, "number_of_units_treated")).isBetween(1, 2);
                String units = row.getField("unit_ids");
                boolean partial = row.getField("treatment_site_scope").equals("partial");
                assertThat(units.isEmpty() && partial).as("a partial treatment names its units: %s", row).isFalse();
                Arrays.stream(units.split("\\|")).filter(unit -> !unit.isEmpty()).forEach(unit -> assertThat(
                        fish.getOrDefault(row.getField("date") + "/" + row.getField("site_id") + "/" + unit, 0))
                        .isPositive());
            }
        }
    }

    @Test
    void aSitesUnitAndDayBelongToOneFarmer() {
        Map<String, String> owners = new HashMap<>();
        for (String farmer : delivery.farmerFolders()) {
            for (NamedCsvRecord row : delivery.table("farmers/" + farmer + "/stock")) {
                assertThat(owners.merge(row.getField("site_id"), farmer, (a, b) -> a)).isEqualTo(farmer);
            }
        }
        owners.forEach((site, farmer) -> assertThat(site(site).getField("farmer_id")).isEqualTo(farmer));
    }

    private static NamedCsvRecord site(String id) {
        return Objects.requireNonNull(sites.get(id), id);
    }
}
