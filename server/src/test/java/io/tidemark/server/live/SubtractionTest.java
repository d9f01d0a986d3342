package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.reference.ShippedReference;
import io.tidemark.server.TestSize;
import io.tidemark.server.live.SecretCoast.Figures;
import io.tidemark.server.live.SecretCoast.Piece;
import io.tidemark.server.live.SecretCoast.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjuster;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An attacker who adds and subtracts: it knows every sum of losses from overlapping queries, and the figures of its own
 * group. Every combination of them must cover at least three other groups.
 *
 * <p>To see what is in a sum, each site loses fish of a cause of its own, and in piece number n 10 to the power of n:
 * the digits of a published count say which pieces of the site are in it. All causes of an answer together are the sum
 * that an attacker has.
 */
@Tag("whole")
@SuppressWarnings("NullAway.Init") // set before all tests
class SubtractionTest {

    private static final int QUESTIONS = TestSize.of(150);
    private static final int MIN = 3;
    private static final List<String> FILTERS = List.of("", "areas=3", "areas=4", "areas=3,4", "areas=1,2", "areas=6",
            "areas=6,7", "areas=7", "areas=9", "areas=3,6", "areas=4,7", "areas=1,3,9", "areas=4,9");
    private static final List<String> GENERATIONS = List.of("", "", "V2025", "H2025");
    private static final TemporalAdjuster MONDAY = TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY);
    private static final int[] EDGES = {0, 100, 400, 470, 500, 1200, 1300, 3300, 15_000};

    /** A question, without who asks it. */
    private record Asked(String route, Set<Integer> areas, String generation, int lightest, int heaviest,
            LocalDate from, LocalDate to) {

        String query() {
            return "?limit=1000&from_date=" + from + "&to_date=" + to
                    + (areas.isEmpty() ? "" : "&areas=" + areas.stream().map(String::valueOf)
                    .collect(Collectors.joining(",")))
                    + (generation.isEmpty() ? "" : "&generations=" + generation)
                    + "&weight_range_start=" + lightest + "&weight_range_end=" + heaviest;
        }

        boolean takes(Site site) {
            return (areas.isEmpty() || areas.contains(site.area()))
                    && (generation.isEmpty() || generation.equals(site.generation()))
                    && site.gram() >= lightest / 100 * 100 && (heaviest == 15_000
                    || site.gram() < (heaviest + 99) / 100 * 100);
        }
    }

    @TempDir
    static Path folder;

    private static List<Site> sites;
    private static Map<String, Site> siteOf;
    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException, IOException {
        sites = SecretCoast.sites(20_261_122);
        List<String> causes = causes();
        siteOf = new HashMap<>();
        Map<Piece, Figures> figures = new LinkedHashMap<>();
        for (int i = 0; i < sites.size(); i++) {
            siteOf.put(causes.get(i), sites.get(i));
            int lost = 1;
            for (LocalDate start : SecretCoast.PIECES) {
                figures.put(new Piece(sites.get(i), start), new Figures(causes.get(i), lost, 100));
                lost *= 10;
            }
        }
        server = LiveServer.start(folder, SecretCoast.TODAY)
                .ingest(SecretCoast.write(folder.resolve("delivery"), figures));
    }

    private static List<String> causes() throws IOException {
        Path list = ShippedReference.copy("loss_categories", folder).orElseThrow();
        return Files.readAllLines(list).stream().filter(line -> !line.startsWith("#")).skip(1)
                .map(line -> line.split(",", -1)[4]).toList();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyst", "farmer:F1", "farmer:F3", "farmer:F7", "farmer:F8"})
    void noCombinationOfSumsIsAboutFewGroups(String caller) {
        String own = caller.replace("farmer:F", "G");
        Set<Set<Piece>> sums = new HashSet<>();
        Set<String> filtered = new TreeSet<>();
        for (Asked asked : questions()) {
            for (String self : caller.equals("analyst") ? List.of("") : List.of("", "&exclude_self=true")) {
                for (Set<Piece> sum : published(asked, self, caller).values()) {
                    assertThat(sum).allMatch(piece -> asked.takes(piece.site()));
                    sums.add(sum);
                    if (!asked.areas().isEmpty() || !asked.generation().isEmpty()) {
                        filtered.add(asked.query());
                    }
                }
            }
        }
        // filters show something, or nothing was tried
        assertThat(sums).hasSizeGreaterThan(10);
        assertThat(filtered).hasSizeGreaterThan(5);
        assertThat(groupsExposedBy(sums, own)).isEmpty();
    }

    // the rule before: a row is published when three other groups have fish in it, whatever else is published
    @Test
    void theAttackerFindsWhatAMinimumForEachRowGivesAway() {
        Set<Set<Piece>> sums = new HashSet<>();
        for (Asked asked : questions()) {
            for (Predicate<LocalDate> period : periods(asked)) {
                Set<Piece> sum = sites.stream().filter(asked::takes)
                        .flatMap(site -> SecretCoast.PIECES.stream().filter(period)
                        .map(start -> new Piece(site, start))).collect(Collectors.toSet());
                if (sum.stream().map(piece -> piece.site().group()).distinct().count() >= MIN) {
                    sums.add(sum);
                }
            }
        }
        assertThat(groupsExposedBy(sums, "")).isNotEmpty();
    }

    private static List<Asked> questions() {
        Random random = new Random(7);
        List<Asked> all = new ArrayList<>();
        for (int i = 0; i < QUESTIONS; i++) {
            String areas = FILTERS.get(random.nextInt(FILTERS.size()));
            int a = random.nextInt(EDGES.length);
            int b = random.nextInt(EDGES.length);
            boolean weighed = random.nextInt(3) == 0;
            LocalDate from = SecretCoast.BEGIN.plusDays(random.nextInt(28));
            all.add(new Asked(random.nextBoolean() ? "categories/rank" : "categories/distribution",
                    areas.isEmpty() ? Set.of() : new TreeSet<>(List.of(areas.substring(areas.indexOf('=') + 1)
                            .split(",", -1)).stream()
                            .map(Integer::valueOf).toList()),
                    GENERATIONS.get(random.nextInt(GENERATIONS.size())), weighed ? EDGES[Math.min(a, b)] : 0,
                    weighed ? EDGES[Math.max(a, b)] : 15_000, from, from.plusDays(random.nextInt(20))));
        }
        return all;
    }

    /** The periods that a question's rows are of: whole weeks together, or months. */
    private static List<Predicate<LocalDate>> periods(Asked asked) {
        return asked.route().endsWith("rank")
                ? List.of(day -> !day.isBefore(asked.from().with(MONDAY)) && !day.isAfter(asked.to()))
                : List.of(day -> day.getMonthValue() == 3, day -> day.getMonthValue() == 4);
    }

    /** The pieces behind each period's sum over all causes. */
    private static Map<String, Set<Piece>> published(Asked asked, String self, String caller) {
        Map<String, Set<Piece>> sums = new TreeMap<>();
        for (JsonNode row : server.data("/v3/mortality/" + asked.route() + asked.query() + self, caller)) {
            JsonNode count = row.get("loss_count");
            // a row without figures of others is returned only to callers with losses in it,
            // so its presence reveals nothing
            assertThat((!count.isNull() && count.asLong() > 0) || row.get("farmer_loss_count").asLong() > 0)
                    .as(row.toString()).isTrue();
            if (!count.isNull() && count.asLong() > 0) {
                Site site = Objects.requireNonNull(siteOf.get(row.get("loss_category_code").asText()));
                String digits = new StringBuilder(count.asText()).reverse().toString();
                assertThat(digits).as("each piece once").matches("[01]+");
                Set<Piece> sum = sums.computeIfAbsent(row.path("loss_month").asText(), period -> new HashSet<>());
                for (int i = 0; i < digits.length(); i++) {
                    if (digits.charAt(i) == '1') {
                        sum.add(new Piece(site, SecretCoast.PIECES.get(i)));
                    }
                }
            }
        }
        return sums;
    }

    /**
     * Pairs of other groups about which alone a combination of the sums says something: where leaving out the pair's
     * figures (and the attacker's own, which it knows) makes sums depend on each other that did not before.
     */
    private static List<String> groupsExposedBy(Set<Set<Piece>> sums, String own) {
        List<String> groups = sites.stream().map(Site::group).distinct().filter(group -> !group.equals(own)).sorted()
                .toList();
        int all = Ranks.of(sums, piece -> !piece.site().group().equals(own));
        List<String> exposed = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            for (int j = i + 1; j < groups.size(); j++) {
                Set<String> pair = Set.of(groups.get(i), groups.get(j));
                if (Ranks.of(sums, piece -> !piece.site().group().equals(own)
                        && !pair.contains(piece.site().group())) < all) {
                    exposed.add(groups.get(i) + " " + groups.get(j));
                }
            }
        }
        return exposed;
    }
}
