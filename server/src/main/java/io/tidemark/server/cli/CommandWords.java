package io.tidemark.server.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * What the help of a command says, as commands.yaml has it, and of its options, as options.yaml has it by the class and
 * the field that hold them. Only a help needs it: a command that runs does not read the files.
 *
 * @param description what it is for, its first line in the help of the command above it
 * @param exitCodes   its exit codes; null for a group of commands
 * @param examples    lines to type
 */
record CommandWords(List<String> description, @Nullable SequencedMap<String, String> exitCodes,
        @Nullable List<String> examples) {

    /** Gives each command and its options their words, from this one down. */
    static void into(CommandLine root) {
        Map<String, Map<String, String>> options = YamlResource.read(CommandWords.class, "options.yaml",
                new TypeReference<>() {});
        Map<String, String> said = new HashMap<>();
        into(root, YamlResource.read(CommandWords.class, "commands.yaml", new TypeReference<>() {}), options, said);
        root.setResourceBundle(new ListResourceBundle() {
            @Override
            protected Object[][] getContents() {
                return said.entrySet().stream().map(one -> new Object[] {one.getKey(), one.getValue()})
                        .toArray(Object[][]::new);
            }
        });
    }

    private static void into(CommandLine command, Map<String, CommandWords> all,
            Map<String, Map<String, String>> options, Map<String, String> said) {
        CommandSpec spec = command.getCommandSpec();
        CommandWords words = all.get(spec.qualifiedName());
        if (words != null) {
            words.into(spec.usageMessage());
        }
        spec.args().forEach(argument -> {
            if (argument.userObject() instanceof Field field) {
                String holder = field.getDeclaringClass().getName();
                String text = options.getOrDefault(holder.substring(holder.lastIndexOf('.') + 1).replace('$', '.'),
                        Map.of()).get(field.getName());
                if (text != null) {
                    said.put(spec.qualifiedName(".") + "." + key(argument), text);
                }
            }
        });
        command.getSubcommands().values().forEach(below -> into(below, all, options, said));
    }

    // the key by which picocli asks for a description
    private static String key(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName().replaceFirst("^-+", "")
                : argument.paramLabel() + "[" + ((PositionalParamSpec) argument).index() + "]";
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
