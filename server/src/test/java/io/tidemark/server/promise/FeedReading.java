package io.tidemark.server.promise;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads from a specific feed rate which stays are in it. A rate is published with two decimals, but these fish are
 * light and eat much, so it has eight digits, and mostly one set of stays has it: its feed is the rate times its
 * biomass. All such sets are found by meeting in the middle.
 */
final class FeedReading {

    private static final double HALF_A_HUNDREDTH = 0.0051;
    /** More are too many sets. */
    private static final int MAX = 24;

    private FeedReading() {}

    /** A choice of stays: 100 times its feed, in grams, less the rate times its biomass. */
    private record Choice(List<Stay> of, double rest) {

        static Choice of(List<Stay> stays, double rate) {
            return new Choice(stays, stays.stream().mapToDouble(stay -> 100 * feed(stay) - rate * biomass(stay)).sum());
        }
    }

    /** The sets of stays of a week with that rate, of those areas; empty, too, where there are too many to try. */
    static List<Set<Stay>> of(Stays stays, LocalDate monday, Set<Integer> areas, BigDecimal rate) {
        Map<String, List<Stay>> byPen = new TreeMap<>();
        stays.all().stream().filter(stay -> stay.week().equals(monday) && stay.feed() > 0
                && areas.stream().anyMatch(area -> stays.wasIn(stay.pen(), area)))
                .sorted(Comparator.comparing(Stay::toString))
                .forEach(stay -> byPen.computeIfAbsent(stay.pen().id() + stay.piece(), pen -> new ArrayList<>())
                .add(stay));
        List<List<Stay>> pens = List.copyOf(byPen.values());
        if (pens.stream().mapToInt(List::size).sum() > MAX) {
            return List.of();
        }
        double value = rate.doubleValue();
        Choice[] some = choices(pens.subList(0, pens.size() / 2), value);
        Choice[] others = choices(pens.subList(pens.size() / 2, pens.size()), value);
        Arrays.sort(others, Comparator.comparingDouble(Choice::rest));
        double tolerance = HALF_A_HUNDREDTH * pens.stream().flatMap(List::stream).mapToDouble(FeedReading::biomass)
                .sum();
        List<Set<Stay>> found = new ArrayList<>();
        for (Choice choice : some) {
            for (int i = firstFrom(others, -choice.rest() - tolerance); i < others.length
                    && others[i].rest() <= tolerance - choice.rest(); i++) {
                Set<Stay> all = new TreeSet<>(Comparator.comparing(Stay::toString));
                all.addAll(choice.of());
                all.addAll(others[i].of());
                if (!all.isEmpty() && Math.abs(100 * all.stream().mapToDouble(FeedReading::feed).sum() / all.stream()
                        .mapToDouble(FeedReading::biomass).sum() - value) < HALF_A_HUNDREDTH) {
                    found.add(Set.copyOf(all));
                }
            }
        }
        return found;
    }

    private static Choice[] choices(List<List<Stay>> pens, double rate) {
        List<List<Stay>> choices = new ArrayList<>(List.of(List.of()));
        for (List<Stay> versions : pens) {
            for (List<Stay> choice : List.copyOf(choices)) {
                for (Stay stay : versions) {
                    List<Stay> more = new ArrayList<>(choice);
                    more.add(stay);
                    choices.add(more);
                }
            }
        }
        return choices.stream().map(each -> Choice.of(each, rate)).toArray(Choice[]::new);
    }

    private static int firstFrom(Choice[] sorted, double least) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle].rest() < least) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double feed(Stay stay) {
        return 1000.0 * stay.feed() * stay.days();
    }

    private static double biomass(Stay stay) {
        return (double) stay.fish() * stay.gram() * stay.days();
    }
}
