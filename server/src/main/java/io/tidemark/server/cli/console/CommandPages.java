package io.tidemark.server.cli.console;

import io.tidemark.server.docs.DocsPage;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The documentation page of the command line: the {@code --help} of every command. */
public final class CommandPages {

    private CommandPages() {}

    /** The page of a command and all its subcommands. */
    public static List<DocsPage> all(CommandLine tidemark) {
        List<String> parts = new ArrayList<>();
        add(tidemark, parts);
        return List.of(new DocsPage("commands.html", "Reference", "The command line",
                "# The command line\n\nThe `--help` text of each command, with its exit codes.\n\n"
                + String.join("\n", parts)));
    }

    private static void add(CommandLine command, List<String> parts) {
        parts.add("## " + command.getCommandSpec().qualifiedName() + "\n\n```text\n"
                + command.getUsageMessage(CommandLine.Help.Ansi.OFF).strip() + "\n```\n");
        command.getSubcommands().values().stream().distinct().forEach(sub -> add(sub, parts));
    }
}
