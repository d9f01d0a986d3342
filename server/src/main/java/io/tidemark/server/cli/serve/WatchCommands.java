package io.tidemark.server.cli.serve;

import io.tidemark.server.cli.console.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark watch test}: the messages about pens. */
@Command(name = "watch")
public final class WatchCommands extends CommandGroup {
    private WatchCommands() {}

    /** Creates the command with its subcommand. */
    public static CommandLine create() {
        return new WatchCommands().with(new WatchTest());
    }
}
