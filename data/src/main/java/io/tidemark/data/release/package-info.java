/**
 * What of a snapshot is released, and publishing with it: {@link io.tidemark.data.release.SnapshotRelease} is the entry point; the SQL is under
 * {@code sql/derive/release}.
 */
package io.tidemark.data.release;
