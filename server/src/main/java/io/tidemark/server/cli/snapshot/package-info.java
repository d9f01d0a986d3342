/** The commands for lakes and their snapshots: lake and snapshot. */
package io.tidemark.server.cli.snapshot;
