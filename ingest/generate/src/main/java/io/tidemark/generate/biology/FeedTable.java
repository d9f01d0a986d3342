package io.tidemark.generate.biology;

import static io.tidemark.generate.biology.BiologyParameters.FEEDING;
import static io.tidemark.generate.biology.BiologyParameters.GROWING;

/**
 * A feed table as farms use it: percent of body weight a day by weight and temperature, two decimals.
 *
 * <p>Its form is that of Austreng, Storebakken and Asgard 1987 (growth in percent a day by weight class and whole
 * degree); its numbers are ours: growth by the thermal growth coefficient at each weight and degree, times the feed
 * conversion ratio there. Values between the entries are interpolated.
 */
public final class FeedTable {

    /** Weights of the rows in gram. */
    private static final double[] WEIGHTS =
            {5, 15, 30, 60, 100, 175, 300, 500, 750, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500, 5_000,
            6_000, 8_000};
    private static final int WARMEST = 22;
    private static final double HUNDREDTHS = 100;
    private static final double PERCENT = 100;

    private final double[][] rates;

    public FeedTable() {
        rates = new double[WEIGHTS.length][WARMEST + 1];
        for (int row = 0; row < WEIGHTS.length; row++) {
            for (int degree = 0; degree <= WARMEST; degree++) {
                double weight = WEIGHTS[row];
                double after = Growth.weightAfter(weight, GROWING.tgcSalmon(), Growth.effectiveTemperature(degree));
                double percent = PERCENT * (after / weight - 1) * conversionRatio(weight);
                rates[row][degree] = Math.round(percent * HUNDREDTHS) / HUNDREDTHS;
            }
        }
    }

    /** Feed in percent of body weight a day for a weight in gram and a temperature in degrees Celsius. */
    public double percentPerDay(double weight, double temperature) {
        double t = Math.clamp(temperature, 0, WARMEST);
        int degree = Math.min((int) t, WARMEST - 1);
        int row = row(weight);
        double low = between(rates[row][degree], rates[row][degree + 1], t - degree);
        double high = between(rates[row + 1][degree], rates[row + 1][degree + 1], t - degree);
        double w = Math.clamp(weight, WEIGHTS[row], WEIGHTS[row + 1]);
        return between(low, high, (w - WEIGHTS[row]) / (WEIGHTS[row + 1] - WEIGHTS[row]));
    }

    /** Feed per unit of growth at a weight in gram. */
    static double conversionRatio(double weight) {
        double share = Math.min(1, weight / FEEDING.fcrLargeAt());
        return between(FEEDING.fcrSmall(), FEEDING.fcrLarge(), share);
    }

    private static int row(double weight) {
        int row = 0;
        while (row < WEIGHTS.length - 2 && WEIGHTS[row + 1] <= weight) {
            row++;
        }
        return row;
    }

    private static double between(double low, double high, double share) {
        return low + (high - low) * share;
    }
}
