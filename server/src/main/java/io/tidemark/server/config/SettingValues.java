package io.tidemark.server.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The texts of settings, by key, and where they are written. It collects the mistakes in them. */
final class SettingValues {

    private final Map<String, String> values = new HashMap<>();
    private final Map<String, String> places = new HashMap<>();
    private final List<String> mistakes;

    SettingValues(List<String> mistakes) {
        this.mistakes = mistakes;
    }

    void set(String key, String value) {
        values.put(key, value.strip());
        places.remove(key);
    }

    /** Sets the value of a setting from the file; mistakes name its position. */
    void set(String key, ConfigFile.Value value) {
        set(key, value.text());
        places.put(key, value.place() + " ");
    }

    void mistake(String key, String words) {
        mistakes.add(places.getOrDefault(key, "") + key + " " + words);
    }

    /** Whether a flag, the environment or the file gives a setting; otherwise its default counts. */
    boolean isGiven(String key) {
        return values.containsKey(key);
    }

    String text(String key) {
        SettingKey setting = SettingKey.ALL.get(key);
        return setting == null ? values.getOrDefault(key, "") : text(setting);
    }

    String text(SettingKey setting) {
        return values.getOrDefault(setting.key(), setting.defaultTo());
    }

    /** The names of the companies' identity providers that have a setting, in order. */
    List<String> providers() {
        return values.keySet().stream().filter(key -> key.startsWith(SettingKey.PROVIDERS))
                .map(key -> key.substring(SettingKey.PROVIDERS.length()).replaceFirst("\\..*", ""))
                .distinct().sorted().toList();
    }

    /** The items between commas, without surrounding blanks. */
    static List<String> items(String text) {
        return Stream.of(text.split(",")).map(String::strip).filter(part -> !part.isEmpty()).toList();
    }
}
