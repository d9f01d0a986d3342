/** The lake folder: immutable snapshots, manifests, staging, locks, leases and pruning. */
package io.tidemark.data.snapshot;
