package io.tidemark.generate.biology;

import static io.tidemark.generate.biology.BiologyParameters.SEA;

import org.jspecify.annotations.Nullable;

/**
 * The water temperature of one site by day and depth: a yearly wave by latitude that weakens and lags with depth, plus
 * the coast's monthly anomaly, the site's own offset and daily noise.
 */
public final class SeaTemperature {

    private static final double YEAR = 365.25;

    private final DayTable days;
    private final double mean;
    private final double swing;
    private final double[] anomaly;

    private SeaTemperature(DayTable days, double mean, double swing, double[] anomaly) {
        this.days = days;
        this.mean = mean;
        this.swing = swing;
        this.anomaly = anomaly;
    }

    /** The water at sea at a latitude. */
    public static SeaTemperature atSea(double latitude, DayTable days, CoastalAnomaly coast, Draws draws) {
        double north = latitude - SEA.south();
        double mean = SEA.meanSouth() + SEA.meanPerDegree() * north + draws.normalWithin(0, SEA.siteOffset());
        double swing = SEA.swingSouth() + SEA.swingPerDegree() * north;
        return new SeaTemperature(days, mean, swing, weather(days, coast, draws));
    }

    /** The water in the tanks of a site on land. */
    public static SeaTemperature inTanks(DayTable days, Draws draws) {
        return new SeaTemperature(days, SEA.tankMean(), SEA.tankSwing(), weather(days, null, draws));
    }

    private static double[] weather(DayTable days, @Nullable CoastalAnomaly coast, Draws draws) {
        double[] result = new double[days.end() - days.first() + 1];
        double noise = 0;
        for (int i = 0; i < result.length; i++) {
            noise = SEA.dayMemory() * noise + draws.normal(0, SEA.dayNoise());
            result[i] = noise + (coast == null ? 0 : coast.on(days.first() + i));
        }
        return result;
    }

    /** The temperature in degrees Celsius on an epoch day at a depth in metres. */
    public double at(int day, double depth) {
        double weaker = StrictMath.exp(-depth / SEA.swingDepth());
        double warmest = SEA.warmestDay() + SEA.lagPerMetre() * depth;
        double phase = 2 * Math.PI * (days.dayOfYear(day) - warmest) / YEAR;
        double value = mean + swing * weaker * StrictMath.cos(phase) + anomaly[day - days.first()];
        return Math.clamp(value, SEA.coldest(), SEA.warmest());
    }
}
