package io.tidemark.generate;

import static io.tidemark.generate.ReadDelivery.decimal;
import static io.tidemark.generate.ReadDelivery.integer;
import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.tidemark.generate.coast.Coast;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the content is believable: who farms where, how many fish die, how warm it is, what the authority saw. */
class DeliveryContentTest {

    private static final double DAYS_A_YEAR = 365.25;

    @TempDir
    private static Path temp;

    private static ReadDelivery delivery;
    private static Map<String, NamedCsvRecord> sites;

    @BeforeAll
    static void generate() {
        delivery = new ReadDelivery(temp.resolve("delivery"));
        new DeliveryGenerator(new GeneratorOptions(60, 2, 2, 11, LocalDate.of(2026, 3, 31), null))
                .write(delivery.dir(), message -> { });
        sites = delivery.table("authority/site").stream().collect(Collectors.toMap(r -> r.getField("site_id"), r -> r));
    }

    @Test
    void sitesLieInAllAreasAndSomeOnLand() {
        Set<Integer> areas = new TreeSet<>();
        int onLand = 0;
        for (NamedCsvRecord site : sites.values()) {
            assertThat(decimal(site, "latitude")).isBetween(57.9, 71.2);
            assertThat(decimal(site, "longitude")).isBetween(4.5, 31.2);
            if (site.getField("placement").equals("onshore")) {
                onLand++;
            } else {
                areas.add(integer(site, "production_area_id"));
            }
        }
        assertThat(areas).hasSize(13);
        assertThat(onLand).isEqualTo(2);
    }

    /** Production areas are defined for farming at sea. */
    @Test
    void tanksHaveNoProductionArea() {
        assertThat(sites.values()).filteredOn(site -> site.getField("placement").equals("onshore")).isNotEmpty()
                .allSatisfy(site -> assertThat(site.getField("production_area_id")).isEmpty());
        assertThat(sites.values()).filteredOn(site -> site.getField("placement").equals("offshore"))
                .noneMatch(site -> site.getField("production_area_id").isEmpty());
    }

    /** Seven companies in ten weigh fish of three counts in ten: 21 % of the rows, with few companies more or less. */
    @Test
    void someLossesAreWeighed() {
        Map<String, Double> weighed = new TreeMap<>();
        for (String farmer : delivery.farmerFolders()) {
            weighed.put(farmer, delivery.table("farmers/" + farmer + "/losses").stream()
                    .mapToDouble(row -> row.getField("avg_weight_gram").isEmpty() ? 0 : 1).average().orElse(0));
        }
        assertThat(weighed.values()).contains(0.0).anyMatch(share -> share > 0)
                .allSatisfy(share -> assertThat(share).isLessThan(0.35));
        assertThat(delivery.farmers("losses").mapToDouble(row -> row.getField("avg_weight_gram").isEmpty() ? 0 : 1)
                .average().orElseThrow())
                .isBetween(0.1, 0.3);
    }

    @Test
    void groupsAreUnequalOneFarmerIsSilentAndEveryAreaHasEnoughGroups() {
        List<NamedCsvRecord> farmers = delivery.table("reference/farmers");
        Map<String, Long> sizes = farmers.stream()
                .collect(Collectors.groupingBy(f -> f.getField("farmer_group_key"), TreeMap::new,
                Collectors.counting()));
        assertThat(sizes.values()).contains(1L).anyMatch(size -> size > 1);
        assertThat(farmers).hasSize(delivery.farmerFolders().size() + 1);
        assertThat(farmers).extracting(f -> f.getField("tier")).contains("premium", "standard");
        assertThat(farmers).extracting(f -> f.getField("farmer_id")).doesNotHaveDuplicates();

        Map<String, String> group = farmers.stream()
                .collect(Collectors.toMap(f -> f.getField("farmer_id"), f -> f.getField("farmer_group_key")));
        Map<Integer, Set<String>> groups = new TreeMap<>();
        sites.values().stream().filter(s -> s.getField("placement").equals("offshore")).forEach(s -> groups
                .computeIfAbsent(Coast.area(integer(s, "production_area_id")).platformArea(), a -> new HashSet<>())
                .add(group.get(s.getField("farmer_id"))));
        assertThat(groups.values()).allSatisfy(present -> assertThat(present).hasSizeGreaterThanOrEqualTo(3));
    }

    /**
     * The dead of the statistics of 2018 to 2023 are 12.1 % of the mean stock a year; sixty sites with two units
     * scatter around.
     */
    @Test
    void aYearAtSeaCostsAboutWhatTheStatisticsSay() {
        double fishDays = delivery.farmers("stock").filter(DeliveryContentTest::atSea)
                .mapToLong(row -> integer(row, "fish_count")).sum();
        double dead = lost("mortality");
        double culled = lost("culling");
        assertThat(DAYS_A_YEAR * dead / fishDays).isBetween(0.09, 0.15);
        assertThat(DAYS_A_YEAR * culled / fishDays).isBetween(0.004, 0.02);
    }

    private static long lost(String type) {
        return delivery.farmers("losses").filter(DeliveryContentTest::atSea)
                .filter(row -> row.getField("loss_type").equals(type))
                .mapToLong(row -> integer(row, "loss_count")).sum();
    }

    private static boolean atSea(NamedCsvRecord row) {
        return site(row.getField("site_id")).getField("placement").equals("offshore");
    }

    @Test
    void fishOfAllAgesAreThereOnTheFirstDay() {
        List<Double> weights = delivery.farmers("stock").filter(DeliveryContentTest::atSea)
                .filter(row -> row.getField("date").equals("2024-04-01")).map(row -> decimal(row, "avg_weight_gram"))
                .toList();
        assertThat(weights).anyMatch(w -> w < 1_000).anyMatch(w -> w > 1_500 && w < 3_000).anyMatch(w -> w > 3_200);
    }

    @Test
    void unitsAreNeverRestockedWithinTwoMonthsOfTheSitesLastFish() {
        Map<String, TreeSet<LocalDate>> fishDays = new HashMap<>();
        delivery.farmers("stock").filter(DeliveryContentTest::atSea).filter(row -> integer(row, "fish_count") > 0)
                .forEach(row -> fishDays.computeIfAbsent(row.getField("site_id"), s -> new TreeSet<>())
                        .add(LocalDate.parse(row.getField("date"))));
        fishDays.forEach((site, days) -> {
            LocalDate last = days.first();
            for (LocalDate day : days) {
                assertThat(day.equals(last) || day.equals(last.plusDays(1)) || !day.isBefore(last.plusDays(61)))
                        .as("site %s has fish on %s and then on %s", site, last, day).isTrue();
                last = day;
            }
        });
    }

    @Test
    void theSouthIsWarmerThanTheNorthAndSummerThanWinter() {
        assertThat(mean("08", 1, 5)).isBetween(12.0, 17.0);
        assertThat(mean("02", 1, 5)).isBetween(3.5, 7.0);
        assertThat(mean("08", 10, 13)).isBetween(8.0, 12.5);
        assertThat(mean("02", 10, 13)).isBetween(1.5, 5.0);
    }

    private static double mean(String month, int fromArea, int toArea) {
        return delivery.farmers("temperatures").filter(DeliveryContentTest::atSea)
                .filter(row -> row.getField("date").substring(5, 7).equals(month))
                .filter(row -> {
                    int area = integer(site(row.getField("site_id")), "production_area_id");
                    return area >= fromArea && area <= toArea;
                })
                .mapToDouble(row -> decimal(row, "temperature")).average().orElseThrow();
    }

    /** Opening + smolt - harvest - dead - discarded - escaped - other = closing, from one month to the next. */
    @Test
    void theAuthoritysMonthsBalance() {
        Map<String, Long> closing = new HashMap<>();
        int followed = 0;
        for (NamedCsvRecord row : delivery.table("authority/authority_month")) {
            String key = row.getField("production_area_id") + row.getField("species_code");
            Long opening = closing.put(key + row.getField("month"), (long) integer(row, "closing_count"));
            assertThat(opening).as("one row a month, area and species").isNull();
            opening = closing.get(key + LocalDate.parse(row.getField("month")).minusMonths(1));
            if (opening != null) {
                followed++;
                assertThat(opening + integer(row, "smolt_count") - integer(row, "harvest_count") - integer(row,
                        "dead_count")
                        - integer(row, "discarded_count") - integer(row, "escaped_count") - integer(row, "other_count"))
                        .isEqualTo(integer(row, "closing_count"));
            }
        }
        assertThat(followed).isGreaterThan(13 * 24);
        assertThat(delivery.table("authority/authority_month")).extracting(row -> row.getField("month"))
                .contains("2023-02-01", "2026-03-01").doesNotContain("2026-04-01");
    }

    /**
     * Pancreas disease that the authority reports is in the causes that farmers register: of half of the outbreaks or
     * more.
     */
    @Test
    void theAuthoritysDiseasesAreThoseThatFishDieOf() {
        Set<String> dying = delivery.farmers("losses").filter(row -> row.getField("category_code").equals("A101"))
                .map(row -> row.getField("site_id") + " " + row.getField("date").substring(0, 7))
                .collect(Collectors.toSet());
        List<NamedCsvRecord> report = delivery.table("authority/ila_pd");
        assertThat(report).allSatisfy(row -> {
            assertThat(row.getField("Status")).isIn("Mistanke", "Påvist");
            assertThat(row.getField("Fra dato")).isLessThanOrEqualTo("2026-03-31");
            assertThat(row.getField("Til dato")).satisfiesAnyOf(to -> assertThat(to).isEmpty(),
                    to -> assertThat(to).isBetween(row.getField("Fra dato"), "2026-03-31"));
        });
        Set<String> found = report.stream().filter(row -> row.getField("Status").equals("Påvist"))
                .filter(row -> row.getField("Fra dato").compareTo("2024-05-01") > 0)
                .map(row -> row.getField("Lokalitetsnummer") + " " + row.getField("Fra dato").substring(0, 7))
                .filter(at -> !Objects.requireNonNull(sites.get(at.split(" ")[0])).getField("farmer_id").isEmpty())
                .collect(Collectors.toSet());
        assertThat(found).hasSizeGreaterThan(5);
        assertThat(found.stream().filter(dying::contains).count() * 2).isGreaterThanOrEqualTo(found.size());
    }

    /**
     * A fifth of the authority's fish are of companies outside of the platform: five for each four of the platform's.
     */
    @Test
    void theAuthoritySeesMoreThanThePlatform() {
        long platform = delivery.farmers("stock").filter(DeliveryContentTest::atSea)
                .filter(row -> row.getField("date").endsWith("-15")).mapToLong(row -> integer(row, "fish_count")).sum();
        long authority = delivery.table("authority/authority_month").stream()
                .filter(row -> row.getField("month").compareTo("2024-04-01") >= 0)
                .mapToLong(row -> integer(row, "closing_count")).sum();
        assertThat((double) authority / platform).isBetween(1.1, 1.4);
    }

    /** Every site at sea has every week: the first from Monday 1 April 2024, the last to Sunday 29 March 2026. */
    @Test
    void theAuthoritysLiceReportHasEverySiteAndWeek() {
        List<NamedCsvRecord> report = delivery.table("authority/lice_report");
        long atSea = sites.values().stream().filter(site -> site.getField("placement").equals("offshore")).count();
        Map<String, Long> ofWeek = report.stream()
                .collect(Collectors.groupingBy(DeliveryContentTest::week, TreeMap::new, Collectors.counting()));
        assertThat(ofWeek).hasSize(104).containsKeys("2024-W14", "2024-W52", "2025-W52", "2026-W13");
        assertThat(ofWeek.values()).containsOnly(atSea);
        assertThat(report.stream().map(row -> row.getField("Lokalitetsnummer")).distinct()).hasSize((int) atSea);
    }

    /**
     * Empty sites do not count; limits are lower in spring, later in the north; adult females lie mostly below them.
     */
    @Test
    void liceOfTheReportAreThoseThatAreTreated() {
        List<NamedCsvRecord> report = delivery.table("authority/lice_report");
        assertThat(report).allSatisfy(row -> assertThat(row.getField("Har telt lakselus").equals("Nei"))
                .isEqualTo(row.getField("Voksne hunnlus").isEmpty()));
        assertThat(report).filteredOn(row -> row.getField("Trolig uten fisk").equals("Ja"))
                .hasSizeBetween(report.size() / 20, report.size() / 2)
                .allSatisfy(row -> assertThat(row.getField("Har telt lakselus")).isEqualTo("Nei"));
        List<NamedCsvRecord> counted = report.stream().filter(row -> row.getField("Har telt lakselus").equals("Ja"))
                .toList();
        assertThat(counted).allSatisfy(row -> {
            int first = integer(row, "ProduksjonsområdeId") >= 8 ? 21 : 16;
            int week = Integer.parseInt(week(row).substring(6));
            assertThat(row.getField("Lusegrense uke")).isEqualTo(week >= first && week < first + 6 ? "0.2" : "0.5");
            assertThat(row.getField("Over lusegrense uke"))
                    .isEqualTo(decimal(row, "Voksne hunnlus") > decimal(row, "Lusegrense uke") ? "Ja" : "Nei");
        });
        assertThat(counted.stream().mapToDouble(row -> decimal(row, "Voksne hunnlus")).average().orElseThrow())
                .isBetween(0.03, 0.4);
        assertThat(counted.stream().filter(row -> row.getField("Over lusegrense uke").equals("Ja"))
                .count() / (double) counted.size())
                .isBetween(0.002, 0.2);
    }

    // the file begins with a byte order mark, which is a part of the first title here
    private static String week(NamedCsvRecord row) {
        return row.getField("År") + "-W" + String.format("%2s", row.getField(0)).replace(' ', '0');
    }

    @Test
    void sitesOfCompaniesOutsideAreRegisteredWithoutAFarmerAndDeliverNothing() {
        Set<String> outside = sites.values().stream().filter(s -> s.getField("farmer_id").isEmpty())
                .map(s -> s.getField("site_id")).collect(Collectors.toSet());
        assertThat(outside).hasSize(15);
        assertThat(delivery.farmers("stock").map(row -> row.getField("site_id"))).doesNotContainAnyElementsOf(outside);
    }

    /** Many pens and days have no dead; weekends have fewer counts, and what died then is counted on Monday. */
    @Test
    void countsAreFewerOnRestDays() {
        Set<String> died = delivery.farmers("losses").filter(DeliveryContentTest::atSea)
                .filter(row -> row.getField("loss_type").equals("mortality")).map(ReadDelivery::unitDay)
                .collect(Collectors.toSet());
        Map<DayOfWeek, long[]> days = new EnumMap<>(DayOfWeek.class);
        delivery.farmers("stock").filter(DeliveryContentTest::atSea).filter(row -> integer(row, "fish_count") > 0)
                .forEach(row -> {
            long[] counts = days.computeIfAbsent(LocalDate.parse(row.getField("date")).getDayOfWeek(),
                    d -> new long[2]);
            counts[0]++;
            counts[1] += died.contains(ReadDelivery.unitDay(row)) ? 0 : 1;
        });
        long all = days.values().stream().mapToLong(c -> c[0]).sum();
        long none = days.values().stream().mapToLong(c -> c[1]).sum();
        assertThat((double) none / all).isBetween(0.15, 0.35);
        assertThat(share(days, DayOfWeek.SUNDAY)).isGreaterThan(2 * share(days, DayOfWeek.TUESDAY));
        Map<DayOfWeek, Long> dead = delivery.farmers("losses").filter(DeliveryContentTest::atSea)
                .collect(Collectors.groupingBy(row -> LocalDate.parse(row.getField("date")).getDayOfWeek(),
                        Collectors.summingLong(row -> integer(row, "loss_count"))));
        assertThat((double) Objects.requireNonNull(dead.get(DayOfWeek.MONDAY)) / Objects.requireNonNull(dead.get(
                DayOfWeek.WEDNESDAY)))
                .isGreaterThan(1.2);
    }

    /** Some sites at sea collect their dead every day, some every second or third one, and some never on a Sunday. */
    @Test
    void sitesCollectInAManner() {
        Map<String, TreeSet<LocalDate>> collected = new TreeMap<>();
        delivery.farmers("losses").filter(DeliveryContentTest::atSea).forEach(row -> collected
                .computeIfAbsent(row.getField("site_id"), _ -> new TreeSet<>())
                .add(LocalDate.parse(row.getField("date"))));
        Set<Long> usual = new TreeSet<>();
        int noSundays = 0;
        for (TreeSet<LocalDate> days : collected.values()) {
            Map<Long, Long> gaps = days.stream().skip(1).collect(Collectors.groupingBy(
                    day -> ChronoUnit.DAYS.between(Objects.requireNonNull(days.lower(day)), day), Collectors.counting()));
            gaps.entrySet().stream().max(Map.Entry.comparingByValue()).ifPresent(gap -> usual.add(gap.getKey()));
            noSundays += days.size() > 100 && days.stream().noneMatch(day -> day.getDayOfWeek() == DayOfWeek.SUNDAY)
                    ? 1 : 0;
        }
        assertThat(usual).containsExactly(1L, 2L, 3L);
        assertThat(noSundays).isBetween(3, 20);
    }

    private static double share(Map<DayOfWeek, long[]> days, DayOfWeek day) {
        long[] counts = Objects.requireNonNull(days.get(day));
        return (double) counts[1] / counts[0];
    }

    private static NamedCsvRecord site(String id) {
        return Objects.requireNonNull(sites.get(id), id);
    }
}
