/** The authority's outlines of production areas, which area a place lies in, and the types of coastal water. */
package io.tidemark.ingest.authority.area;
