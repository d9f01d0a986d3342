package io.tidemark.server.cli;

import io.tidemark.server.docs.DocsPage;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The page of the command line: what every command's {@code --help} says. */
final class CommandPages {

    private CommandPages() {}

    static List<DocsPage> all() {
        List<String> parts = new ArrayList<>();
        add(Tidemark.create(InputStream.nullInputStream()), parts);
        return List.of(new DocsPage("commands.html", "Reference", "The command line",
                "# The command line\n\nWhat `--help` says of each command, with its exit codes.\n\n" + String.join("\n", parts)));
    }

    private static void add(CommandLine command, List<String> parts) {
        parts.add("## " + command.getCommandSpec().qualifiedName() + "\n\n```text\n"
                + command.getUsageMessage(CommandLine.Help.Ansi.OFF).strip() + "\n```\n");
        command.getSubcommands().values().stream().distinct().forEach(sub -> add(sub, parts));
    }
}
