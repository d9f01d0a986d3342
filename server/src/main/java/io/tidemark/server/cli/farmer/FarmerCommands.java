package io.tidemark.server.cli.farmer;

import io.tidemark.server.cli.console.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark farmer export}: the data of a single company. */
@Command(name = "farmer", description = {"The data of a single company.", ""}, synopsisSubcommandLabel = "(export)",
        footerHeading = "%nExample:%n", footer = "  tidemark farmer export F07 F07.zip --lake lake")
public final class FarmerCommands extends CommandGroup {

    private FarmerCommands() {}

    /** The command with its subcommands. */
    public static CommandLine create() {
        return new FarmerCommands().with(new FarmerExportCommand());
    }
}
