/** A delivery folder becomes a published snapshot: {@link io.tidemark.ingest.Ingest} is the way in. */
package io.tidemark.ingest;
