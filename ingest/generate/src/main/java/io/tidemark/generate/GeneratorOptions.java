package io.tidemark.generate;

import java.nio.file.Path;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The options of a generated delivery. The same options give the same bytes.
 *
 * @param sites    number of sites, 1 to 5000
 * @param units    net-pens or tanks on each site, 1 to 40
 * @param years    length of the delivery in years, 1 to 30
 * @param seed     seed of all random choices
 * @param end      last day of the delivery
 * @param register a real site register to take the sites from; null to invent them
 * @param groups   number of farmer groups that deliver, 1 to 80 and at most one per site; null for a number that fits
 *                 the sites
 * @param story    whether to add eight things to discover, and a correction beside the delivery
 */
public record GeneratorOptions(int sites, int units, int years, long seed, LocalDate end, @Nullable Path register,
        @Nullable Integer groups, boolean story) {

    /** Default number of sites. */
    public static final int DEFAULT_SITES = 120;
    /** Default number of units on a site. */
    public static final int DEFAULT_UNITS = 6;
    /** Default length in years. */
    public static final int DEFAULT_YEARS = 3;
    /** Default seed. */
    public static final long DEFAULT_SEED = 1;

    private static final int MAX_GROUPS = 80;
    private static final int MAX_SITES = 5_000;
    private static final int MAX_UNITS = 40;
    private static final int MAX_YEARS = 30;
    private static final LocalDate EARLIEST_END = LocalDate.of(1990, 1, 1);
    private static final LocalDate LATEST_END = LocalDate.of(2200, 1, 1);

    /**
     * Checks the ranges.
     *
     * @throws GeneratorException if a value is out of range; names the option, the value and the allowed range
     */
    public GeneratorOptions {
        requireWithin("sites", sites, MAX_SITES);
        requireWithin("units", units, MAX_UNITS);
        requireWithin("years", years, MAX_YEARS);
        if (groups != null) {
            requireWithin("groups", groups, Math.min(sites, MAX_GROUPS));
        }
        if (end.isBefore(EARLIEST_END) || end.isAfter(LATEST_END)) {
            throw new GeneratorException("--end is " + end + ", it must lie between " + EARLIEST_END + " and "
                    + LATEST_END);
        }
    }

    /** Creates options with a number of groups that fits the sites, and without the story. */
    public GeneratorOptions(int sites, int units, int years, long seed, LocalDate end, @Nullable Path register) {
        this(sites, units, years, seed, end, register, null, false);
    }

    /** The default options with this last day. */
    public static GeneratorOptions defaults(LocalDate end) {
        return new GeneratorOptions(DEFAULT_SITES, DEFAULT_UNITS, DEFAULT_YEARS, DEFAULT_SEED, end, null);
    }

    /** First day of the delivery: it has {@code years} whole years up to the last day. */
    public LocalDate begin() {
        return end.plusDays(1).minusYears(years);
    }

    private static void requireWithin(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw new GeneratorException("--" + option + " is " + value + ", it must lie between 1 and " + max);
        }
    }
}
