package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.live.LiveServer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What treatments cost is no sum of cells, so {@link PromiseTest} does not have it. Here each pen of a random coast is
 * treated once in each of two quarters, with losses that no other treatment has, below 1 %; each company has pens of
 * each weight that are never treated, and nothing dies on other days, so that nothing is taken from a mean. An
 * attacker reads from the count and the mean of each row which treatments are in it: before the second quarter, after
 * it, when a company has joined with its history, and after a group has bought another. The untreated days of the row
 * Untreated are read off the ledger, and those of the yardstick, which is taken from each mean, are taken to be known.
 * No combination of its rows, of all treatments and of untreated days, may be of one or two other groups.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class TreatmentsPromiseTest {

    private static final long SEED = 16;
    private static final int FISH = 1_000_000;
    /** Above a hundredth of the fish a loss would not count whole. */
    private static final int MOST = 9_999;
    private static final int PENS = 240;
    private static final int WEIGHTS = 5;
    private static final List<String> CATEGORIES = List.of("Bath", "Bath", "Bath", "Thermal", "Thermal", "Mechanical");
    private static final LocalDate BEGIN = LocalDate.of(2026, 1, 1);
    private static final LocalDate AFTER_FIRST = LocalDate.of(2026, 4, 20);
    private static final LocalDate AFTER_SECOND = LocalDate.of(2026, 7, 20);
    private static final String UNTREATED = "Untreated";
    private static final String JOINER = "G7";
    private static final String BUYER = "G2";
    private static final String BOUGHT = "G3";
    private static final int GROUPS = 7;
    /** A group and its two others are too few: a mean needs a fourth. */
    private static final int ENOUGH = 4;

    @TempDir
    static Path folder;

    private static List<Event> events;
    private static LiveServer server;
    /** What each attacker was told, by group; empty is an analyst's. */
    private static Map<String, Map<Set<Event>, String>> beforeTheSale;
    private static Map<String, Map<Set<Event>, String>> afterTheSale;

    /** A treated pen, and the fish that it loses. */
    private record Event(int pen, String group, String category, int weight, int quarter, int lost) {

        LocalDate day() {
            return LocalDate.of(2026, 3 * quarter - 2, 20).plusDays(pen % 50);
        }

        String site() {
            return String.valueOf(10_000 + pen);
        }

        @Override
        public String toString() {
            return group + "/" + pen + "/Q" + quarter;
        }
    }

    @BeforeAll
    static void start() {
        Random random = new Random(SEED);
        events = new ArrayList<>();
        for (int pen = 0; pen < PENS; pen++) {
            // two groups have half of the pens, and few fish are very light or very heavy
            String group = "G" + (1 + (random.nextBoolean() ? random.nextInt(2) : random.nextInt(GROUPS)));
            String category = CATEGORIES.get(random.nextInt(CATEGORIES.size()));
            int weight = (random.nextInt(WEIGHTS) + random.nextInt(WEIGHTS)) / 2;
            for (int quarter = 1; quarter <= 2; quarter++) {
                events.add(new Event(pen, group, category, weight, quarter, 1 + random.nextInt(MOST)));
            }
        }
        server = LiveServer.start(folder.resolve("lake"), AFTER_SECOND.plusDays(1));
        server.ingest(delivery("first", event -> !event.group.equals(JOINER), BEGIN, AFTER_FIRST, Function.identity()));
        beforeTheSale = new TreeMap<>();
        ask(beforeTheSale, event -> event.quarter == 1 && !event.group.equals(JOINER), Function.identity());
        server.ingest(delivery("history", event -> event.group.equals(JOINER), BEGIN, AFTER_SECOND,
                Function.identity()));
        server.ingest(delivery("second", event -> !event.group.equals(JOINER), AFTER_FIRST.plusDays(1), AFTER_SECOND,
                Function.identity()));
        ask(beforeTheSale, TreatmentsPromiseTest::isReleased, Function.identity());
        server.ingest(delivery("sale", event -> false, BEGIN, BEGIN, TreatmentsPromiseTest::afterSale));
        afterTheSale = new TreeMap<>();
        ask(afterTheSale, TreatmentsPromiseTest::isReleased, TreatmentsPromiseTest::afterSale);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** A quarter is released once: whoever joins later is not in it. */
    private static boolean isReleased(Event event) {
        return event.quarter == 2 || !event.group.equals(JOINER);
    }

    private static String afterSale(String group) {
        return group.equals(BOUGHT) ? BUYER : group;
    }

    private static Path delivery(String name, Predicate<Event> wanted, LocalDate from, LocalDate to,
            Function<String, String> groupOf) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve(name));
        IntStream.rangeClosed(1, GROUPS).mapToObj(n -> "G" + n)
                .forEach(group -> delivery.farmer("F" + group, groupOf.apply(group)));
        for (int n = 1; n <= GROUPS; n++) {
            Event untreated = new Event(PENS + n, "G" + n, "", 0, 0, 0);
            delivery.site(untreated.site(), 3).line("reference/site_farmers.csv", "site_farmers", untreated.site()
                    + ",F" + untreated.group);
            for (int weight = 0; weight < WEIGHTS && wanted.test(untreated); weight++) {
                String pen = "," + untreated.site() + ",A" + weight + ",C,SAL," + FISH + "," + (weight * 1000 + 500)
                        + ",V2025";
                from.datesUntil(to.plusDays(1)).forEach(day -> delivery.line("farmers/F" + untreated.group
                        + "/stock.csv", "stock", day + pen));
            }
        }
        for (Event event : events) {
            if (event.quarter == 1) {
                delivery.site(event.site(), 3).line("reference/site_farmers.csv", "site_farmers", event.site() + ",F"
                        + event.group);
            }
            if (!wanted.test(event)) {
                continue;
            }
            String files = "farmers/F" + event.group + "/";
            if (event.quarter == 1) {
                from.datesUntil(to.plusDays(1)).forEach(day -> delivery.line(files + "stock.csv", "stock",
                        day + "," + event.site() + ",A,C" + event.pen + ",SAL," + FISH + ","
                        + (event.weight * 1000 + 500) + ",V2025"));
            }
            if (!event.day().isBefore(from) && !event.day().isAfter(to)) {
                delivery.line(files + "losses.csv", "losses", event.day() + "," + event.site() + ",A,mortality,A101,"
                        + event.lost)
                        .line(files + "treatments.csv", "treatments", "T" + event.pen + "Q" + event.quarter + ","
                                + event.day() + "," + event.site() + "," + event.category + ",Lice,true,false,A,,,,,");
            }
        }
        return delivery.write();
    }

    /** Lets everybody ask, and reads from each row which of these events are in it. */
    private static void ask(Map<String, Map<Set<Event>, String>> told, Predicate<Event> released,
            Function<String, String> groupOf) {
        Set<String> attackers = new TreeSet<>(IntStream.rangeClosed(1, GROUPS).mapToObj(n -> groupOf.apply("G" + n))
                .toList());
        attackers.add("");
        for (String attacker : attackers) {
            Map<Set<Event>, String> known = told.computeIfAbsent(attacker, _ -> new LinkedHashMap<>());
            Map<String, Set<Event>> ofQuarters = new TreeMap<>();
            List<JsonNode> years = new ArrayList<>();
            Map<String, Set<Event>> untreated = untreated();
            for (JsonNode row : server.data("/v3/comparison/after-treatment?from_date=" + BEGIN, attacker.isEmpty()
                    ? "analyst" : "farmer:F" + attacker)) {
                if (row.get("event_count").isNull()) {
                    continue;
                }
                if (row.get("quarter").isNull()) {
                    years.add(row);
                } else {
                    Set<Event> found = isOfUntreated(row) ? untreated.getOrDefault(row.get("quarter") + key(row),
                            Set.of()) : read(row, released);
                    assertThat(row.get("event_count").asInt()).as("%s", row).isEqualTo(found.size());
                    known.putIfAbsent(found, "quarter " + row);
                    ofQuarters.computeIfAbsent(key(row), _ -> new HashSet<>()).addAll(found);
                }
            }
            for (JsonNode row : years) {
                Set<Event> all = ofQuarters.getOrDefault(key(row), Set.of());
                assertThat(fits(row, all)).as("%s is of %s", row, all).isTrue();
                known.putIfAbsent(all, "year " + row);
            }
        }
    }

    private static boolean isOfUntreated(JsonNode row) {
        return row.get("treatment_target").asText().equals("None");
    }

    /** The released untreated days by quarter and row: in atoms of them alone, and in a weight's row in those of it. */
    private static Map<String, Set<Event>> untreated() {
        Map<String, List<Event>> atoms = new TreeMap<>();
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder.resolve("spill")))) {
            session.each("SELECT date, atom, site_id, farmer_id, treatment_category, weight_group FROM ("
                    + Ledger.of(Lake.at(server.lake()).current().orElseThrow()).rows(LedgerTables.TREATMENT_EVENT, null)
                    + ")", row -> {
                LocalDate date = row.getObject(1, LocalDate.class);
                int quarter = date.get(IsoFields.QUARTER_OF_YEAR);
                atoms.computeIfAbsent(quarter + " " + row.getInt(2), _ -> new ArrayList<>())
                        .add(new Event(Integer.parseInt(row.getString(3)) - 10_000, row.getString(4).substring(1),
                        row.getString(5), row.getInt(6), quarter, date.getDayOfYear()));
            });
        }
        Map<String, Set<Event>> ofRows = new HashMap<>();
        for (List<Event> atom : atoms.values()) {
            if (atom.stream().allMatch(event -> event.category.equals(UNTREATED))) {
                int quarter = atom.getFirst().quarter;
                ofRows.computeIfAbsent(quarter + UNTREATED + " null", _ -> new HashSet<>()).addAll(atom);
                if (atom.stream().map(Event::weight).distinct().count() == 1) {
                    int weight = atom.getFirst().weight;
                    ofRows.computeIfAbsent(quarter + UNTREATED + " " + (weight == WEIGHTS - 1 ? weight + "+ kg"
                            : weight + "–" + (weight + 1) + " kg"), _ -> new HashSet<>()).addAll(atom);
                }
            }
        }
        return ofRows;
    }

    private static String key(JsonNode row) {
        return row.get("treatment_category").asText() + " " + row.get("weight_group").asText();
    }

    /** All events of a row's method and weight; of all weights together, those of some weights. */
    private static Set<Event> read(JsonNode row, Predicate<Event> released) {
        Map<Integer, List<Event>> byWeight = events.stream().filter(released)
                .filter(event -> event.quarter == row.get("quarter").asInt()
                && event.category.equals(row.get("treatment_category").asText()))
                .collect(Collectors.groupingBy(Event::weight, TreeMap::new, Collectors.toList()));
        List<List<Event>> weights = row.get("weight_group").isNull() ? List.copyOf(byWeight.values())
                : List.of(byWeight.getOrDefault(row.get("weight_group").asText().charAt(0) - '0', List.of()));
        List<Set<Event>> possible = IntStream.range(1, 1 << weights.size())
                .mapToObj(some -> IntStream.range(0, weights.size())
                .filter(i -> (some >> i & 1) == 1).mapToObj(weights::get).flatMap(List::stream)
                .collect(Collectors.toSet()))
                .filter(each -> fits(row, each)).toList();
        assertThat(possible).as("%s", row).hasSize(1);
        return possible.getFirst();
    }

    private static boolean fits(JsonNode row, Set<Event> all) {
        if (isOfUntreated(row)) {
            return row.get("event_count").asInt() == all.size();
        }
        double mean = all.stream().mapToLong(Event::lost).sum() / (double) FISH / all.size();
        return row.get("event_count").asInt() == all.size()
                && Math.abs(row.get("mean_excess_rate").asDouble() - mean) < 0.0000501;
    }

    private static List<String> exposures(Map<String, Map<Set<Event>, String>> told, Function<String, String> groupOf) {
        return told.entrySet().stream().flatMap(each ->
                Exposures.of(each.getValue(), event -> groupOf.apply(event.group), each.getKey()).stream()
                .map(exposure -> each.getKey() + ": " + exposure)).toList();
    }

    @Test
    void nothingOfFewerThanThreeOthers() {
        // there is something to subtract: rows of single weights in both quarters, and rows of some weights together
        Map<Set<Event>, String> outsiders = beforeTheSale.getOrDefault("", Map.of());
        assertThat(outsiders.size()).isGreaterThan(10);
        assertThat(outsiders.keySet()).anyMatch(sum -> sum.stream().map(Event::weight).distinct().count() > 1)
                .anyMatch(sum -> sum.stream().anyMatch(event -> event.category.equals(UNTREATED)));
        assertThat(exposures(beforeTheSale, Function.identity())).isEmpty();
    }

    @Test
    void nothingAfterASale() {
        assertThat(afterTheSale.getOrDefault("", Map.of())).isNotEmpty();
        assertThat(exposures(afterTheSale, TreatmentsPromiseTest::afterSale)).isEmpty();
    }

    /** Each weight of enough groups beside all weights together: the difference is of the others alone. */
    @Test
    void theAttackFindsWeightsThatAreShownByThemselves() {
        Map<Set<Event>, String> known = new LinkedHashMap<>();
        for (Function<Event, String> row : List.<Function<Event, String>>of(event -> event.quarter + event.category,
                event -> event.quarter + event.category + event.weight)) {
            events.stream().collect(Collectors.groupingBy(row, TreeMap::new, Collectors.toSet()))
                    .forEach((name, sum) -> {
                if (sum.stream().map(Event::group).distinct().count() >= ENOUGH) {
                    known.put(sum, name);
                }
            });
        }
        assertThat(Exposures.of(known, Event::group, "")).isNotEmpty();
    }
}
