/** The authority's outlines of production areas, finding the area of a position, and the types of coastal
 * water. */
package io.tidemark.ingest.authority.area;
