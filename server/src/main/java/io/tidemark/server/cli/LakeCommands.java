package io.tidemark.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark lake freshness}: the lake as a whole. */
@Command(name = "lake", description = {"The lake: how far its data go.", ""}, synopsisSubcommandLabel = "(freshness)",
        footerHeading = "%nExample:%n", footer = "  tidemark lake freshness --lake lake")
final class LakeCommands extends CommandGroup {

    private LakeCommands() {}

    /** The command with its subcommands. */
    static CommandLine create() {
        return new LakeCommands().with(new LakeFreshness());
    }
}
