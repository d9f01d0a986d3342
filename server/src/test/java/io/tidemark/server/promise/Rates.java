package io.tidemark.server.promise;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.function.Predicate;

/**
 * The rates of some stays.
 *
 * @param fishDays what they are divided by
 */
record Rates(double mortality, double culling, double loss, long fishDays) {

    /** The rates of a period of so many days. */
    static Rates of(Collection<Stay> stays, int days) {
        return of(stays, stays.stream().mapToLong(Stay::fishDays).sum(), days);
    }

    /** The same of other fish. */
    static Rates of(Collection<Stay> stays, long fishDays, int days) {
        return new Rates(rate(stays, fishDays, days, stay -> stay.type().equals("mortality")),
                rate(stays, fishDays, days, stay -> stay.type().equals("culling")),
                rate(stays, fishDays, days, stay -> true), fishDays);
    }

    private static double rate(Collection<Stay> stays, long fishDays, int days, Predicate<Stay> which) {
        return (double) stays.stream().filter(which).mapToLong(Stay::lost).sum() * days / fishDays;
    }

    /** Whether a published number is this one. */
    static boolean isNear(BigDecimal published, double computed) {
        return Math.abs(published.doubleValue() - computed) <= Reading.WRITTEN;
    }

    boolean areThese(BigDecimal publishedMortality, BigDecimal publishedCulling, BigDecimal publishedLoss) {
        return isNear(publishedMortality, mortality) && isNear(publishedCulling, culling)
                && isNear(publishedLoss, loss);
    }
}
