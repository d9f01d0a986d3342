/** Reads the authority's monthly biomass statistics. */
package io.tidemark.ingest.authority.statistics;
