package io.tidemark.server.cli.route;

import io.tidemark.server.cli.console.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark routes list|show|check}: shows the server's routes and their SQL, and checks own ones. */
@Command(name = "routes")
public final class RouteCommands extends CommandGroup {

    private RouteCommands() {}

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return new RouteCommands().with(new RouteList(), new RouteShow(), new RouteCheck());
    }
}
