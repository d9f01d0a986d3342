package io.tidemark.ingest.authority.statistics;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The authority's biomass statistics of one month, production area and species, summed over stocking years.
 *
 * @param month            the month's first day
 * @param productionAreaId 1 to 13; null if the authority names none
 * @param speciesCode      {@code SAL} or {@code TRR}
 * @param closingCount     fish at the end of the month
 * @param biomassKg        their weight at the end of the month, kg
 * @param smoltCount       fish transferred to sea
 * @param feedKg           feed used, kg
 * @param harvestCount     fish harvested
 * @param harvestKg        weight harvested, kg
 * @param deadCount        fish found dead
 * @param discardedCount   fish discarded
 * @param escapedCount     fish escaped
 * @param otherCount       other losses and counting errors; may be negative
 */
public record AuthorityMonth(LocalDate month, @Nullable Integer productionAreaId, String speciesCode, long closingCount,
        long biomassKg, long smoltCount, long feedKg, long harvestCount, long harvestKg, long deadCount, long discardedCount,
        long escapedCount, long otherCount) {}
