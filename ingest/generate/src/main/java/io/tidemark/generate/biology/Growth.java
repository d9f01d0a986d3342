package io.tidemark.generate.biology;

import static io.tidemark.generate.biology.BiologyParameters.GROWING;

/**
 * Growth by the thermal growth coefficient (Iwama and Tautz 1981; Thorarensen and Farrell 2011): {@code W1 = (W0^(1/3)
 * + TGC/1000 * sum of T)^3}, weights in gram, T in degrees Celsius, one term per day. The cube root of the weight grows
 * by the same step at every size, so the simulation stores the cube root.
 */
public final class Growth {

    private static final double SCALE = 1_000;

    private Growth() {}

    /**
     * Degrees that count for growth: more than measured in cold water, none below zero,
     * fewer again above the best temperature.
     */
    public static double effectiveTemperature(double temperature) {
        if (temperature <= 0) {
            return 0;
        }
        double above = Math.max(0, temperature - GROWING.bestTemperature());
        double degrees = GROWING.degreesAtZero() + GROWING.degreesPerDegree() * (temperature - above);
        return Math.max(0, degrees - (GROWING.lostAboveBest() - 1) * above);
    }

    /** The growth of the weight's cube root in one day. */
    public static double step(double tgc, double effectiveTemperature) {
        return tgc / SCALE * effectiveTemperature;
    }

    /** Weight in gram after a sum of degree-days. */
    static double weightAfter(double weight, double tgc, double degreeDays) {
        return cube(StrictMath.cbrt(weight) + step(tgc, degreeDays));
    }

    public static double cube(double root) {
        return root * root * root;
    }
}
