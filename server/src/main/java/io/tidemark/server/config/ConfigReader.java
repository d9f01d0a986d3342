package io.tidemark.server.config;

import io.tidemark.data.text.NearestName;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link ServerConfig}. Flags override environment variables, which override the YAML file, which overrides the
 * defaults. For one read only.
 */
public final class ConfigReader {

    static final String RULE = "the rule of confidentiality is part of the snapshot: tidemark snapshot derive "
            + "--min-farmers N makes one with another rule";

    private final List<String> mistakes = new ArrayList<>();
    private final SettingValues values = new SettingValues(mistakes);

    private ConfigReader() {}

    /**
     * Reads the configuration.
     *
     * @param file        YAML file, or null
     * @param environment the process's environment
     * @param flags       command line flags, by key
     * @throws ConfigException with every error
     */
    public static ServerConfig read(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        return new ConfigReader().load(file, environment, flags).build();
    }

    /**
     * The effective settings as text, by key, for other commands than serve.
     * @throws ConfigException if the file cannot be read or has unknown settings
     */
    public static Map<String, String> texts(@Nullable Path file, Map<String, String> environment,
            Map<String, String> flags) {
        ConfigReader reader = new ConfigReader().load(file, environment, flags);
        reader.end();
        Map<String, String> texts = new TreeMap<>();
        SettingKey.ALL.forEach((key, setting) -> texts.put(key, reader.values.text(setting)));
        return texts;
    }

    /**
     * The limits of increased mortality, for a command that asks a route as the server does.
     * @throws ConfigException if the file cannot be read, or has unknown settings or other limits
     */
    public static WatchConfig.Limits watchLimits(@Nullable Path file, Map<String, String> environment) {
        ConfigReader reader = new ConfigReader().load(file, environment, Map.of());
        Object limits = new SettingsReader(reader.values).read(WatchConfig.LIMITS);
        reader.end();
        return (WatchConfig.Limits) Objects.requireNonNull(limits);
    }

    /**
     * Reads the configuration of a server that starts. The server makes a state folder that is named; the default one
     * must exist, since a server
     * that is started in the wrong folder would begin with no users and other keys.
     * @throws ConfigException with every mistake
     */
    public static ServerConfig readToServe(@Nullable Path file, Map<String, String> environment,
            Map<String, String> flags) {
        ConfigReader reader = new ConfigReader().load(file, environment, flags);
        ServerConfig config = reader.build();
        if (!Files.isDirectory(config.state()) && !reader.values.isGiven("state")) {
            throw new ConfigException(List.of("there is no state folder " + config.state()
                    + "; name one, as by --state " + config.state()
                    + ", and the server makes it; tidemark init writes a configuration that does"));
        }
        return config;
    }

    private void end() {
        if (!mistakes.isEmpty()) {
            throw new ConfigException(mistakes.stream().distinct().collect(Collectors.toList()));
        }
    }

    /** The effective configuration as YAML with a comment on each setting; secrets are masked. */
    public static String dump(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        ConfigReader reader = new ConfigReader().load(file, environment, flags);
        reader.build();
        StringBuilder yaml = new StringBuilder();
        String section = "";
        for (SettingKey setting : SettingKey.all(reader.values.providers())) {
            int dot = setting.key().indexOf('.');
            String parent = dot < 0 ? "" : setting.key().substring(0, dot);
            if (!parent.equals(section) && !parent.isEmpty()) {
                yaml.append(parent).append(":\n");
            }
            section = parent;
            String indent = parent.isEmpty() ? "" : "  ";
            String value = reader.values.text(setting);
            boolean masked = setting.declared().secret() && !value.isEmpty();
            String variable = setting.isOfProvider() ? "" : " (" + setting.environment() + ")";
            yaml.append(indent).append("# ").append(setting.meaning()).append(variable).append("\n")
                    .append(indent).append(masked ? "# set, not shown: " : "").append(setting.key().substring(dot + 1))
                    .append(": ").append(masked ? "***" : quoted(value)).append('\n');
        }
        return yaml.toString();
    }

    private static String quoted(String value) {
        return value.matches("[A-Za-z0-9_./-]+") ? value : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"")
                + "\"";
    }

    private ConfigReader load(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        Map<String, ConfigFile.Value> fromFile = file == null ? Map.of() : file(file);
        mistakes.addAll(EnvironmentNames.mistakes(environment.keySet()));
        fromFile.forEach(values::set);
        SettingKey.ALL.forEach((key, setting) -> Optional.ofNullable(environment.get(setting.environment()))
                .ifPresent(value -> values.set(key, value)));
        flags.forEach(values::set);
        return this;
    }

    /** The known settings of a file. */
    private Map<String, ConfigFile.Value> file(Path file) {
        Map<String, ConfigFile.Value> known = new TreeMap<>();
        try {
            file.getFileSystem().provider().checkAccess(file, AccessMode.READ);
            ConfigFile.read(file).forEach((key, value) -> {
                if (SettingKey.ALL.containsKey(key) || ofProvider(key).contains(key)) {
                    known.put(key, value);
                } else {
                    mistakes.add(value.place() + (key.isEmpty()
                            ? " a setting is a name and a value, such as lake: /srv/lake"
                            : " there is no setting " + key + instead(key)));
                }
            });
        } catch (IOException e) {
            mistakes.add(unreadable(file, e));
        } catch (ConfigException e) {
            mistakes.add(String.valueOf(e.getMessage()));
        }
        return known;
    }

    /** The keys of the provider that a key is about; none if there can be no such provider. */
    private static List<String> ofProvider(String key) {
        String provider = key.replace(SettingKey.PROVIDERS, "").replaceFirst("\\..*", "");
        return !key.startsWith(SettingKey.PROVIDERS) || !SettingKey.PROVIDER.matcher(provider).matches() ? List.of()
                : SettingKey.all(List.of(provider)).stream().filter(SettingKey::isOfProvider).map(SettingKey::key)
                        .toList();
    }

    static String unreadable(Path file, IOException problem) {
        if (problem instanceof AccessDeniedException) {
            return file + " cannot be read by " + System.getProperty("user.name")
                    + ": run this as the server's user, such as sudo -u tidemark,"
                    + " or let TIDEMARK_CONFIG name another file";
        }
        return Files.isDirectory(file) ? file + " is a folder, not a file" : "there is no readable file " + file;
    }

    private static String instead(String key) {
        if (key.startsWith("privacy.")) {
            return "; " + RULE;
        }
        if (key.startsWith(SettingKey.PROVIDERS)) {
            return ofAProvider(key, ofProvider(key));
        }
        // usually the section is missing
        String hint = SettingKey.ALL.keySet().stream().filter(known -> known.endsWith("." + key)).findFirst()
                .map(known -> "; did you mean " + known + "?")
                .orElseGet(() -> NearestName.hint(key, List.copyOf(SettingKey.ALL.keySet())));
        return hint.isEmpty() ? "; tidemark serve --dump-config shows all" : hint;
    }

    private static String ofAProvider(String key, List<String> known) {
        if (known.isEmpty()) {
            return "; the name of a provider has at most 40 small letters, digits and hyphens";
        }
        String hint = NearestName.hint(key, known);
        return hint.isEmpty() ? "; a provider has the settings " + known.stream()
                .map(each -> each.substring(each.lastIndexOf('.') + 1)).collect(Collectors.joining(", ")) : hint;
    }

    private ServerConfig build() {
        ServerConfig config = new SettingsReader(values).read(AllSettings.class).server();
        end();
        return config;
    }
}
