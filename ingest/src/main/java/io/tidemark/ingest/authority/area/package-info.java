/** The authority's outlines of production areas and its types of coastal water. */
package io.tidemark.ingest.authority.area;
