/** Whether a snapshot is what it says: {@link io.tidemark.data.verify.SnapshotVerifier} is the way in. */
package io.tidemark.data.verify;
