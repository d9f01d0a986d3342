package io.tidemark.server.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * What the help of a command says beside its options, as commands.yaml has it. Only a help needs it: a command that
 * runs does not read the file.
 *
 * @param description what it is for, its first line in the help of the command above it
 * @param exitCodes   its exit codes; null for a group of commands
 * @param examples    lines to type
 */
record CommandWords(List<String> description, @Nullable SequencedMap<String, String> exitCodes,
        @Nullable List<String> examples) {

    private static final String FILE = "commands.yaml";

    /** Gives each command its words, from this one down. */
    static void into(CommandLine root) {
        Map<String, CommandWords> all = YamlResource.read(CommandWords.class, FILE, new TypeReference<>() {});
        into(root, all);
    }

    private static void into(CommandLine command, Map<String, CommandWords> all) {
        CommandSpec spec = command.getCommandSpec();
        CommandWords words = all.get(spec.qualifiedName());
        if (words != null) {
            words.into(spec.usageMessage());
        }
        command.getSubcommands().values().forEach(below -> into(below, all));
    }

    private void into(UsageMessageSpec usage) {
        usage.description(description.toArray(String[]::new));
        if (exitCodes != null) {
            usage.exitCodeListHeading("%nExit codes:%n").exitCodeList(exitCodes);
        }
        if (examples != null) {
            usage.footerHeading(examples.size() == 1 ? "%nExample:%n" : "%nExamples:%n")
                    .footer(examples.toArray(String[]::new));
        }
    }
}
