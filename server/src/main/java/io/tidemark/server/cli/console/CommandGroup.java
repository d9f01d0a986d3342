package io.tidemark.server.cli.console;

import picocli.CommandLine;
import picocli.CommandLine.Option;

/** A command that does nothing itself: the name of several others. */
public abstract class CommandGroup {

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    boolean help;

    /** The group's command with its subcommands. */
    public CommandLine with(Object... commands) {
        CommandLine line = new CommandLine(this);
        for (Object command : commands) {
            line.addSubcommand(new CommandLine(command));
        }
        return line;
    }
}
