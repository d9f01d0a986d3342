/**
 * The Norwegian Directorate of Fisheries' open data, read as published: site register, production areas, biomass statistics.
 * Files are recognised by their content; a bad row becomes a {@link io.tidemark.ingest.authority.format.RowFault}, an unusable file an
 * {@link io.tidemark.ingest.authority.format.AuthorityFormatException}.
 */
package io.tidemark.ingest.authority;
