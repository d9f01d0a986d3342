package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.server.TestSize;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.live.LiveServer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Growth lies in atoms of feed, but only some of the fish that are fed have any: here the pens of two in five are
 * sorted every day, and then it is not known. An attacker asks for all areas, generations and weights. The atoms are
 * read off the ledger and each answer worked out from what was delivered; no combination of the answers may be of one
 * or two other groups.
 */
@Tag("whole")
@SuppressWarnings("NullAway.Init") // set before all tests
class GrowthPromiseTest {

    private static final long SEED = 5;
    private static final int PENS = TestSize.of(120);
    private static final int GROUPS = 7;
    private static final LocalDate BEGIN = LocalDate.of(2026, 1, 5);
    private static final LocalDate END = LocalDate.of(2026, 3, 1);
    private static final List<Integer> AREAS = List.of(3, 3, 4, 6, 6, 7);
    private static final List<String> GENERATIONS = List.of("V2025", "H2025");
    private static final int CLASS = 100;
    private static final List<Integer> CLASSES = List.of(100, 200, 300);
    private static final double SHOWN = 0.00501;

    @TempDir
    static Path folder;

    private static List<Growing> pens;
    private static LiveServer server;
    private static Collection<List<Part>> atoms;

    /** A pen on a site of its own; sorted every day, or not. */
    private record Growing(int number, String group, int area, String generation, int gram, int growth, int fish,
            boolean sorted) {

        String site() {
            return String.valueOf(10_000 + number);
        }

        /** The mean weight of a day in tenths of a gram; the pen stays in its class. */
        int tenths(LocalDate day) {
            return gram * 10 + 10 + growth * (int) (day.toEpochDay() - BEGIN.toEpochDay());
        }

        @Override
        public String toString() {
            return group + "/" + number;
        }
    }

    /** A pen in a piece, with its growth and the biomass that it is of, in grams; both 0 where it is not known. */
    private record Part(Growing pen, LocalDate piece, long gain, long biomass) {

        static Part of(Growing pen, LocalDate piece) {
            long gain = 0;
            long biomass = 0;
            for (LocalDate day = piece; day.isBefore(Calendar.endOf(piece)); day = day.plusDays(1)) {
                if (!pen.sorted && day.isAfter(BEGIN)) {
                    gain += (long) pen.fish * pen.growth / 10;
                    biomass += (long) pen.fish * pen.tenths(day) / 10;
                }
            }
            return new Part(pen, piece, gain, biomass);
        }

        String group() {
            return pen.group;
        }
    }

    /** What is asked for, and the fish that pass. */
    private record Wanted(String query, Predicate<Growing> passes) {}

    @BeforeAll
    static void start() {
        Random random = new Random(SEED);
        pens = new ArrayList<>();
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int group = 1; group <= GROUPS; group++) {
            delivery.farmer("FG" + group, "G" + group);
        }
        for (int n = 1; n <= PENS; n++) {
            // whole tens of fish, so that growth in tenths of a gram is of whole grams
            pens.add(new Growing(n, "G" + (1 + random.nextInt(GROUPS)), AREAS.get(random.nextInt(AREAS.size())),
                    GENERATIONS.get(random.nextInt(GENERATIONS.size())), CLASSES.get(random.nextInt(CLASSES.size())), 1
                    + random.nextInt(16), 10_000 + 10 * random.nextInt(5_000), random.nextInt(5) < 2));
        }
        for (Growing pen : pens) {
            String files = "farmers/F" + pen.group + "/";
            delivery.site(pen.site(), pen.area).line("reference/site_farmers.csv", "site_farmers", pen.site() + ",F"
                    + pen.group);
            BEGIN.datesUntil(END.plusDays(1)).forEach(day ->
                    delivery.line(files + "stock.csv", "stock", day + "," + pen.site() + ",A,C"
                            + (pen.sorted ? day.getDayOfMonth() : 0) + pen.number + ",SAL,"
                            + pen.fish + "," + pen.tenths(day) / 10 + "." + pen.tenths(day) % 10 + "," + pen.generation)
                    .line(files + "feeding.csv", "feeding", day + "," + pen.site() + ",A,100"));
        }
        server = LiveServer.start(folder.resolve("lake"), END.plusDays(1)).ingest(delivery.write());
        atoms = atoms();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** The released parts in atoms of feed. */
    private static Collection<List<Part>> atoms() {
        Map<String, Growing> bySite = pens.stream().collect(Collectors.toMap(Growing::site, pen -> pen));
        Map<String, List<Part>> found = new TreeMap<>();
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder.resolve("spill")))) {
            session.each("SELECT piece_start, feed_atom, site_id FROM ("
                    + Ledger.of(Lake.at(server.lake()).current().orElseThrow()).rows(LedgerTables.STOCK, null)
                    + ") WHERE feed_atom IS NOT NULL", row ->
                            found.computeIfAbsent(row.getString(1) + " " + row.getInt(2), _ -> new ArrayList<>())
                            .add(Part.of(Objects.requireNonNull(bySite.get(row.getString(3))),
                            row.getObject(1, LocalDate.class))));
        }
        return found.values();
    }

    /** The parts of an atom that have growth. */
    private static Set<Part> growing(List<Part> atom) {
        return atom.stream().filter(part -> part.biomass > 0).collect(Collectors.toSet());
    }

    private static List<Wanted> questions() {
        List<Wanted> all = new ArrayList<>();
        for (int area : new int[] {0, 3, 4, 6, 7}) {
            for (int start : new int[] {0, 100, 200, 300}) {
                for (boolean toEnd : start == 0 ? new boolean[] {true} : new boolean[] {true, false}) {
                    all.add(new Wanted((area == 0 ? "" : "&areas=" + area) + "&weight_range_start=" + start
                            + (toEnd ? "" : "&weight_range_end=" + (start + CLASS)),
                            pen -> (area == 0 || pen.area == area) && (toEnd ? pen.gram >= start : pen.gram == start)));
                }
            }
        }
        return all;
    }

    /** The sets of parts that an attacker reads from all answers; each answer is checked. */
    private static Map<Set<Part>, String> told(String group) {
        Map<Set<Part>, String> known = new LinkedHashMap<>();
        for (Wanted wanted : questions()) {
            for (String by : List.of("area", "area_and_generation")) {
                String path = "/v3/feeding/growth?from_date=" + BEGIN + "&group_by=" + by + wanted.query;
                for (JsonNode row : server.dataAsItCame(path, group.isEmpty() ? "analyst" : "farmer:F" + group)) {
                    boolean west = row.get("production_area_ids").get(0).asInt() < 6;
                    Set<Part> in = included(part -> wanted.passes.test(part.pen) && part.pen.area < 6 == west
                            && part.piece.getMonthValue() == LocalDate.parse(row.get("month").asText()).getMonthValue()
                            && (row.get("generation").isNull()
                            || row.get("generation").asText().equals(part.pen.generation)));
                    JsonNode rate = row.get("estimated_growth_rate");
                    assertThat(rate.isNull()).as("%s %s", path, row).isEqualTo(in.isEmpty());
                    if (!in.isEmpty()) {
                        assertThat(Math.abs(rate.asDouble() - 100.0 * in.stream().mapToLong(Part::gain)
                                .sum() / in.stream().mapToLong(Part::biomass).sum()))
                                .as("%s %s", path, row).isLessThan(SHOWN);
                        known.putIfAbsent(in, path + " " + row.get("month").asText());
                    }
                }
            }
        }
        return known;
    }

    /** The growth of atoms that pass in whole, where it is of four groups; none of these has nearly all. */
    private static Set<Part> included(Predicate<Part> passes) {
        return atoms.stream().filter(atom -> atom.stream().allMatch(passes)).map(GrowthPromiseTest::growing)
                .filter(parts -> parts.stream().map(Part::group).distinct().count() > 3).flatMap(Set::stream)
                .collect(Collectors.toSet());
    }

    @Test
    void nothingOfFewerThanThreeOthers() {
        Map<Set<Part>, String> outsiders = told("");
        assertThat(outsiders.size()).isGreaterThan(10);
        assertThat(Exposures.of(outsiders, Part::group, "")).isEmpty();
        assertThat(Exposures.of(told("G1"), Part::group, "G1")).isEmpty();
    }

    /** The growth of every atom of feed: that of some is of too few groups. */
    @Test
    void theAttackFindsGrowthThatIsOfTooFewOfTheFed() {
        Map<Set<Part>, String> known = new LinkedHashMap<>();
        atoms.forEach(atom -> known.put(growing(atom), "atom " + known.size()));
        known.remove(Set.of());
        assertThat(Exposures.of(known, Part::group, "")).isNotEmpty();
    }
}
