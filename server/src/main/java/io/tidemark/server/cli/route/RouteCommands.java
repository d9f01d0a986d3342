package io.tidemark.server.cli.route;

import io.tidemark.server.cli.console.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark routes list|show|check}: shows the server's routes and their SQL, and checks own ones. */
@Command(name = "routes",
        description = {"Routes: the paths that the server answers, and their SQL.", "",
            "Every number is the result of one SQL file, which ships with the program or is in a folder of your own. "
                + "Needs neither a lake nor a server.", ""},
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark routes list", "  tidemark routes show /v3/mortality/areas/week",
            "  tidemark routes check /etc/tidemark/sql"})
public final class RouteCommands extends CommandGroup {

    private RouteCommands() {}

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return new RouteCommands().with(new RouteList(), new RouteShow(), new RouteCheck());
    }
}
