package io.tidemark.server.config;

import io.tidemark.data.text.NearestName;
import io.tidemark.server.http.BasePath;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link ServerConfig}. Flags override environment variables, which override the YAML file, which overrides the defaults. For one read only.
 */
public final class ConfigReader {

    static final String RULE = "the rule of confidentiality belongs to the snapshot: tidemark snapshot derive --min-farmers N"
            + " makes one with another rule";

    private static final List<String> LOG_LEVELS = List.of("error", "warning", "info", "debug");

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
    public static Map<String, String> texts(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        ConfigReader reader = new ConfigReader().load(file, environment, flags);
        reader.end();
        Map<String, String> texts = new TreeMap<>();
        for (Setting setting : Setting.values()) {
            texts.put(setting.key(), reader.values.text(setting));
        }
        return texts;
    }

    /**
     * The limits of increased mortality, for a command that asks a route as the server does.
     * @throws ConfigException if the file cannot be read, or has unknown settings or other limits
     */
    public static WatchConfig.Limits watchLimits(@Nullable Path file, Map<String, String> environment) {
        ConfigReader reader = new ConfigReader().load(file, environment, Map.of());
        WatchConfig.Limits limits = WatchReader.limits(reader.values);
        reader.end();
        return limits;
    }

    /**
     * Reads the configuration of a server that starts. The server makes a state folder that is named; the default one must exist, since a server
     * that is started in the wrong folder would begin with no users and other keys.
     * @throws ConfigException with every mistake
     */
    public static ServerConfig readToServe(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        ConfigReader reader = new ConfigReader().load(file, environment, flags);
        ServerConfig config = reader.build();
        if (!Files.isDirectory(config.state()) && !reader.values.isGiven(Setting.STATE)) {
            throw new ConfigException(List.of("there is no state folder " + config.state() + "; name one, as by --state " + config.state()
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
        for (SettingKey setting : reader.shown()) {
            int dot = setting.key().indexOf('.');
            String parent = dot < 0 ? "" : setting.key().substring(0, dot);
            if (!parent.equals(section) && !parent.isEmpty()) {
                yaml.append(parent).append(":\n");
            }
            section = parent;
            String indent = parent.isEmpty() ? "" : "  ";
            String value = reader.values.text(setting);
            boolean masked = setting instanceof Setting known && known.secret() && !value.isEmpty();
            String variable = setting instanceof Setting known ? " (" + known.environment() + ")" : "";
            yaml.append(indent).append("# ").append(setting.meaning()).append(variable).append("\n")
                    .append(indent).append(masked ? "# set, not shown: " : "").append(setting.key().substring(dot + 1))
                    .append(": ").append(masked ? "***" : quoted(value)).append('\n');
        }
        return yaml.toString();
    }

    /** All settings, those of companies' providers after the others of identity. */
    private List<SettingKey> shown() {
        List<SettingKey> shown = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            shown.add(setting);
            if (setting == Setting.SIGN_IN_BY) {
                values.providers().forEach(provider -> shown.addAll(ProviderSetting.all(provider)));
            }
        }
        return shown;
    }

    private static String quoted(String value) {
        return value.matches("[A-Za-z0-9_./-]+") ? value : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private ConfigReader load(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        Map<String, ConfigFile.Value> fromFile = file == null ? Map.of() : file(file);
        mistakes.addAll(EnvironmentNames.mistakes(environment.keySet()));
        for (Setting setting : Setting.values()) {
            String value = flags.get(setting.key());
            value = value == null ? environment.get(setting.environment()) : value;
            ConfigFile.Value written = fromFile.get(setting.key());
            if (value == null && written != null) {
                values.set(setting, written);
            } else if (value != null) {
                values.set(setting, value.strip());
            }
        }
        fromFile.forEach((key, written) -> ProviderSetting.of(key).ifPresent(setting -> values.set(setting, written)));
        flags.forEach((key, value) -> ProviderSetting.of(key).ifPresent(setting -> values.set(setting, value.strip())));
        return this;
    }

    private Map<String, ConfigFile.Value> file(Path file) {
        Map<String, ConfigFile.Value> all;
        try {
            file.getFileSystem().provider().checkAccess(file, AccessMode.READ);
            all = ConfigFile.read(file);
        } catch (IOException e) {
            mistakes.add(unreadable(file, e));
            return Map.of();
        } catch (ConfigException e) {
            mistakes.add(String.valueOf(e.getMessage()));
            return Map.of();
        }
        all.forEach((key, value) -> {
            if (key.isEmpty()) {
                mistakes.add(value.place() + " a setting is a name and a value, such as lake: /srv/lake");
            } else if (!Setting.keys().contains(key) && ProviderSetting.of(key).isEmpty()) {
                mistakes.add(value.place() + " there is no setting " + key + instead(key));
            }
        });
        return all;
    }

    static String unreadable(Path file, IOException problem) {
        if (problem instanceof AccessDeniedException) {
            return file + " may not be read by " + System.getProperty("user.name") + ": run this as the server's user, such as sudo -u tidemark,"
                    + " or let TIDEMARK_CONFIG name another file";
        }
        return Files.isDirectory(file) ? file + " is a folder, not a file" : "there is no readable file " + file;
    }

    private static String instead(String key) {
        if (key.startsWith("privacy.")) {
            return "; " + RULE;
        }
        if (key.startsWith(ProviderSetting.PREFIX)) {
            return ofAProvider(key);
        }
        // usually the section is missing
        String hint = Setting.keys().stream().filter(known -> known.endsWith("." + key)).findFirst()
                .map(known -> "; did you mean " + known + "?").orElseGet(() -> NearestName.hint(key, Setting.keys()));
        return hint.isEmpty() ? "; tidemark serve --dump-config shows all" : hint;
    }

    private static String ofAProvider(String key) {
        String provider = key.substring(ProviderSetting.PREFIX.length()).replaceFirst("\\..*", "");
        if (!ProviderSetting.NAME.matcher(provider).matches()) {
            return "; the name of a provider has at most 40 small letters, digits and hyphens";
        }
        List<String> known = ProviderSetting.all(provider).stream().map(ProviderSetting::key).toList();
        String hint = NearestName.hint(key, known);
        return hint.isEmpty() ? "; a provider has the settings " + known.stream()
                .map(each -> each.substring(each.lastIndexOf('.') + 1)).collect(Collectors.joining(", ")) : hint;
    }

    private ServerConfig build() {
        String sql = values.text(Setting.SQL);
        String authority = values.text(Setting.AUTHORITY_NAME);
        ServerConfig.Http http = new ServerConfig.Http(values.text(Setting.HOST), values.number(Setting.PORT, 0, 65_535),
                values.yes(Setting.BEHIND_PROXY), basePath());
        GuardConfig guard = GuardReader.read(values);
        checkReach(http, guard);
        ServerConfig config = new ServerConfig(http, Path.of(values.text(Setting.LAKE)), Path.of(values.text(Setting.STATE)),
                sql.isEmpty() ? null : Path.of(sql), values.day(Setting.TODAY),
                query(), new ServerConfig.Engine(values.numberOrNone(Setting.ENGINE_THREADS, 1, 1024),
                        values.number(Setting.ENGINE_MEMORY, 256, 1 << 24), values.numberOrNone(Setting.SPILL, 1, 100_000_000),
                        values.seconds(Setting.KEEP_SNAPSHOT, 0, 86_400)),
                TrinoReader.read(values),
                ProvidersReader.read(values), guard,
                log(), MetricsReader.read(values, http),
                new ServerConfig.Verify(values.time(Setting.VERIFY_AT), values.number(Setting.VERIFY_RATE, 1, 100_000)),
                IntakeReader.read(values, http),
                new ServerConfig.Dashboard(authority.isEmpty() ? null : authority), WatchReader.read(values));
        end();
        return config;
    }

    private ServerConfig.Log log() {
        String level = values.text(Setting.LOG_LEVEL);
        if (!LOG_LEVELS.contains(level)) {
            values.mistake(Setting.LOG_LEVEL, "must be error, warning, info or debug, not " + level);
            level = Setting.LOG_LEVEL.defaultTo();
        }
        String format = values.text(Setting.LOG_FORMAT);
        if (!format.equals("text") && !format.equals("json")) {
            values.mistake(Setting.LOG_FORMAT, "must be text or json, not " + format);
        }
        return new ServerConfig.Log(System.Logger.Level.valueOf(level.toUpperCase(Locale.ROOT)), format.equals("json"));
    }

    private BasePath basePath() {
        String written = values.text(Setting.BASE_PATH);
        if (!BasePath.isOne(written)) {
            values.mistake(Setting.BASE_PATH, "must be a path such as /benchmark: it begins with a slash, does not end with one, has letters, digits,"
                    + " - . _ ~, and is not /health");
            return BasePath.NONE;
        }
        return new BasePath(written);
    }

    private ServerConfig.Query query() {
        return new ServerConfig.Query(values.number(Setting.CONCURRENT, 1, 256), values.number(Setting.QUEUE, 1, 100_000),
                values.number(Setting.CALLER_CONCURRENT, 1, 256), values.number(Setting.CALLER_QUEUE, 0, 100_000),
                values.seconds(Setting.TIMEOUT, 1, 3600), Duration.ofMillis(values.number(Setting.SLOW, 0, 3_600_000)),
                values.seconds(Setting.SEND, 1, 86_400), values.number(Setting.MAX_ROWS, 1, 100_000_000),
                values.number(Setting.CACHE, 0, 1 << 20), values.yes(Setting.WARM_UP));
    }

    private void checkReach(ServerConfig.Http http, GuardConfig guard) {
        try {
            if (!http.behindProxy() && guard.tls() == null && !InetAddress.getByName(http.host()).isLoopbackAddress()) {
                mistakes.add(Setting.HOST.key() + " " + http.host() + " is reachable from other machines and the server speaks"
                        + " plain HTTP: set " + Setting.TLS_CERTIFICATE.key() + " and " + Setting.TLS_KEY.key()
                        + ", or put a proxy with TLS in front and say so with " + Setting.BEHIND_PROXY.key() + ": true");
            }
        } catch (UnknownHostException e) {
            mistakes.add(Setting.HOST.key() + " " + http.host() + " is no address of this machine");
        }
    }
}
