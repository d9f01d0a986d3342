package io.tidemark.generate.biology;

import static io.tidemark.generate.biology.BiologyParameters.SEA;

/**
 * Warm and cold spells that the whole coast shares: a slowly changing monthly anomaly, interpolated between mid-months.
 */
public final class CoastalAnomaly {

    private static final double DAYS_A_MONTH = 30.4375;

    private final int first;
    private final double[] months;

    public CoastalAnomaly(DayTable days, Draws draws) {
        first = days.first();
        months = new double[(int) ((days.end() - first) / DAYS_A_MONTH) + 3];
        double fresh = SEA.monthAnomaly() * StrictMath.sqrt(1 - SEA.anomalyMemory() * SEA.anomalyMemory());
        months[0] = draws.normal(0, SEA.monthAnomaly());
        for (int i = 1; i < months.length; i++) {
            months[i] = SEA.anomalyMemory() * months[i - 1] + draws.normal(0, fresh);
        }
    }

    /** Degrees above normal on an epoch day. */
    double on(int day) {
        double position = (day - first) / DAYS_A_MONTH;
        int month = (int) position;
        double share = position - month;
        return months[month] * (1 - share) + months[month + 1] * share;
    }
}
