/** Reads the authority's register of sites and licences. */
package io.tidemark.ingest.authority.register;
