package io.tidemark.server.cli.setup;

import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.ConfigReader;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Runs the command unless the configuration that gives its lake or its state is wrong. Otherwise it would use {@code
 * ./lake} and {@code ./state} by mistake.
 */
public final class FoldersCheck implements IExecutionStrategy {

    private static final String FARMER = "--farmer";

    private final Map<String, String> environment;

    /** Takes the process's environment. */
    public FoldersCheck(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public int execute(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        if (!last.isUsageHelpRequested() && needsConfiguration(last)) {
            try {
                ConfigReader.texts(ConfiguredDefaults.file(environment).orElse(null), environment, Map.of());
            } catch (ConfigException e) {
                throw new ExecutionException(last.commandSpec().commandLine(), e.getMessage(), e);
            }
        }
        return new RunLast().execute(parsed);
    }

    // a command with --config reads the file itself
    private boolean needsConfiguration(ParseResult asked) {
        CommandSpec command = asked.commandSpec();
        return ConfiguredDefaults.belongs(command) && command.findOption(ConfiguredDefaults.CONFIG) == null
                && command.options().stream().anyMatch(option -> isMissing(option, asked));
    }

    private boolean isMissing(OptionSpec option, ParseResult asked) {
        // account commands use the lake only to look up a farmer
        boolean idle = option.longestName().equals("--lake") && asked.commandSpec().findOption(FARMER) != null
                && !asked.hasMatchedOption(FARMER);
        if (idle || asked.hasMatchedOption(option)) {
            return false;
        }
        String key = ConfiguredDefaults.KEYS.get(option.longestName());
        return key != null && environment.getOrDefault("TIDEMARK_" + key.toUpperCase(Locale.ROOT), "").isBlank();
    }
}
