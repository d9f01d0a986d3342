package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.live.LiveServer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The means of quarters of sites are no sums of cells, so {@link PromiseTest} does not have them. Here a random coast has other rates in each month.
 * An attacker asks for its quarters, for the site averages of platform and production areas with and without its own, and for the best and worst
 * sites of legacy v2. It is stronger than in life: it knows which sites are in each mean, takes three decimals for all of them, and the means of v2,
 * which are of 1 - exp(-rate), for means of rates. No combination of them all may be of one or two other groups, unless one without quarters is.
 *
 * <p>Every value is worked out a second time, so that what an attacker is given is what the server said.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class QuartersPromiseTest {

    private static final int FISH = 100_000;
    private static final int MONTHS = 12;
    private static final Offset<Double> ROUNDING = Offset.offset(1e-9);
    private static final YearMonth FIRST = YearMonth.of(2026, 1);
    private static final Map<Integer, String> PLATFORM_AREA = Map.of(3, "west", 4, "west", 6, "middle", 7, "middle");
    private static final String BUYER = "G2";
    private static final String BOUGHT = "G3";
    private static final List<String> FILTERS = List.of("%25", "3", "4", "6", "7");

    @TempDir
    static Path folder;

    private static Attack attack;
    private static Attack ofTwo;
    private static Attack merged;

    /** A site, with its losses in each month. */
    private record Site(int number, String group, int area, int[] lost) {

        String platformArea() {
            return Objects.requireNonNull(PLATFORM_AREA.get(area));
        }

        double rate(int month) {
            return lost[month] / (double) FISH;
        }
    }

    /** The sites of six to nine groups, of which the first has a third. */
    private record Sea(List<Site> sites) {

        static Sea random(long seed) {
            Random random = new Random(seed);
            int groups = 6 + random.nextInt(4);
            List<Site> sites = new ArrayList<>();
            for (int n = 1; n <= 130; n++) {
                int owner = random.nextInt(3) == 0 ? 0 : random.nextInt(groups);
                int area = List.of(3, 4, 4, 6, 7).get(random.nextInt(5));
                int[] lost = new int[MONTHS];
                sites.add(new Site(n, "G" + (owner + 1), area, lost));
            }
            // a company, or an area, that has a good or a bad month puts its sites side by side
            for (int month = 0; month < MONTHS; month++) {
                Map<String, Double> luck = new TreeMap<>();
                for (Site site : sites) {
                    double level = luck.computeIfAbsent(site.group, _ -> random.nextGaussian() * 0.4)
                            + luck.computeIfAbsent("area " + site.area, _ -> random.nextGaussian() * 0.4);
                    site.lost[month] = (int) Math.min(20_000, Math.round(800 * Math.exp(level + random.nextGaussian() * 0.7)));
                }
            }
            return new Sea(sites);
        }

        List<Site> in(Predicate<Site> wanted) {
            return sites.stream().filter(wanted).toList();
        }

        List<String> groups() {
            return sites.stream().map(Site::group).distinct().sorted().toList();
        }

        /** The same sites after one group has bought another. */
        Sea merged(String buyer, String bought) {
            return new Sea(sites.stream().map(site -> site.group.equals(bought) ? new Site(site.number, buyer, site.area, site.lost) : site).toList());
        }
    }

    @BeforeAll
    static void start() {
        Sea sea = Sea.random(7);
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        sea.groups().forEach(group -> delivery.farmer("F" + group, group));
        LocalDate end = FIRST.plusMonths(MONTHS - 1).atEndOfMonth();
        for (Site site : sea.sites) {
            String id = id(site);
            delivery.site(id, site.area).stock("F" + site.group, id, FIRST.atDay(1), end, FISH);
            for (int month = 0; month < MONTHS; month++) {
                delivery.loss("F" + site.group, id, FIRST.plusMonths(month).atDay(10), "mortality", "A101", site.lost[month]);
            }
        }
        Path written = delivery.write();
        attack = new Attack(sea, LiveServer.start(folder, end.plusDays(1)).ingest(written));
        ofTwo = new Attack(sea, LiveServer.start(folder.resolve("two"), end.plusDays(1)).ingest(written, new PrivacyChange(1 + 1, null)));
        HandMadeDelivery sale = new HandMadeDelivery(folder.resolve("sale"));
        sea.groups().forEach(group -> sale.farmer("F" + group, group.equals(BOUGHT) ? BUYER : group));
        merged = new Attack(sea.merged(BUYER, BOUGHT),
                LiveServer.start(folder.resolve("merged"), end.plusDays(1)).ingest(written).ingest(sale.write()));
    }

    @AfterAll
    static void stop() {
        List.of(attack, ofTwo, merged).forEach(each -> each.asked.close());
    }

    private static String id(Site site) {
        return String.valueOf(10_000 + site.number);
    }

    @Test
    void nothingOfFewerThanThreeOthers() {
        Map<String, Integer> shown = new TreeMap<>();
        List<String> exposed = attack.of(attack.quarters(shown));
        // there is something to combine: quarters, halves, and what is joined to one
        assertThat(shown.getOrDefault("4", 0)).isGreaterThan(2);
        assertThat(shown.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(2 * MONTHS);
        assertThat(exposed).isEmpty();
    }

    /** Quarters that were made before are held against what is known of the groups that are left. */
    @Test
    void nothingAfterASale() {
        Map<String, Integer> shown = new TreeMap<>();
        assertThat(merged.of(merged.quarters(shown))).isEmpty();
        assertThat(shown.getOrDefault("4", 0)).isGreaterThan(0);
    }

    @Test
    void theAttackFindsQuartersThatWereNotJoined() {
        assertThat(attack.of(attack::neverJoined)).isNotEmpty();
    }

    @Test
    void theAttackFindsARuleOfTwo() {
        assertThat(ofTwo.of(ofTwo.quarters(new TreeMap<>()))).isNotEmpty();
    }

    /** The sets of sites whose mean is in a row of site-quarters. */
    private interface Quarters {
        Map<Set<Site>, String> of(int month);
    }

    /** All that callers of a server are told of a sea. */
    private record Attack(Sea sea, LiveServer asked) {

        Quarters quarters(Map<String, Integer> shown) {
            Map<String, List<JsonNode>> rows = new TreeMap<>();
            asked.data("/v3/comparison/site-quarters?from_date=" + FIRST, "analyst").forEach(row -> rows.computeIfAbsent(
                    row.get("month").asText().substring(0, 7) + " " + row.get("production_area_ids").get(0).asInt(), _ -> new ArrayList<>()).add(row));
            Map<Integer, Map<Set<Site>, String>> months = new TreeMap<>();
            for (int month = 0; month < MONTHS; month++) {
                Map<Set<Site>, String> sums = new LinkedHashMap<>();
                for (int area : new int[] {3, 6}) {
                    List<JsonNode> quarters = rows.getOrDefault(FIRST.plusMonths(month) + " " + area, List.of());
                    shown.merge(String.valueOf(quarters.size()), 1, Integer::sum);
                    List<Site> ranked = ranked(sea.in(site -> site.platformArea().equals(PLATFORM_AREA.get(area))), month);
                    int from = 0;
                    for (JsonNode quarter : quarters) {
                        List<Site> sites = ranked.subList(from, from + quarter.get("quarter_site_count").asInt());
                        from += sites.size();
                        assertThat(quarter.get("mean_loss_rate").asDouble()).as("%s", quarter).isEqualTo(Math.round(1000 * mean(sites, month)) / 1000.0);
                        sums.put(Set.copyOf(sites), "quarter " + quarter.get("quarter").asInt() + " of area " + area);
                    }
                }
                months.put(month, sums);
            }
            return month -> Objects.requireNonNull(months.get(month));
        }

        Map<Set<Site>, String> neverJoined(int month) {
            Map<Set<Site>, String> sums = new LinkedHashMap<>();
            for (String area : List.of("west", "middle")) {
                List<Site> ranked = ranked(sea.in(site -> site.platformArea().equals(area)), month);
                for (int quarter = 1; quarter <= 4; quarter++) {
                    sums.put(Set.copyOf(ranked.subList((quarter - 1) * ranked.size() / 4, quarter * ranked.size() / 4)), quarter + " of " + area);
                }
            }
            return sums;
        }

        private static List<Site> ranked(List<Site> sites, int month) {
            return sites.stream().sorted(Comparator.comparingInt((Site site) -> site.lost[month]).thenComparingInt(Site::number)).toList();
        }

        private static double mean(List<Site> sites, int month) {
            return sites.stream().mapToDouble(site -> site.rate(month)).sum() / sites.size();
        }

        /** Who is exposed to whom, by a combination that has a quarter in it. */
        List<String> of(Quarters quarters) {
            List<String> exposed = new ArrayList<>();
            List<String> attackers = new ArrayList<>(sea.groups());
            attackers.add("");
            for (String group : attackers) {
                Map<Integer, Map<Set<Site>, String>> known = known(group);
                for (int month = 0; month < MONTHS; month++) {
                    Map<Set<Site>, String> before = Objects.requireNonNull(known.get(month));
                    Map<Set<Site>, String> all = new LinkedHashMap<>(before);
                    all.putAll(quarters.of(month));
                    Set<String> without = whom(Exposures.of(before, Site::group, group));
                    for (String exposure : Exposures.of(all, Site::group, group)) {
                        if (!without.contains(exposure.substring(0, exposure.indexOf(':')))) {
                            exposed.add(group + " in " + FIRST.plusMonths(month) + ": " + exposure);
                        }
                    }
                }
            }
            return exposed;
        }

        private static Set<String> whom(List<String> exposures) {
            return exposures.stream().map(exposure -> exposure.substring(0, exposure.indexOf(':'))).collect(Collectors.toSet());
        }

        /** What an attacker knows beside the quarters: the sites of each mean, by month. */
        private Map<Integer, Map<Set<Site>, String>> known(String group) {
            String caller = group.isEmpty() ? "analyst" : "farmer:F" + group;
            Map<Integer, Map<Set<Site>, String>> known = new TreeMap<>();
            for (int month = 0; month < MONTHS; month++) {
                known.put(month, new LinkedHashMap<>());
            }
            for (String filter : FILTERS) {
                for (boolean alone : group.isEmpty() ? new boolean[] {false} : new boolean[] {false, true}) {
                    asked.dataAsItCame("/v3/mortality/areas/month?from_date=" + FIRST + "&areas=" + filter + (alone ? "&exclude_self=true" : ""), caller)
                            .forEach(row -> average(row, alone ? group : "", known));
                }
            }
            for (String scope : List.of("country", "region")) {
                asked.dataAsItCame("/v2/mortality/mortality-rate-by-" + scope, caller).forEach(row -> {
                    if (row.get("year").asInt() == FIRST.getYear()) {
                        extremes(row, group, known);
                    }
                });
            }
            return known;
        }

        private void average(JsonNode row, String without, Map<Integer, Map<Set<Site>, String>> known) {
            JsonNode average = row.get("site_avg_loss_rate");
            if (!average.isNull()) {
                List<Integer> areas = new ArrayList<>();
                row.get("production_area_ids").forEach(area -> areas.add(area.asInt()));
                int month = monthOf(row.get("month").asText());
                List<Site> sites = sea.in(site -> areas.contains(site.area) && !site.group.equals(without));
                assertThat(average.asDouble()).as("%s", row).isCloseTo(mean(sites, month), ROUNDING);
                Objects.requireNonNull(known.get(month)).put(Set.copyOf(sites), "average of " + areas + " without " + without);
            }
        }

        private void extremes(JsonNode row, String own, Map<Integer, Map<Set<Site>, String>> known) {
            int month = row.get("month").asInt() - 1;
            String region = row.has("region") ? row.get("region").asText() : "";
            List<Site> sites = ranked(sea.in(site -> !site.group.equals(own)
                    && (region.isEmpty() || region.equals(site.area < 6 ? "Sør" : "Midt"))), month);
            for (String side : List.of("highest", "lowest")) {
                JsonNode value = row.get(side + "_10_percent_avg_rate").get("1_m");
                if (!value.isNull()) {
                    int count = (sites.size() + 9) / 10;
                    List<Site> chosen = side.equals("lowest") ? sites.subList(0, count) : sites.subList(sites.size() - count, sites.size());
                    double mean = chosen.stream().mapToDouble(site -> 1 - Math.exp(-site.rate(month))).sum() / count;
                    assertThat(value.asDouble()).as("%s", row).isCloseTo(mean, ROUNDING);
                    Objects.requireNonNull(known.get(month)).put(Set.copyOf(chosen), side + " of " + region);
                }
            }
        }

        private static int monthOf(String day) {
            return YearMonth.parse(day.substring(0, 7)).getMonthValue() - 1;
        }
    }
}
