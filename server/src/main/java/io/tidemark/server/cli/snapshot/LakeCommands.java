package io.tidemark.server.cli.snapshot;

import io.tidemark.server.cli.console.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark lake freshness}: the lake as a whole. */
@Command(name = "lake", description = {"The lake: the last day and delivery of its tables.", ""}, synopsisSubcommandLabel = "(freshness)",
        footerHeading = "%nExample:%n", footer = "  tidemark lake freshness --lake lake")
public final class LakeCommands extends CommandGroup {

    private LakeCommands() {}

    /** The command with its subcommands. */
    public static CommandLine create() {
        return new LakeCommands().with(new LakeFreshness());
    }
}
