/**
 * The derived tables: sums by benchmark cell, grouped into atoms of enough farmer groups.
 * {@link io.tidemark.data.derive.SnapshotDerivation} is the entry point; the SQL is under {@code sql/derive}.
 */
package io.tidemark.data.derive;
