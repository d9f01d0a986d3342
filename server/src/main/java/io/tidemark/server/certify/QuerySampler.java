package io.tidemark.server.certify;

import io.tidemark.server.certify.SampledQuery.Kind;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Samples questions. The same seed gives the same questions of the same snapshot. */
final class QuerySampler {

    private static final List<Kind> KINDS = List.of(Kind.values());
    private static final int LONGEST_WEEKS = 6;
    private static final int LONGEST_MONTHS = 2;
    private static final int CLASSES = 60;
    private static final int CLASS = 100;

    private final Random random;
    private final List<Integer> areas;
    private final List<String> generations;
    private final List<String> farmers;
    private final LocalDate firstDay;
    private final LocalDate lastDay;

    /**
     * Of a snapshot.
     *
     * @param areas       its production areas
     * @param generations its generations
     * @param farmers     its companies
     * @param firstDay    the first day that is released
     * @param lastDay     the last day that is released
     */
    QuerySampler(long seed, List<Integer> areas, List<String> generations, List<String> farmers, LocalDate firstDay, LocalDate lastDay) {
        this.random = new Random(seed);
        this.areas = areas;
        this.generations = generations;
        this.farmers = farmers;
        this.firstDay = firstDay;
        this.lastDay = lastDay;
    }

    /** The next question. */
    SampledQuery next() {
        Kind kind = KINDS.get(random.nextInt(KINDS.size()));
        LocalDate day = firstDay.plusDays(random.nextLong(ChronoUnit.DAYS.between(firstDay, lastDay) + 1));
        LocalDate from = kind.isByMonth() ? day.withDayOfMonth(1) : day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        LocalDate to = kind.isByMonth() ? from.plusMonths(1L + random.nextInt(LONGEST_MONTHS)).minusDays(1)
                : from.plusWeeks(1L + random.nextInt(LONGEST_WEEKS)).minusDays(1);
        int fromGram = random.nextInt(3) == 0 ? CLASS * random.nextInt(CLASSES) : 0;
        int toGram = random.nextInt(3) == 0 ? fromGram + CLASS * (1 + random.nextInt(CLASSES)) : SampledQuery.NO_LIMIT;
        return new SampledQuery(kind, from, to, some(areas), some(generations), fromGram, toGram,
                farmers.isEmpty() || random.nextBoolean() ? null : farmers.get(random.nextInt(farmers.size())));
    }

    private <T extends Comparable<T>> @Nullable NavigableSet<T> some(List<T> all) {
        if (all.isEmpty() || random.nextInt(3) > 0) {
            return null;
        }
        NavigableSet<T> some = new TreeSet<>();
        all.stream().filter(each -> random.nextBoolean()).forEach(some::add);
        return some.isEmpty() ? new TreeSet<>(all.subList(0, 1)) : some;
    }
}
