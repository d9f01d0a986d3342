/** The platform's lists, the site register and the authority's figures of the next snapshot. */
package io.tidemark.ingest.lists;
