/** A delivery folder becomes a published snapshot: {@link io.tidemark.ingest.Ingest} is the entry
 * point. */
package io.tidemark.ingest;
