package io.tidemark.server.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link ServerConfig}: flags go before environment variables, those before the YAML file, that before the
 * defaults. One use each.
 */
public final class ConfigReader {

    private static final ObjectMapper YAML =
            YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();

    private final List<String> mistakes = new ArrayList<>();
    private final Map<Setting, String> values = new EnumMap<>(Setting.class);

    private ConfigReader() {}

    /**
     * Reads the configuration.
     *
     * @param file        YAML file; none when null
     * @param environment the process's environment
     * @param flags       what the command line says, by key
     * @throws ConfigException with every mistake
     */
    public static ServerConfig read(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        return new ConfigReader().load(file, environment, flags).build();
    }

    /** The configuration in force, as YAML with a comment on each setting. There are no secrets among the settings. */
    public static String dump(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        ConfigReader reader = new ConfigReader().load(file, environment, flags);
        reader.build();
        StringBuilder yaml = new StringBuilder();
        String section = "";
        for (Setting setting : Setting.values()) {
            int dot = setting.key().indexOf('.');
            String parent = dot < 0 ? "" : setting.key().substring(0, dot);
            if (!parent.equals(section) && !parent.isEmpty()) {
                yaml.append(parent).append(":\n");
            }
            section = parent;
            String indent = parent.isEmpty() ? "" : "  ";
            yaml.append(indent).append("# ").append(setting.meaning()).append(" (").append(setting.environment()).append(")\n")
                    .append(indent).append(setting.key().substring(dot + 1)).append(": ")
                    .append(quoted(reader.text(setting))).append('\n');
        }
        return yaml.toString();
    }

    private static String quoted(String value) {
        return value.matches("[A-Za-z0-9_./-]+") ? value : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private ConfigReader load(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        Map<String, String> fromFile = file == null ? Map.of() : file(file);
        for (Setting setting : Setting.values()) {
            String value = flags.get(setting.key());
            value = value == null ? environment.get(setting.environment()) : value;
            value = value == null ? fromFile.get(setting.key()) : value;
            values.put(setting, value == null ? setting.defaultTo() : value.strip());
        }
        return this;
    }

    private Map<String, String> file(Path file) {
        if (!Files.isReadable(file)) {
            mistakes.add("there is no readable file " + file);
            return Map.of();
        }
        try {
            Map<String, String> all = new TreeMap<>();
            flatten("", YAML.readTree(file.toFile()), all);
            for (String key : all.keySet()) {
                if (!Setting.keys().contains(key)) {
                    mistakes.add(file + ": there is no setting " + key + "; there are " + String.join(", ", Setting.keys()));
                }
            }
            return all;
        } catch (IOException e) {
            mistakes.add(file + ": not readable as YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            return Map.of();
        }
    }

    private static void flatten(String key, JsonNode node, Map<String, String> all) {
        if (node.isObject()) {
            node.properties().forEach(e -> flatten(key.isEmpty() ? e.getKey() : key + "." + e.getKey(), e.getValue(), all));
        } else if (!node.isMissingNode()) {
            all.put(key, node.isNull() ? "" : node.asText());
        }
    }

    private ServerConfig build() {
        String sql = text(Setting.SQL);
        ServerConfig.Http http = new ServerConfig.Http(text(Setting.HOST), number(Setting.PORT, 0, 65_535),
                yes(Setting.BEHIND_PROXY));
        checkReach(http);
        ServerConfig config = new ServerConfig(http, Path.of(text(Setting.LAKE)), Path.of(text(Setting.STATE)),
                sql.isEmpty() ? null : Path.of(sql), day(),
                new ServerConfig.Privacy(number(Setting.MIN_FARMERS, 1, 1000)),
                new ServerConfig.Query(number(Setting.CONCURRENT, 1, 256), number(Setting.QUEUE, 1, 100_000),
                        Duration.ofSeconds(number(Setting.TIMEOUT, 1, 3600)), number(Setting.ENGINE_THREADS, 1, 1024),
                        number(Setting.ENGINE_MEMORY, 128, 1 << 24)),
                new ServerConfig.Identity(text(Setting.ISSUER), text(Setting.AUDIENCE)));
        if (!mistakes.isEmpty()) {
            throw new ConfigException(mistakes.stream().distinct().collect(Collectors.toList()));
        }
        return config;
    }

    private void checkReach(ServerConfig.Http http) {
        try {
            if (!http.behindProxy() && !InetAddress.getByName(http.host()).isLoopbackAddress()) {
                mistakes.add(Setting.HOST.key() + " " + http.host() + " is reachable from other machines and the server speaks"
                        + " plain HTTP: put a proxy with TLS in front and say so with " + Setting.BEHIND_PROXY.key() + ": true");
            }
        } catch (UnknownHostException e) {
            mistakes.add(Setting.HOST.key() + " " + http.host() + " is no address of this machine");
        }
    }

    private String text(Setting setting) {
        return values.getOrDefault(setting, setting.defaultTo());
    }

    private int number(Setting setting, int min, int max) {
        String text = text(setting);
        if (text.matches("\\d{1,9}") && Integer.parseInt(text) >= min && Integer.parseInt(text) <= max) {
            return Integer.parseInt(text);
        }
        mistakes.add(setting.key() + " must be a whole number from " + min + " to " + max + ", not " + text);
        return min;
    }

    private boolean yes(Setting setting) {
        String text = text(setting);
        if (!text.equals("true") && !text.equals("false")) {
            mistakes.add(setting.key() + " must be true or false, not " + text);
        }
        return text.equals("true");
    }

    private @Nullable LocalDate day() {
        String text = text(Setting.TODAY);
        try {
            return text.isEmpty() ? null : LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            mistakes.add(Setting.TODAY.key() + " must be a day such as 2026-03-01, not " + text);
            return null;
        }
    }
}
