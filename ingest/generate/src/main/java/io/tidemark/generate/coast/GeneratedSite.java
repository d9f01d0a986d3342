package io.tidemark.generate.coast;

import org.jspecify.annotations.Nullable;

/**
 * A site as the generator sees it.
 *
 * @param id             number of the site, as text
 * @param name           name
 * @param latitude       degrees north
 * @param longitude      degrees east
 * @param onshore        tanks on land, with smolt
 * @param productionArea what the delivery's register says, null for nothing
 * @param coast          the area whose climate, lice and diseases it has
 * @param species        FAO code, SAL or TRR
 * @param waterType      marine type code, null on land and where the register is real
 */
public record GeneratedSite(
        String id,
        String name,
        double latitude,
        double longitude,
        boolean onshore,
        @Nullable Integer productionArea,
        Coast.Area coast,
        String species,
        @Nullable String waterType) {

    /** Rainbow trout. */
    public static final String TROUT = "TRR";
    /** Atlantic salmon. */
    public static final String SALMON = "SAL";

    public boolean trout() {
        return species.equals(TROUT);
    }

    /** Start of the site's own random stream. */
    public long key() {
        return Long.parseLong(id);
    }
}
