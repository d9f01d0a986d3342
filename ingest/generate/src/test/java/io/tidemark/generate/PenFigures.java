package io.tidemark.generate;

import io.tidemark.generate.PenRecords.Pen;
import io.tidemark.generate.PenRecords.Treated;
import io.tidemark.generate.biology.LossCause;
import io.tidemark.generate.farm.Treatment;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What an epidemiologist would read from a coast's pens. Shares are fractions unless a name says per cent. */
final class PenFigures {

    private static final int WEEK = 7;
    private static final int YEAR_MONTHS = 12;
    private static final int MIN_DAYS = 7;
    private static final int AFTER = 14;
    /**
     * Where fish are left over (one in twenty at most), the harvest before takes a quarter of the pen and leaves a
     * sixth of what was there, at most; harvest days are within so many days.
     */
    private static final int LEFT_OVER_JUMP = 5;
    private static final int HARVEST_SPAN = 28;

    private final List<Pen> pens;
    private final List<Treated> treatments;

    PenFigures(PenRecords records) {
        pens = records.pens();
        treatments = records.treatments();
    }

    /** Dead fish by the first letter of the cause, per cent of all. */
    Map<String, Double> causes() {
        Map<String, Double> shares = new TreeMap<>();
        long all = 0;
        for (Pen pen : pens) {
            for (Map.Entry<LossCause, Integer> each : pen.causes().entrySet()) {
                shares.merge(each.getKey().code().substring(0, 1), (double) each.getValue(), Double::sum);
                all += each.getValue();
            }
        }
        double total = all;
        shares.replaceAll((letter, count) -> 100 * count / total);
        return shares;
    }

    /** Fish-days, dead and days with fish of a site's month. */
    private static final class SiteMonth {
        private long fishDays;
        private long dead;
        private int lastDay = -1;
        private int days;

        void add(int day, int fish, int died) {
            fishDays += fish;
            dead += died;
            if (day != lastDay) {
                days++;
                lastDay = day;
            }
        }
    }

    /** Twelve months of mortality, pooled and as the mean over sites: each 1 - exp(-sum of the monthly rates). */
    record Year(double pooled, double siteMean) {

        double points() {
            return 100 * (siteMean - pooled);
        }
    }

    /** The mean over all spans of twelve whole months. */
    Year year() {
        Map<Integer, Map<String, SiteMonth>> months = new TreeMap<>();
        bySite().forEach((site, its) -> {
            int first = its.stream().mapToInt(Pen::first).min().orElseThrow();
            int end = its.stream().mapToInt(Pen::end).max().orElseThrow();
            for (int day = first; day < end; day++) {
                LocalDate date = LocalDate.ofEpochDay(day);
                int month = date.getYear() * YEAR_MONTHS + date.getMonthValue() - 1;
                for (Pen pen : its) {
                    if (pen.fish(day) > 0) {
                        months.computeIfAbsent(month, m -> new TreeMap<>()).computeIfAbsent(site, s -> new SiteMonth())
                                .add(day, pen.fish(day), pen.dead(day));
                    }
                }
            }
        });
        List<double[]> rates = new ArrayList<>();
        months.forEach((month, sites) -> {
            int days = LocalDate.of(month / YEAR_MONTHS, month % YEAR_MONTHS + 1, 1).lengthOfMonth();
            double dead = sites.values().stream().mapToLong(m -> m.dead).sum();
            double fishDays = sites.values().stream().mapToLong(m -> m.fishDays).sum();
            double mean = sites.values().stream().filter(m -> m.days >= MIN_DAYS)
                    .mapToDouble(m -> (double) m.dead * days / m.fishDays).average().orElseThrow();
            rates.add(new double[] {dead * days / fishDays, mean});
        });
        double pooled = 0;
        double siteMean = 0;
        int spans = rates.size() - YEAR_MONTHS + 1;
        for (int start = 0; start < spans; start++) {
            double[] sum = new double[2];
            for (double[] month : rates.subList(start, start + YEAR_MONTHS)) {
                sum[0] += month[0];
                sum[1] += month[1];
            }
            pooled += 1 - Math.exp(-sum[0]);
            siteMean += 1 - Math.exp(-sum[1]);
        }
        return new Year(pooled / spans, siteMean / spans);
    }

    /** Mortality of pen-weeks (dead x 7 / fish-days) of pens with at least so many fish. */
    double[] penWeeks(int leastFish) {
        List<Double> rates = new ArrayList<>();
        for (Pen pen : pens) {
            int monday = pen.first() + Math.floorMod(4 - pen.first(), WEEK);
            for (int week = monday; week + WEEK <= pen.end(); week += WEEK) {
                long fishDays = 0;
                long dead = 0;
                for (int day = week; day < week + WEEK; day++) {
                    fishDays += pen.fish(day);
                    dead += pen.dead(day);
                }
                if (fishDays >= (long) leastFish * WEEK && fishDays > 0) {
                    rates.add((double) dead * WEEK / fishDays);
                }
            }
        }
        return rates.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    /** Dead of the 14 days from a treatment on less those of the 14 days before, as shares of the fish; sorted. */
    double[] excess(Treatment.Method method) {
        List<Double> result = new ArrayList<>();
        for (Treated each : treatments) {
            double fish = 0;
            double dead = 0;
            double before = 0;
            boolean whole = !each.pens().isEmpty();
            for (Pen pen : each.pens()) {
                whole &= pen.first() <= each.day() - AFTER && pen.fish(each.day() + AFTER) > pen.fish(each.day()) / 2;
                fish += pen.fish(each.day());
                for (int day = 0; day < AFTER; day++) {
                    dead += pen.dead(each.day() + day);
                    before += pen.dead(each.day() - 1 - day);
                }
            }
            if (whole && each.method() == method) {
                result.add((dead - before) / fish);
            }
        }
        return result.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    /** The value below which a share of sorted values lies. */
    static double quantile(double[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    }

    /** Share of sorted values above a limit. */
    static double above(double[] sorted, double limit) {
        return (double) Arrays.stream(sorted).filter(v -> v > limit).count() / sorted.length;
    }

    /** Fish that stayed in a pen when the others were harvested: their share of those, and for how many days. */
    record LeftOver(double share, int days) {
    }

    /** For each pen whose harvest is in the data its left-over fish; 0 days where the last harvest took all. */
    List<LeftOver> leftOvers() {
        List<LeftOver> result = new ArrayList<>();
        for (Pen pen : pens) {
            int last = pen.end() - 1;
            while (last >= pen.first() && pen.fish(last) == 0) {
                last--;
            }
            int day = last;
            int few = pen.fish(last);
            while (day > pen.first() && pen.fish(day - 1) - pen.dead(day - 1) < LEFT_OVER_JUMP * few) {
                few = pen.fish(--day);
            }
            if (last < pen.end() - 1) {
                boolean stayed = day > pen.first() && last - day >= HARVEST_SPAN;
                result.add(stayed ? new LeftOver((double) few / most(pen, day - HARVEST_SPAN, day), last - day + 1)
                        : new LeftOver(0, 0));
            }
        }
        return result;
    }

    private static int most(Pen pen, int from, int until) {
        return IntStream.range(from, until).map(pen::fish).max().orElseThrow();
    }

    /**
     * Sites of some areas that had fish on every day of a span, and those of them that lost more than a share of their
     * fish to gill disease in it.
     */
    int[] struckByGills(int fromArea, int toArea, int from, int days, double share) {
        int[] counts = new int[2];
        bySite().forEach((site, its) -> {
            int area = its.getFirst().site().coast().id();
            double fish = 0;
            double dead = 0;
            boolean always = true;
            for (int day = from; day < from + days; day++) {
                int there = 0;
                for (Pen pen : its) {
                    there += pen.fish(day);
                    dead += pen.gills(day);
                }
                always &= there > 0;
                fish += (double) there / days;
            }
            if (always && area >= fromArea && area <= toArea) {
                counts[0]++;
                counts[1] += dead > share * fish ? 1 : 0;
            }
        });
        return counts;
    }

    private Map<String, List<Pen>> bySite() {
        Map<String, List<Pen>> bySite = new TreeMap<>();
        pens.forEach(pen -> bySite.computeIfAbsent(pen.site().id(), s -> new ArrayList<>()).add(pen));
        return bySite;
    }

    /** The quotient of two quantiles of sorted values. */
    static double ratio(double[] sorted, double high, double low) {
        return quantile(sorted, high) / quantile(sorted, low);
    }
}
