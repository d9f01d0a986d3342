package io.tidemark.data.derive;

import org.jspecify.annotations.Nullable;

/**
 * A cell's place in the tree from which atoms are made.
 *
 * @param placement      offshore or onshore
 * @param region         name of the region; null outside all of them
 * @param platformArea   id of the platform area; null outside all of them
 * @param productionArea number of the production area; null outside all of them
 * @param generation     code of the generation
 * @param weightClass    lowest gram of the 100 g class
 */
record CellPlace(String placement, @Nullable String region, @Nullable String platformArea, @Nullable Integer productionArea,
        String generation, int weightClass) {

    private static final int BAND_GRAMS = 500;

    /** Number of the 500 g band that the class lies in. */
    int band() {
        return weightClass / BAND_GRAMS;
    }
}
