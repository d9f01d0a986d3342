package io.tidemark.server.certify;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Samples queries of the routes in turn, so that each route gets its share. A route's first query has no filters and covers the last whole month, so
 * that its answer has rows. The same seed gives the same queries on the same snapshot.
 */
final class QuerySampler {

    private static final int LONGEST_WEEKS = 6;
    private static final int LONGEST_MONTHS = 2;
    private static final int CLASSES = 60;
    private static final int CLASS = 100;

    private final Random random;
    private final List<AuditedRoute> routes;
    private final List<Integer> areas;
    private final List<String> generations;
    private final List<Company> farmers;
    private final LocalDate firstDay;
    private final LocalDate lastDay;
    private int next;

    /** A company of the snapshot and its group. */
    record Company(String farmer, String group) {}

    /**
     * Creates a sampler for a snapshot.
     *
     * @param routes      the routes to query
     * @param areas       its production areas
     * @param generations its generations
     * @param farmers     its companies
     * @param firstDay    the first released day
     * @param lastDay     the last released day
     */
    QuerySampler(long seed, List<AuditedRoute> routes, List<Integer> areas, List<String> generations, List<Company> farmers, LocalDate firstDay,
            LocalDate lastDay) {
        this.random = new Random(seed);
        this.routes = routes;
        this.areas = areas;
        this.generations = generations;
        this.farmers = farmers;
        this.firstDay = firstDay;
        this.lastDay = lastDay;
    }

    /** The next query. */
    SampledQuery next() {
        boolean isFirst = next < routes.size();
        AuditedRoute route = routes.get(next++ % routes.size());
        Takes takes = route.takes();
        boolean hasFilters = takes.fish() && !isFirst;
        LocalDate day = isFirst ? lastWholeMonth() : firstDay.plusDays(random.nextLong(ChronoUnit.DAYS.between(firstDay, lastDay) + 1));
        LocalDate from = takes.period() == Takes.Period.WEEK ? day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)) : day.withDayOfMonth(1);
        LocalDate to = switch (takes.period()) {
            case WEEK -> from.plusWeeks(1L + random.nextInt(LONGEST_WEEKS)).minusDays(1);
            case MONTH -> from.plusMonths(1L + random.nextInt(LONGEST_MONTHS)).minusDays(1);
            case ONE_MONTH -> from.plusMonths(1).minusDays(1);
        };
        int fromGram = hasFilters && random.nextInt(3) == 0 ? CLASS * random.nextInt(CLASSES) : 0;
        int toGram = hasFilters && random.nextInt(3) == 0 ? fromGram + CLASS * (1 + random.nextInt(CLASSES)) : SampledQuery.NO_LIMIT;
        Company company = company(takes.callers());
        return new SampledQuery(route, from, to, takes.areas() && !isFirst ? some(areas) : null, hasFilters ? some(generations) : null, fromGram,
                toGram,
                company == null ? null : company.farmer, company != null && takes.excludeSelf() ? company.group : null);
    }

    /** The last day of the last whole released month; without one, of the released days. */
    private LocalDate lastWholeMonth() {
        LocalDate end = lastDay.plusDays(1).withDayOfMonth(1).minusDays(1);
        return end.isBefore(firstDay) ? lastDay : end;
    }

    private @Nullable Company company(Takes.Callers callers) {
        boolean isFarmer = callers == Takes.Callers.FARMERS || (callers == Takes.Callers.ANALYSTS_AND_FARMERS && random.nextBoolean());
        return isFarmer && !farmers.isEmpty() ? farmers.get(random.nextInt(farmers.size())) : null;
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
