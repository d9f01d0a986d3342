/**
 * The derived tables: sums by benchmark cell, bound into atoms that rest on enough farmer groups. {@link
 * io.tidemark.data.derive.SnapshotDerivation} is the way in; the SQL is under {@code sql/derive}.
 */
package io.tidemark.data.derive;
