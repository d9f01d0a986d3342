/** Snapshots of a lake: snapshot and lake. */
package io.tidemark.server.cli.snapshot;
