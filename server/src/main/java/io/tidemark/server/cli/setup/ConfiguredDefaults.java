package io.tidemark.server.cli.setup;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Supplies defaults from the configuration file in {@code TIDEMARK_CONFIG}: {@code --config} is that file, and commands
 * take lake and state from it. The variables {@code TIDEMARK_LAKE} and {@code TIDEMARK_STATE} take precedence.
 */
public final class ConfiguredDefaults implements IDefaultValueProvider {

    /** The environment variable with the configuration's path. */
    public static final String VARIABLE = "TIDEMARK_CONFIG";
    static final String CONFIG = "--config";
    /** The settings behind options, by option. */
    public static final Map<String, String> KEYS = Map.of("--lake", "lake", "--state", "state");

    private final Map<String, String> environment;

    /** Takes the process's environment. */
    public ConfiguredDefaults(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public @Nullable String defaultValue(ArgSpec asked) {
        Path file = file(environment).orElse(null);
        if (file == null || !(asked instanceof OptionSpec option) || !belongs(option.command())) {
            return null;
        }
        if (option.longestName().equals(CONFIG)) {
            return file.toString();
        }
        String key = KEYS.get(option.longestName());
        // a command with --config reads all other settings from that file, with the environment before it
        return key == null || option.command().findOption(CONFIG) != null ? null : texts(file, environment).get(key);
    }

    // ignores a wrong configuration, so that help can be shown; FoldersCheck refuses to run
    private static Map<String, String> texts(@Nullable Path file, Map<String, String> environment) {
        try {
            return ConfigReader.texts(file, environment, Map.of());
        } catch (ConfigException e) {
            return Map.of();
        }
    }

    /** The settings that a command takes from its own {@code --config}, else from the environment's file. */
    public static Map<String, String> texts(CommandSpec command, Map<String, String> environment) {
        Optional<Path> own = Optional.ofNullable(command.findOption(CONFIG)).map(OptionSpec::getValue);
        return texts(own.or(() -> file(environment)).orElse(null), environment);
    }

    /**
     * The audit log in the configuration, if the state folder is the configuration's;
     * another state folder has its own log.
     *
     * @param command the command, whose own {@code --config} comes before the environment's
     */
    public static Optional<Path> auditFile(CommandSpec command, Map<String, String> environment, Path state) {
        return Optional.of(texts(command, environment))
                .filter(texts -> isSame(state, Path.of(texts.getOrDefault("state", ""))))
                .map(texts -> texts.get("audit.file")).filter(name -> !name.isBlank()).map(Path::of);
    }

    /**
     * A lake, with the second place of its ledger if it is the configuration's; a lake of another name keeps none.
     *
     * @param command the command, whose own {@code --config} comes before the environment's
     */
    public static Lake lake(CommandSpec command, Map<String, String> environment, Path lake) {
        return lake(texts(command, environment), lake);
    }

    /** A lake by all settings, likewise. */
    public static Lake lake(Map<String, String> settings, Path lake) {
        String copy = settings.getOrDefault("ledger.copy", "");
        return isSame(lake, Path.of(settings.getOrDefault("lake", ""))) ? Lake.at(lake, ServerConfig.ledgerCopy(
                copy.isBlank() ? null : Path.of(copy), Path.of(settings.getOrDefault("state", "")))) : Lake.at(lake);
    }

    private static boolean isSame(Path state, Path other) {
        try {
            return Files.isSameFile(state, other);
        } catch (IOException e) {
            return state.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
        }
    }

    // init writes the file and does not read it
    static boolean belongs(CommandSpec command) {
        return !command.name().equals("init");
    }

    /** The configuration file in the environment. */
    public static Optional<Path> file(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE)).filter(name -> !name.isBlank()).map(Path::of);
    }
}
