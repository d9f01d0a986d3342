package io.tidemark.bench;

import io.tidemark.generate.GeneratorOptions;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The size of a generated delivery.
 *
 * @param sites  number of sites at sea
 * @param units  net-pens on a site
 * @param years  length in years
 * @param groups number of farmer groups; null for a number that fits the sites
 */
record GrowthSize(int sites, int units, int years, @Nullable Integer groups) {

    private static final Pattern EXACT = Pattern.compile("(\\d+)x(\\d+)x(\\d+)(?:/(\\d+))?");
    private static final GrowthSize NATIONAL = new GrowthSize(1_000, 11, 10, null);

    /**
     * Reads a size.
     *
     * @param text a multiple of the national size, which has so many sites more: {@code 0.1}; or sites, units, years and groups:
     *         {@code 1000x11x5} or {@code 1000x11x10/20}
     */
    static GrowthSize of(String text) {
        Matcher exact = EXACT.matcher(text);
        if (exact.matches()) {
            return new GrowthSize(Integer.parseInt(exact.group(1)), Integer.parseInt(exact.group(2)), Integer.parseInt(exact.group(3)),
                    exact.group(4) == null ? null : Integer.valueOf(exact.group(4)));
        }
        return new GrowthSize((int) Math.round(Double.parseDouble(text) * NATIONAL.sites), NATIONAL.units, NATIONAL.years, null);
    }

    /** The delivery up to a day. */
    GeneratorOptions options(LocalDate end) {
        return new GeneratorOptions(sites, units, years, GeneratorOptions.DEFAULT_SEED, end, null, groups, false);
    }

    @Override
    public String toString() {
        return sites + "x" + units + "x" + years + (groups == null ? "" : "/" + groups);
    }
}
