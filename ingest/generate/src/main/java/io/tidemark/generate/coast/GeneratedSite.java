package io.tidemark.generate.coast;

import org.jspecify.annotations.Nullable;

/**
 * A site of the generated coast.
 *
 * @param id             number of the site, as text
 * @param name           name
 * @param latitude       degrees north
 * @param longitude      degrees east
 * @param onshore        whether it has tanks on land, with smolt
 * @param productionArea the area in the delivery's register; null without one
 * @param coast          the area that sets its climate, lice and diseases
 * @param species        FAO code, SAL or TRR
 * @param waterType      marine type code, null on land and with a real register
 */
public record GeneratedSite(String id, String name, double latitude, double longitude, boolean onshore,
        @Nullable Integer productionArea, Coast.Area coast, String species, @Nullable String waterType) {

    /** Rainbow trout. */
    public static final String TROUT = "TRR";
    /** Atlantic salmon. */
    public static final String SALMON = "SAL";

    public boolean trout() {
        return species.equals(TROUT);
    }

    /** The key of the site's own random stream. */
    public long key() {
        return Long.parseLong(id);
    }
}
