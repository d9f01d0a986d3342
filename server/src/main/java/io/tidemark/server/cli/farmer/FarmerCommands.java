package io.tidemark.server.cli.farmer;

import io.tidemark.server.cli.console.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark farmer export|erase}: exports or erases the data of a single company. */
@Command(name = "farmer")
public final class FarmerCommands extends CommandGroup {

    private FarmerCommands() {}

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return new FarmerCommands().with(new FarmerExportCommand(), new FarmerEraseCommand(Confirmation.atTerminal()));
    }
}
