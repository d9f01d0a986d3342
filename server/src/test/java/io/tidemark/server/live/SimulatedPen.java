package io.tidemark.server.live;

import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A pen in which as many die as chance has it, each day for itself: of 100 000 to 200 000 fish of 2 kg two to fifteen a
 * day, its own level, which differs from day to day by more than chance. The dead of days on which nobody collects lie
 * on the next collection, and a collection of none is delivered as 0.
 *
 * @param way the place in {@link #WAYS} of the days on which its dead are collected
 */
record SimulatedPen(HandMadeDelivery delivery, String farmer, String unit, int way) {

    /** Collected daily, every second day, every third day, and not at weekends. */
    static final List<Predicate<LocalDate>> WAYS = List.of(day -> true, day -> day.toEpochDay() % 2 == 0,
            day -> day.toEpochDay() % 3 == 0, day -> day.getDayOfWeek().getValue() < 6);

    private static final int FISH = 100_000;

    /**
     * Delivers its days.
     *
     * @param rise  from this day on four times as many die
     * @param sites the sites that have it on a day
     */
    void write(Random random, LocalDate begin, LocalDate end, LocalDate rise,
            Function<LocalDate, List<String>> sites) {
        int fish = FISH + random.nextInt(FISH);
        double level = 2 * Math.pow(7.5, random.nextDouble());
        int dead = 0;
        for (LocalDate day = begin; !day.isAfter(end); day = day.plusDays(1)) {
            dead += poisson(random, level * Math.exp(0.3 * random.nextGaussian()) * (day.isBefore(rise) ? 1 : 4));
            boolean isCollected = WAYS.get(way).test(day);
            for (String site : sites.apply(day)) {
                delivery.line("farmers/" + farmer + "/stock.csv", "stock",
                        day + "," + site + "," + unit + ",C" + unit + ",SAL," + fish + ",2000,V2025");
                if (isCollected) {
                    delivery.line("farmers/" + farmer + "/losses.csv", "losses",
                            day + "," + site + "," + unit + ",mortality,A101," + dead);
                }
            }
            dead = isCollected ? 0 : dead;
        }
    }

    private static int poisson(Random random, double mean) {
        double limit = Math.exp(-mean);
        double product = random.nextDouble();
        int number = 0;
        while (product > limit) {
            product *= random.nextDouble();
            number++;
        }
        return number;
    }
}
