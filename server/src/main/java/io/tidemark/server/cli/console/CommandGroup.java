package io.tidemark.server.cli.console;

import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The base of commands that only group subcommands; the synopsis of the help names these. */
public abstract class CommandGroup {

    @Option(names = {"-h", "--help"}, usageHelp = true)
    boolean help;

    /** Creates the group's command with its subcommands. */
    public CommandLine with(Object... commands) {
        CommandLine line = new CommandLine(this);
        for (Object command : commands) {
            line.addSubcommand(new CommandLine(command));
        }
        line.getCommandSpec().usageMessage()
                .synopsisSubcommandLabel("(" + String.join(" | ", line.getSubcommands().keySet()) + ")");
        return line;
    }
}
