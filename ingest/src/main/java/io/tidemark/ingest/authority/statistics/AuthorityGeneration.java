package io.tidemark.ingest.authority.statistics;

import org.jspecify.annotations.Nullable;

/**
 * The authority's biomass statistics of one month, production area, species and stocking year.
 *
 * @param stockingYear the year in which the fish were transferred to sea; null if the authority names none
 * @param figures      its figures; kg are rounded
 */
public record AuthorityGeneration(@Nullable Integer stockingYear, AuthorityMonth figures) {}
