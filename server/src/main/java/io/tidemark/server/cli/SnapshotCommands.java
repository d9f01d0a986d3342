package io.tidemark.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark snapshot list|verify|publish|rollback|prune}: the lake's snapshots. */
@Command(name = "snapshot",
        description = {"Snapshots: what the lake has been and is, each whole and never changed.", "",
            "One of them is published, and served. Going back to another takes a moment and copies nothing. Snapshots share "
                + "the files that they have in common; removing one does not touch the others.", ""},
        synopsisSubcommandLabel = "(list | verify | publish | rollback | prune)", footerHeading = "%nExamples:%n",
        footer = {"  tidemark snapshot list --lake lake", "  tidemark snapshot verify && echo sound",
            "  tidemark snapshot rollback"})
final class SnapshotCommands {

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    boolean help;

    private SnapshotCommands() {}

    /** The command with its subcommands. */
    static CommandLine create() {
        return new CommandLine(new SnapshotCommands())
                .addSubcommand(new CommandLine(new SnapshotList()))
                .addSubcommand(new CommandLine(new SnapshotVerify()))
                .addSubcommand(new CommandLine(new SnapshotPublish()))
                .addSubcommand(new CommandLine(new SnapshotRollback()))
                .addSubcommand(new CommandLine(new SnapshotPrune()));
    }
}
