package io.tidemark.server.cli.snapshot;

import io.tidemark.server.cli.console.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark ledger recover}: the ledger of a lake. */
@Command(name = "ledger")
public final class LedgerCommands extends CommandGroup {

    private LedgerCommands() {}

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return new LedgerCommands().with(new LedgerRecover());
    }
}
