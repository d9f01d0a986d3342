/** The lake: its folder of immutable snapshots, their manifests, the staged next one, locks and leases. */
package io.tidemark.data.snapshot;
