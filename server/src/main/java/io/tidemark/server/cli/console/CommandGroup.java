package io.tidemark.server.cli.console;

import picocli.CommandLine;
import picocli.CommandLine.Option;

/** A command that only groups subcommands; the synopsis of the help names these. */
public final class CommandGroup {

    @Option(names = {"-h", "--help"}, usageHelp = true)
    boolean help;

    private CommandGroup() {}

    /** Creates a group with its subcommands. */
    public static CommandLine of(String name, Object... commands) {
        CommandLine line = new CommandLine(new CommandGroup()).setCommandName(name);
        for (Object command : commands) {
            line.addSubcommand(new CommandLine(command));
        }
        line.getCommandSpec().usageMessage()
                .synopsisSubcommandLabel("(" + String.join(" | ", line.getSubcommands().keySet()) + ")");
        return line;
    }
}
