/** Verifies snapshots: {@link io.tidemark.data.verify.SnapshotVerifier} is the entry point. */
package io.tidemark.data.verify;
