package io.tidemark.server.promise;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.server.live.LiveServer;
import io.tidemark.server.promise.Sea.UnitDay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one attacker has learned of legacy v2 feeding: a mean times its unit-days is their sum. It is stronger than in
 * life: it has the sum of each month, as who asks each month has, knows which unit-days are in it, and takes the
 * rounded means of tails for exact.
 */
final class FeedFigures {

    private static final String ROUTE = "/v2/feeding/sfr-by-";
    private static final List<String> SIDES = List.of("highest", "lowest");
    /** Half of the last decimal of a mean. */
    private static final double FOURTH_DECIMAL = 0.0000501;
    private static final double WRITTEN = 1e-9;

    private final Map<Integer, Map<Set<UnitDay>, String>> known = new TreeMap<>();
    private final List<String> unexplained = new ArrayList<>();
    private int tails;

    /**
     * The unit-days of a quarter that is released.
     *
     * @param of those that were there at the time
     */
    record Quarter(Collection<UnitDay> of) {

        /**
         * The unit-days of a region and degree at or beyond a percentile, which lies p x (n - 1) after the first of n.
         */
        Set<UnitDay> tail(String region, int degrees, String side) {
            List<UnitDay> days = cell(region, degrees);
            int last = days.size() - 1;
            return side.equals("highest") ? Set.copyOf(days.subList((9 * last + 9) / 10, days.size()))
                    : Set.copyOf(days.subList(0, last / 10 + 1));
        }

        List<UnitDay> cell(String region, int degrees) {
            return of.stream().filter(day -> day.region().equals(region) && day.degrees() == degrees)
                    .sorted(Comparator.comparingInt(UnitDay::feed)).toList();
        }
    }

    /** A released unit-day, and whether its month counts for its region or for the country alone. */
    record Released(UnitDay day, boolean isInRegion) {

        /** Those of a lake, told by their feed. */
        static List<Released> of(Path lake, Collection<UnitDay> all) {
            Map<Long, UnitDay> byFeed = all.stream().collect(Collectors.toMap(day -> 1000L * day.feed(), day -> day));
            List<Released> rows = new ArrayList<>();
            try (DuckSession session = DuckSession.open(new EngineSettings(1, 256,
                    lake.resolveSibling("spill-of-the-judge")))) {
                session.each("SELECT feed_g, is_in_region FROM (" + Ledger.of(Lake.at(lake).current().orElseThrow())
                        .rows(LedgerTables.FEED_DAY, null) + ")",
                        row -> rows.add(new Released(Objects.requireNonNull(byFeed.get(row.getLong(1))),
                        row.getBoolean(2))));
            }
            return rows;
        }
    }

    void addAll(FeedFigures other) {
        other.known.forEach((degrees, sums) -> sums.forEach((days, answer) -> add(degrees, days, answer)));
        unexplained.addAll(other.unexplained);
        tails += other.tails;
    }

    void add(int degrees, Set<UnitDay> days, String answer) {
        known.computeIfAbsent(degrees, _ -> new LinkedHashMap<>()).putIfAbsent(days, answer);
    }

    /** How many tails were shown. */
    int tails() {
        return tails;
    }

    List<String> unexplained() {
        return List.copyOf(unexplained);
    }

    /** What follows about one or two groups besides its own. */
    List<String> exposures(Function<UnitDay, String> groupOf, String own) {
        List<String> exposed = new ArrayList<>();
        known.forEach((degrees, sums) -> Exposures.of(sums, groupOf, own)
                .forEach(exposure -> exposed.add(exposure + " at " + degrees + " degrees")));
        return exposed;
    }

    /** Asks as a farmer for all rows, with and without its own. */
    void ask(LiveServer server, List<Released> released, Quarter quarter, String caller, Predicate<UnitDay> isOwn,
            String when) {
        for (boolean alone : new boolean[] {false, true}) {
            String where = when + " as " + caller + (alone ? " without itself: " : ": ");
            Map<Integer, List<JsonNode>> regions = new HashMap<>();
            server.dataAsItCame(ROUTE + "region-and-temperature?exclude_self=" + alone, caller).forEach(row -> {
                int degrees = row.get("temperature").asInt();
                String region = row.get("region").asText();
                regions.computeIfAbsent(degrees, _ -> new ArrayList<>()).add(row);
                sums(row, degrees, released.stream().filter(each -> each.isInRegion
                        && each.day.region().equals(region)), alone ? isOwn : _ -> false,
                        where + region);
                for (String side : SIDES) {
                    JsonNode mean = row.get(side + "_10_percent_avg_sfr");
                    if (!mean.isNull()) {
                        Set<UnitDay> days = quarter.tail(region, degrees, side);
                        learn(degrees, days, isRounded(mean.asDouble(),
                                days.stream().mapToDouble(UnitDay::rate).average().orElse(Double.NaN)),
                                where + side + " of " + region, row);
                        tails++;
                    }
                }
            });
            server.dataAsItCame(ROUTE + "country-and-temperature?exclude_self=" + alone, caller).forEach(row -> {
                int degrees = row.get("temperature").asInt();
                sums(row, degrees, released.stream(), alone ? isOwn : _ -> false, where + "the country");
                SIDES.forEach(side -> ofTheCountry(row, side, regions.getOrDefault(degrees, List.of()), where));
            });
        }
    }

    private void sums(JsonNode row, int degrees, Stream<Released> rows, Predicate<UnitDay> left, String answer) {
        Set<UnitDay> all = rows.map(Released::day).filter(day -> day.degrees() == degrees && !left.test(day))
                .collect(Collectors.toSet());
        if (row.get("avg_sfr").isNull()) {
            return;
        }
        double mean = all.stream().mapToDouble(UnitDay::rate).average().orElse(Double.NaN);
        if (row.get("num_of_measurements").asInt() == all.size()
                && Math.abs(mean - row.get("avg_sfr").asDouble()) <= FOURTH_DECIMAL) {
            all.stream().collect(Collectors.groupingBy(UnitDay::month, TreeMap::new, Collectors.toSet()))
                    .forEach((month, days) -> add(degrees, days, answer + " in " + month));
        } else {
            unexplained.add(answer + ": " + row);
        }
    }

    /** The mean of the regions' by their unit-days. */
    private void ofTheCountry(JsonNode row, String side, List<JsonNode> regions, String where) {
        JsonNode mean = row.get(side + "_10_percent_avg_sfr");
        if (mean.isNull()) {
            return;
        }
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (JsonNode region : regions) {
            JsonNode shown = region.get(side + "_10_percent_avg_sfr");
            if (!shown.isNull()) {
                least = Math.min(least, shown.asDouble());
                most = Math.max(most, shown.asDouble());
            }
        }
        if (mean.asDouble() < least - WRITTEN || mean.asDouble() > most + WRITTEN) {
            unexplained.add(where + "the country's " + side + ": " + row);
        }
    }

    private void learn(int degrees, Set<UnitDay> days, boolean isExplained, String answer, JsonNode row) {
        if (isExplained) {
            add(degrees, new HashSet<>(days), answer);
        } else {
            unexplained.add(answer + " of " + days + ": " + row);
        }
    }

    /** To three digits. */
    private static boolean isRounded(double value, double exact) {
        return Math.abs(value - exact) <= 0.501 * Math.pow(10, Math.floor(Math.log10(exact)) - 2);
    }
}
