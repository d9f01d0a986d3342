package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.server.TestSize;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.live.LiveServer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The share of fish lost is made of books, which lie in atoms but tell more than these: what was there before a piece,
 * what came, was lost and is left. The rule: of each piece, every one of these sums that an answer is made of is of at
 * least four groups, and so is every difference of two of them, of whichever snapshots; whoever asks, with and without
 * itself. The books are read off the ledger, and each answer is worked out of their sums alone, so that nothing else is
 * in it. An attacker is taken to learn all of these sums exactly, and what each atom lost. What nobody has is in no sum
 * of fish that are there or left.
 *
 * <p>On the random coast sites are stocked and emptied, are without rows for weeks and back, change hands, and move
 * their fish to another site of the company; some are late, and a company joins with its history. Then a group buys another,
 * the rule becomes stricter, and a company leaves: what was of it alone may follow from answers of before.
 *
 * <p>What is left of one piece and what is there before the next one are two sums, since sites may be in one of them
 * alone: the fish-days of their atoms tell as much of these.
 */
@Tag("whole")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("NullAway.Init") // set before all tests
class BooksPromiseTest {

    private static final long SEED = 11;
    private static final int SITES = TestSize.of(160);
    private static final int GROUPS = 7;
    private static final LocalDate BEGIN = LocalDate.of(2026, 1, 5);
    private static final LocalDate AFTER_FIRST = LocalDate.of(2026, 2, 1);
    private static final LocalDate AFTER_SECOND = LocalDate.of(2026, 2, 15);
    private static final LocalDate END = LocalDate.of(2026, 3, 15);
    private static final int DAYS = (int) (END.toEpochDay() - BEGIN.toEpochDay());
    private static final Map<Integer, String> AREAS = Map.of(3, "Vest", 4, "Vest", 6, "Trøndelag", 7, "Trøndelag");
    private static final List<String> GENERATIONS = List.of("V2025", "V2025", "V2025", "H2025");
    private static final List<Integer> GRAMS = List.of(1040, 1040, 1140, 2040);
    /** Of a second pen on some sites. */
    private static final int HEAVY = 3040;
    /** Of the group of F1 too. */
    private static final String SISTER = "F8";
    private static final String JOINER = "F7";
    private static final String BUYER = "G2";
    private static final String BOUGHT = "G3";
    private static final String LEAVER = "F5";
    private static final String ROUTE = "/v3/mortality/generations/rate?from_date=2026-01&to_date=2026-03";
    private static final Offset<Double> THREE_DECIMALS = within(0.000501);

    @TempDir
    static Path folder;

    private static List<Stay> stays;
    private static LiveServer server;
    private static Map<String, String> groups;
    private static int minFarmers = 3;
    private static int asked;
    /** All that was told since the companies are there, and since a group has bought another. */
    private static final Map<Set<Thing>, String> TOLD = new LinkedHashMap<>();
    private static final Map<Set<Thing>, String> TOLD_SINCE_THE_SALE = new LinkedHashMap<>();

    /** A company's fish on a site, from a day to another. */
    private record Stay(String site, int area, String company, String generation, int gram, int first, int last,
            int fish) {

        /** The same company or another one goes on with what is left. */
        Stay next(String nextSite, String nextCompany, int from, int to) {
            int left = fish;
            for (int day = first; day <= last; day++) {
                left -= lost(day, left);
            }
            return new Stay(nextSite, area, nextCompany, generation, gram, from, to, left);
        }

        int lost(int day, int fishThen) {
            int dice = Math.floorMod((site + company).hashCode() * 31 + day * 7, 5);
            return dice == 0 ? fishThen * (1 + Math.floorMod(site.hashCode(), 5)) / 100 : 0;
        }

        boolean isLate() {
            return Math.floorMod(site.hashCode(), 4) == 0;
        }

        void deliver(HandMadeDelivery delivery, LocalDate from, LocalDate to) {
            int left = fish;
            for (int day = first; day <= last; day++) {
                LocalDate date = BEGIN.plusDays(day);
                int lost = lost(day, left);
                if (!date.isBefore(from) && !date.isAfter(to)) {
                    String pen = date + "," + site + ",P" + gram;
                    delivery.line("farmers/" + company + "/stock.csv", "stock", pen + ",C,SAL," + left + "," + gram
                            + "," + generation);
                    if (lost > 0) {
                        delivery.line("farmers/" + company + "/losses.csv", "losses", pen + ",mortality,A101," + lost);
                    }
                }
                left -= lost;
            }
        }
    }

    /** What a sum is of: the fish lost from a row of the ledger, or the fish of a book that are there, come or left. */
    private record Thing(String what, LocalDate piece, String site, String company, int weight) {}

    /** A row of the ledger, with its book if it has one. */
    private record Row(LocalDate piece, String site, String company, String generation, String area, int weight,
            int atom, long lost, boolean hasBook, Page page) {

        Thing thing(String what) {
            return new Thing(what, piece, site, company, what.equals("lost") ? weight : 0);
        }
    }

    /** What a book says of a piece. */
    private record Page(long before, long come, long lost, long after) {

        /** With fish that are back, or moved here from a site whose book is not shown. */
        long there() {
            return Math.max(before, lost + after - come);
        }

        Page plus(Page other) {
            return new Page(before + other.before, come + other.come, lost + other.lost, after + other.after);
        }
    }

    @BeforeAll
    static void start() {
        Random random = new Random(SEED);
        stays = new ArrayList<>();
        for (int n = 0; n < SITES; n++) {
            String company = "F" + (1 + random.nextInt(GROUPS + 1));
            int area = List.copyOf(new TreeMap<>(AREAS).keySet()).get(random.nextInt(AREAS.size()));
            String site = String.valueOf(10_000 + n);
            int day = 3 + random.nextInt(DAYS - 20);
            int story = random.nextInt(20);
            int first = story < 4 ? day : 0;
            // atoms of two generations, and sites in parts, are in one of the platform areas alone
            boolean isMixed = area <= 4;
            Stay stay = new Stay(site, area, company, isMixed ? GENERATIONS.get(random.nextInt(GENERATIONS.size()))
                    : GENERATIONS.getFirst(), GRAMS.get(random.nextInt(GRAMS.size())), first, story < 4 || story > 13
                    ? DAYS : day, 1000 + random.nextInt(5000));
            stays.add(stay);
            if (isMixed && n % 3 == 0) {
                stays.add(new Stay(site, area, company, stay.generation, HEAVY, 0, DAYS, 1000 + random.nextInt(2000)));
            }
            if (story >= 4 && story < 8) {
                stays.add(stay.next(site, company, day + 15 + random.nextInt(4), DAYS));
            } else if (story == 8 || story == 9) {
                stays.add(stay.next(site, "F" + (1 + random.nextInt(GROUPS + 1)), day + 1, DAYS));
            } else if (story == 10 || story == 11) {
                stays.add(stay.next(String.valueOf(20_000 + n), company, day + 1, DAYS));
            }
        }
        groups = new HashMap<>();
        IntStream.rangeClosed(1, GROUPS).forEach(n -> groups.put("F" + n, "G" + n));
        groups.put(SISTER, "G1");
        server = LiveServer.start(folder.resolve("lake"), END.plusDays(1), Map.of("query.keep-snapshot-seconds", "1"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void publish(String name, Predicate<Stay> wanted, LocalDate from, LocalDate to) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve(name));
        groups.forEach(delivery::farmer);
        stays.stream().map(Stay::site).distinct().forEach(site -> {
            List<Stay> here = stays.stream().filter(stay -> stay.site.equals(site)).toList();
            delivery.site(site, here.getFirst().area).shared(site, here.stream().map(Stay::company).distinct()
                    .filter(groups::containsKey).toArray(String[]::new));
        });
        stays.stream().filter(wanted).forEach(stay -> stay.deliver(delivery, from, to));
        server.ingest(delivery.write());
    }

    private static void run(String... words) {
        CommandRun run = CommandRun.of(words);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        server.awaitServed(Lake.at(server.lake()).current().orElseThrow().id().text());
    }

    private static List<Row> ledger() {
        List<Row> rows = new ArrayList<>();
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder.resolve("spill")))) {
            session.each("SELECT piece_start, site_id, farmer_id, generation, production_area_id, weight_class, atom, "
                    + "mortality_count + culling_count, book_before IS NOT NULL, book_before, book_come, book_lost, "
                    + "book_after FROM (" + Ledger.of(Lake.at(server.lake()).current().orElseThrow())
                    .rows(LedgerTables.STOCK, null) + ") WHERE atom IS NOT NULL", row ->
                            rows.add(new Row(row.getObject(1, LocalDate.class), row.getString(2), row.getString(3),
                            row.getString(4), String.valueOf(AREAS.get(row.getInt(5))), row.getInt(6), row.getInt(7),
                            row.getLong(8), row.getBoolean(9), new Page(row.getLong(10), row.getLong(11),
                            row.getLong(12), row.getLong(13)))));
        }
        return rows;
    }

    private static String groupOf(String company) {
        return String.valueOf(groups.get(company));
    }

    private static boolean isSafe(Map<String, Page> pages, ToLongFunction<Page> amount) {
        List<Long> amounts = pages.values().stream().map(amount::applyAsLong).filter(each -> each > 0).sorted()
                .toList();
        int count = amounts.size();
        return count > minFarmers && 100 * amounts.getLast() <= 85 * (amounts.stream().mapToLong(each -> each).sum()
                - amounts.get(count - 2));
    }

    /** The shares of a generation in an area by month, to the last released piece, and what is told by them. */
    private static Map<LocalDate, Double> shares(List<Row> books, LocalDate last, String leftOut,
            Map<Set<Thing>, String> told) {
        Map<LocalDate, List<Row>> shown = books.stream().collect(Collectors.groupingBy(Row::piece, TreeMap::new,
                Collectors.toList()));
        Map<LocalDate, Double> shares = new TreeMap<>();
        double scale = 1;
        double kept = 0;
        double left = 0;
        double daily = 0;
        double lost = 0;
        double entered = 0;
        for (LocalDate piece : Calendar.pieces(books.getFirst().piece, last)) {
            long days = Calendar.endOf(piece).toEpochDay() - piece.toEpochDay();
            List<Row> here = shown.getOrDefault(piece, List.of());
            if (here.isEmpty()) {
                lost += scale * left * daily * days;
                kept = Math.max(0, kept - left * daily * days);
            } else {
                Map<String, Page> pages = here.stream().collect(Collectors.toMap(row -> groupOf(row.company), Row::page,
                        Page::plus, TreeMap::new));
                boolean linked = kept > 0 && isSafe(pages, Page::there);
                boolean leaves = isSafe(pages, Page::after);
                Page sum = new Page(0, 0, 0, 0);
                double there = 0;
                left = 0;
                for (Map.Entry<String, Page> page : pages.entrySet()) {
                    if (!page.getKey().equals(leftOut)) {
                        sum = sum.plus(page.getValue());
                        there += Math.max(0, page.getValue().there());
                        left += leaves ? Math.max(0, page.getValue().after) : 0;
                    }
                }
                scale = linked && there > 0 ? scale * kept / there : 1;
                entered += scale * sum.come + (linked && there > 0 ? 0 : there);
                lost += scale * sum.lost;
                daily = sum.lost / Math.max(1, there + sum.come) / days;
                kept = left;
                Set<Thing> before = things(here, "before", row -> row.page.there() > 0);
                Set<Thing> come = things(here, "come", _ -> true);
                if (linked) {
                    told.putIfAbsent(before, "before " + piece);
                } else {
                    come.addAll(before);
                }
                told.putIfAbsent(come, (linked ? "come " : "begun ") + piece);
                if (leaves) {
                    told.putIfAbsent(things(here, "left", row -> row.page.after > 0), "left " + piece);
                }
            }
            if (entered > 0) {
                shares.put(piece.plusMonths(1).withDayOfMonth(1).minusDays(1), lost / entered);
            }
        }
        return shares;
    }

    private static Set<Thing> things(List<Row> rows, String what, Predicate<Row> counts) {
        return rows.stream().filter(counts).map(row -> row.thing(what))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Lets everybody ask, works each answer out of sums, and keeps these. */
    private static void ask() {
        List<Row> rows = ledger();
        LocalDate last = rows.stream().map(Row::piece).max(Comparator.naturalOrder()).orElseThrow();
        Map<Set<Thing>, String> told = new LinkedHashMap<>();
        Map<String, List<Row>> books = rows.stream().filter(Row::hasBook)
                .sorted(Comparator.comparing(Row::piece))
                .collect(Collectors.groupingBy(row -> row.generation + " " + row.area, TreeMap::new,
                Collectors.toList()));
        rows.stream().collect(Collectors.groupingBy(row -> row.piece + " atom " + row.atom)).forEach((atom, its) ->
                told.putIfAbsent(things(its, "lost", _ -> true), atom));
        // a book has the losses of its rows, and no others: counts that were raised to their losses are in neither
        Map<String, Long> lost = rows.stream().collect(Collectors.groupingBy(row -> row.piece + row.site + row.company
                + row.generation, Collectors.summingLong(Row::lost)));
        books.values().forEach(its -> its.forEach(row -> assertThat(row.page.lost)
                .isEqualTo(lost.get(row.piece + row.site + row.company + row.generation))));
        books.forEach((key, its) -> shares(its, last, "", told));
        for (String caller : List.of("analyst", "farmer:F1", "farmer:F2", "farmer:F4")) {
            for (String query : caller.equals("analyst") ? List.of("") : List.of("", "&exclude_self=true",
                    "&own=company", "&own=company&exclude_self=true")) {
                String leftOut = query.contains("exclude") ? groupOf(caller.substring("farmer:".length())) : "";
                for (JsonNode row : server.data(ROUTE + query, caller)) {
                    List<Row> its = books.get(row.get("generation").asText() + " " + row.get("platform_area_name")
                            .asText());
                    if (row.get("share_lost").isNumber()) {
                        assertThat(its).as("%s", row).isNotNull();
                        assertThat(row.get("share_lost").asDouble()).as("%s %s %s", caller, query, row)
                                .isCloseTo(shares(its, last, leftOut, new HashMap<>()).getOrDefault(LocalDate.parse(
                                row.get("loss_rate_month").asText()), -1.0), THREE_DECIMALS);
                        asked++;
                    }
                }
            }
        }
        TOLD.putAll(told);
        TOLD_SINCE_THE_SALE.putAll(told);
    }

    private static List<String> exposures(Map<Set<Thing>, String> told, Function<String, String> group) {
        List<String> exposed = new ArrayList<>();
        for (String own : List.of("", "G1", "G2", "G4", "G6")) {
            Exposures.of(told, thing -> group.apply(thing.company), own)
                    .forEach(each -> exposed.add(own + ": " + each));
        }
        return exposed;
    }

    @Test
    @Order(1)
    void nothingOfFewerThanThreeOthersFromOnePublication() {
        publish("first", stay -> !stay.isLate() && !stay.company.equals(JOINER), BEGIN, AFTER_FIRST);
        ask();
        assertThat(asked).isGreaterThan(10);
        assertThat(exposures(TOLD, BooksPromiseTest::groupOf)).isEmpty();
    }

    /** Sites that are late by weeks, sites that are back, and a company that joins with its history. */
    @Test
    @Order(2)
    void norOverTime() {
        publish("late", stay -> stay.isLate() && !stay.company.equals(JOINER), BEGIN, AFTER_SECOND);
        ask();
        publish("second", stay -> !stay.isLate() && !stay.company.equals(JOINER), AFTER_FIRST.plusDays(1),
                AFTER_SECOND);
        ask();
        publish("joiner", stay -> stay.company.equals(JOINER), BEGIN, END);
        publish("third", stay -> !stay.company.equals(JOINER), AFTER_SECOND.plusDays(1), END);
        ask();
        assertThat(TOLD.values()).anyMatch(each -> each.startsWith("begun"))
                .anyMatch(each -> each.startsWith("before")).anyMatch(each -> each.startsWith("left"));
        assertThat(exposures(TOLD, BooksPromiseTest::groupOf)).isEmpty();
    }

    /** A book of all sites with fish in a row's atoms has fish of theirs that others do not see. */
    @Test
    @Order(3)
    void theAttackFindsBooksOfSitesThatAreShownInParts() {
        List<Row> rows = ledger();
        Set<String> inside = rows.stream().collect(Collectors.groupingBy(row -> row.piece + " " + row.atom)).entrySet()
                .stream().filter(atom -> atom.getValue().stream().map(row -> row.generation + row.area).distinct()
                .count() == 1).map(Map.Entry::getKey).collect(Collectors.toSet());
        Set<String> partly = rows.stream().filter(row -> inside.contains(row.piece + " " + row.atom))
                .map(row -> row.piece + row.site + row.generation).collect(Collectors.toSet());
        Map<Set<Thing>, String> known = new LinkedHashMap<>(TOLD);
        rows.stream().filter(row -> partly.contains(row.piece + row.site + row.generation))
                .collect(Collectors.groupingBy(row -> row.generation + row.area + row.piece))
                .forEach((key, its) -> known.putIfAbsent(things(its, "lost", _ -> true), key));
        assertThat(exposures(known, BooksPromiseTest::groupOf)).isNotEmpty();
    }

    /** Who is one group now was two when the answers of before were given: these are judged by the groups of then. */
    @Test
    @Order(4)
    void norAfterASaleOrByAStricterRule() {
        Map<String, String> before = Map.copyOf(groups);
        groups.replaceAll((company, group) -> group.equals(BOUGHT) ? BUYER : group);
        TOLD_SINCE_THE_SALE.clear();
        publish("sale", _ -> false, BEGIN, END);
        ask();
        minFarmers = 4;
        run("snapshot", "derive", "--lake", server.lake().toString(), "--min-farmers", "4");
        ask();
        assertThat(exposures(TOLD_SINCE_THE_SALE, BooksPromiseTest::groupOf)).isEmpty();
        // neither of the two that are one now
        assertThat(exposures(TOLD, company -> String.valueOf(before.get(company))).stream()
                .filter(each -> !each.startsWith(BUYER))).isEmpty();
    }

    @Test
    @Order(5)
    void norAfterACompanyHasLeft() {
        minFarmers = 3;
        run("snapshot", "derive", "--lake", server.lake().toString(), "--min-farmers", "3");
        run("farmer", "erase", LEAVER, "--lake", server.lake().toString(), "--state",
                folder.resolve("lake/state").toString(), "--yes", "--wait", "60");
        groups.remove(LEAVER);
        TOLD_SINCE_THE_SALE.clear();
        asked = 0;
        ask();
        assertThat(asked).isPositive();
        assertThat(exposures(TOLD_SINCE_THE_SALE, BooksPromiseTest::groupOf)).isEmpty();
    }
}
