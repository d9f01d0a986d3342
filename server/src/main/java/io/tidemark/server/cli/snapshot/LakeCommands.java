package io.tidemark.server.cli.snapshot;

import io.tidemark.server.cli.console.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark lake freshness|claims}: shows the state of a lake as a whole. */
@Command(name = "lake")
public final class LakeCommands extends CommandGroup {

    private LakeCommands() {}

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return new LakeCommands().with(new LakeFreshness(), new LakeClaims());
    }
}
