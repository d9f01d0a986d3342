package io.tidemark.server.cli.snapshot;

import io.tidemark.server.cli.console.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * {@code tidemark snapshot list|verify|repair|publish|rollback|prune|derive|restate|certify}:
 * manages the lake's snapshots.
 */
@Command(name = "snapshot",
        description = {"Snapshots: the versions of the lake, each complete and immutable.", "",
            "One of them is published and served. A rollback takes a moment and copies nothing. Snapshots share "
                + "unchanged files; removing one does not affect the others.", ""},
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark snapshot list --lake lake", "  tidemark snapshot verify && echo sound",
            "  tidemark snapshot rollback"})
public final class SnapshotCommands extends CommandGroup {

    private SnapshotCommands() {}

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return new SnapshotCommands().with(new SnapshotList(), new SnapshotVerify(), new SnapshotRepair(),
                new SnapshotPublish(), new SnapshotRollback(), new SnapshotPrune(), new SnapshotDerive(),
                new SnapshotRestate(), new SnapshotCertify());
    }
}
