package io.tidemark.server.cli;

import io.tidemark.server.cli.setup.ConfiguredDefaults;
import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.doctor.Doctor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Runs a command. Refuses a command of root that writes into another
 * user's lake or state: that user's server could not open what it makes. {@code init}, {@code restore} and
 * {@code doctor --fix} are for root, and hand over what they make.
 *
 * @param next        runs the command
 * @param environment the process's environment
 */
record RootCheck(IExecutionStrategy next, Map<String, String> environment) implements IExecutionStrategy {

    private static final String ROOT = "root";

    @Override
    public int execute(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        CommandSpec command = last.commandSpec();
        if (last.isUsageHelpRequested()) {
            return next.execute(parsed);
        }
        refusal(last, System.getProperty("user.name"), parsed.originalArgs()).ifPresent(words -> {
            throw new ParameterException(command.commandLine(), words);
        });
        return next.execute(parsed);
    }

    /**
     * The refusal, with the command to type instead.
     *
     * @param user the user of this process
     * @param line the command line
     */
    Optional<String> refusal(ParseResult command, String user, List<String> line) {
        if (!user.equals(ROOT) || !writes(command.commandSpec())) {
            return Optional.empty();
        }
        String typed = line.stream().map(word -> word.matches("[\\w./:=@%+,-]+") ? word
                : "'" + word.replace("'", "'\\''") + "'").collect(Collectors.joining(" "));
        return folders(command.commandSpec()).entrySet().stream().flatMap(folder -> owner(folder.getValue()).stream()
                .map(owner -> "the " + folder.getKey() + " " + folder.getValue() + " belongs to " + owner
                + ", whose server could not open what root makes there; run it as that user: sudo -u " + owner
                + " tidemark " + typed)).findFirst();
    }

    private static boolean writes(CommandSpec command) {
        return command.findOption("--wait") != null || command.name().equals("serve")
                || (command.userObject() instanceof StateCommand state && state.changes());
    }

    // the lake and the state that a command was given or takes from the configuration, by those names
    private TreeMap<String, Path> folders(CommandSpec command) {
        TreeMap<String, Path> folders = new TreeMap<>();
        ConfiguredDefaults.KEYS.forEach((name, key) -> {
            OptionSpec option = command.findOption(name);
            Object given = option == null ? null : option.getValue();
            String set = given != null ? given.toString()
                    : ConfiguredDefaults.texts(command, environment).getOrDefault(key, "");
            if (option != null && !set.isBlank()) {
                folders.put(key, Path.of(set));
            }
        });
        return folders;
    }

    private static Optional<String> owner(Path folder) {
        try {
            return Optional.of(Files.getOwner(Doctor.existing(folder)).getName()).filter(name -> !name.equals(ROOT));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
