/** Merges the platform's lists, the site register and the authority's figures for the next snapshot. */
package io.tidemark.ingest.lists;
