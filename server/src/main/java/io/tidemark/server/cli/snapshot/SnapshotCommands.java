package io.tidemark.server.cli.snapshot;

import io.tidemark.server.cli.console.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * {@code tidemark snapshot list|verify|repair|publish|rollback|prune|derive|restate|certify}:
 * manages the lake's snapshots.
 */
@Command(name = "snapshot")
public final class SnapshotCommands extends CommandGroup {

    private SnapshotCommands() {}

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return new SnapshotCommands().with(new SnapshotList(), new SnapshotVerify(), new SnapshotRepair(),
                new SnapshotPublish(), new SnapshotRollback(), new SnapshotPrune(), new SnapshotDerive(),
                new SnapshotRestate(), new SnapshotCertify());
    }
}
