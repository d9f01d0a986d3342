package io.tidemark.ingest.contract;

import java.math.BigDecimal;

/**
 * Where sites of the register can lie: from the North Sea to Svalbard and Jan Mayen.
 * Swapped or metric coordinates fall outside.
 */
public final class NorwegianWaters {

    /** The southern edge, degrees north. */
    public static final BigDecimal SOUTH = BigDecimal.valueOf(55);
    /** The northern edge, degrees north. */
    public static final BigDecimal NORTH = BigDecimal.valueOf(82);
    /** The western edge, degrees east. */
    public static final BigDecimal WEST = BigDecimal.valueOf(-10);
    /** The eastern edge, degrees east. */
    public static final BigDecimal EAST = BigDecimal.valueOf(40);

    private NorwegianWaters() {}

    /**
     * Whether a position lies there. No position lies there both ways round,
     * since no longitude there is a latitude there.
     */
    public static boolean hold(double latitude, double longitude) {
        return latitude >= SOUTH.doubleValue() && latitude <= NORTH.doubleValue()
                && longitude >= WEST.doubleValue() && longitude <= EAST.doubleValue();
    }
}
