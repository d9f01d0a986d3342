package io.tidemark.server.promise;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Reads from published figures which stays are in them. Figures that no stays can have are empty. */
final class Reading {

    /** Half of the last decimal that is published, and what multiplying adds to it. */
    static final double WRITTEN = 5.1e-11;
    /** Days at the end of a month in which a site's last stock is that of the month's end. */
    private static final int LAST_DAYS = 7;
    private static final int BAND = 500;
    private static final int MAX_TRIED = 8;
    private static final BigDecimal WEEK = BigDecimal.valueOf(7);

    private final Stays stays;

    Reading(Stays stays) {
        this.stays = stays;
    }

    /** The stays of a count of fish lost of a cause: each is a bit of it. */
    Optional<Set<Stay>> ofCount(String cause, JsonNode count) {
        long rest = count.decimalValue().longValueExact();
        Set<Stay> found = new HashSet<>();
        for (Stay stay : stays.of(cause)) {
            if ((rest & stay.lost()) != 0) {
                found.add(stay);
                rest -= stay.lost();
            }
        }
        return rest == 0 ? Optional.of(found) : Optional.empty();
    }

    /**
     * The stays of a week's rates, by cause. What a cause of few stays has lost tells the fish-days that all rates are
     * divided by; with them the other rates are counts. Which of its stays are in the sum is tried.
     */
    Optional<Set<Stay>> ofWeek(LocalDate monday, Map<String, BigDecimal> rates) {
        return rates.entrySet().stream().filter(rate -> !inWeek(rate.getKey(), monday).isEmpty())
                .min(Comparator.<Map.Entry<String, BigDecimal>>comparingInt(rate ->
                        inWeek(rate.getKey(), monday).size())
                        .thenComparing(Map.Entry.<String, BigDecimal>comparingByValue().reversed()))
                .flatMap(known -> lost(inWeek(known.getKey(), monday))
                                .mapToObj(lost -> BigDecimal.valueOf(lost).multiply(WEEK)
                                .divide(known.getValue(), MathContext.DECIMAL64))
                        .map(fishDays -> ofWeek(monday, rates, fishDays)).flatMap(Optional::stream).findFirst());
    }

    /** What some of these stays, or all, have lost together. */
    private static LongStream lost(List<Stay> stays) {
        if (stays.size() > MAX_TRIED) {
            return LongStream.empty();
        }
        return IntStream.range(1, 1 << stays.size())
                .mapToLong(some -> IntStream.range(0, stays.size()).filter(i -> (some >> i & 1) == 1)
                .mapToLong(i -> stays.get(i).lost()).sum());
    }

    private Optional<Set<Stay>> ofWeek(LocalDate monday, Map<String, BigDecimal> rates, BigDecimal fishDays) {
        Set<Stay> found = new HashSet<>();
        for (Map.Entry<String, BigDecimal> rate : rates.entrySet()) {
            long rest = Math.round(rate.getValue().multiply(fishDays).divide(WEEK, MathContext.DECIMAL64)
                    .doubleValue());
            for (Stay stay : inWeek(rate.getKey(), monday)) {
                if ((rest & stay.lost()) != 0) {
                    found.add(stay);
                }
            }
        }
        Rates sum = Rates.of(found, 7);
        boolean fits = rates.entrySet().stream().allMatch(rate -> Rates.isNear(rate.getValue(),
                Rates.of(found.stream().filter(stay -> stay.cause().equals(rate.getKey())).toList(), sum.fishDays(), 7)
                .loss()));
        return fits ? Optional.of(found) : Optional.empty();
    }

    private List<Stay> inWeek(String cause, LocalDate monday) {
        return stays.of(cause).stream().filter(stay -> stay.week().equals(monday)).toList();
    }

    /** The stays of a week's count of treatments of a kind. */
    Optional<Set<Stay>> ofTreatments(LocalDate monday, int kind, JsonNode count) {
        long rest = count.decimalValue().longValueExact();
        Set<Stay> found = new HashSet<>();
        for (Stay stay : stays.all()) {
            if (stay.treated() == kind && stay.week().equals(monday) && (rest & stay.times()) != 0) {
                found.add(stay);
                rest -= stay.times();
            }
        }
        return rest == 0 ? Optional.of(found) : Optional.empty();
    }

    /** All stays of a week, an area and a generation, and of 500 grams around a weight. */
    Set<Stay> ofFish(LocalDate monday, int area, String generation, @Nullable Integer middle) {
        return stays.all().stream().filter(stay -> stay.week().equals(monday) && stays.wasIn(stay.pen(), area)
                && stay.pen().generation().equals(generation) && (middle == null || isAround(stay, middle)))
                .collect(Collectors.toSet());
    }

    /**
     * Those of them of which the companies report no treatment, as first delivered: their nothing is in every sum of
     * treatments.
     */
    Set<Stay> ofUntreatedFish(LocalDate monday, int area, @Nullable String generation, @Nullable Integer middle) {
        return stays.all().stream().filter(stay -> stay.week().equals(monday) && stays.wasIn(stay.pen(), area)
                && stay.version() == 1
                && stay.pen().leavesTreatmentsToTheAuthority()
                && (generation == null || stay.pen().generation().equals(generation))
                && (middle == null || isAround(stay, middle))).collect(Collectors.toSet());
    }

    private static boolean isAround(Stay stay, int middle) {
        return stay.gram() / BAND * BAND + BAND / 2 == middle;
    }

    /**
     * The stays of which a month's last biomass of a production area can be the sum, in grams. A company's fish on a
     * site are those of its last delivered day in the last week of the month: of one piece, in one version each.
     */
    List<Set<Stay>> ofBiomass(LocalDate month, int area, long grams) {
        LocalDate end = stays.end().isBefore(month.plusMonths(1)) ? stays.end() : month.plusMonths(1);
        Map<String, Map<String, Set<Stay>>> bySite = new TreeMap<>();
        for (Stay stay : stays.all()) {
            if (stay.pen().isAtSea() && stays.wasIn(stay.pen(), area) && stay.month().equals(month)
                    && Calendar.endOf(stay.piece()).isAfter(end.minusDays(LAST_DAYS))) {
                bySite.computeIfAbsent(stay.pen().site(), site -> new TreeMap<>())
                        .computeIfAbsent(stay.piece() + " " + stay.version(), piece -> new HashSet<>()).add(stay);
            }
        }
        List<List<Candidate>> sites = bySite.values().stream()
                .map(each -> each.values().stream().map(Candidate::of).toList()).toList();
        // the sums of one half of the sites are looked up by what those of the other half leave
        Map<Long, List<Set<Stay>>> ofHalf = new HashMap<>();
        add(sites.subList(0, sites.size() / 2), 0, Set.of(), ofHalf);
        Map<Long, List<Set<Stay>>> ofOthers = new HashMap<>();
        add(sites.subList(sites.size() / 2, sites.size()), 0, Set.of(), ofOthers);
        List<Set<Stay>> found = new ArrayList<>();
        ofHalf.forEach((part, some) -> ofOthers.getOrDefault(grams - part, List.of())
                .forEach(others -> some.forEach(one -> {
            Set<Stay> both = new HashSet<>(one);
            both.addAll(others);
            found.add(both);
        })));
        return found;
    }

    /** What a site may have in a sum. */
    private record Candidate(Set<Stay> of, long grams) {

        static Candidate of(Set<Stay> stays) {
            return new Candidate(stays, stays.stream().mapToLong(stay -> (long) stay.fish() * stay.gram()).sum());
        }
    }

    private static void add(List<List<Candidate>> sites, long grams, Set<Stay> chosen,
            Map<Long, List<Set<Stay>>> bySum) {
        if (sites.isEmpty()) {
            bySum.computeIfAbsent(grams, sum -> new ArrayList<>()).add(chosen);
            return;
        }
        List<List<Candidate>> others = sites.subList(1, sites.size());
        add(others, grams, chosen, bySum);
        for (Candidate some : sites.getFirst()) {
            Set<Stay> more = new HashSet<>(chosen);
            more.addAll(some.of());
            add(others, grams + some.grams(), more, bySum);
        }
    }
}
