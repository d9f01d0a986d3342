package io.tidemark.server.config;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parses the text values of settings. It collects errors, and returns a placeholder for an invalid value. */
final class SettingValues {

    private final Map<String, String> values = new HashMap<>();
    private final Map<String, String> places = new HashMap<>();
    private final List<String> mistakes;

    SettingValues(List<String> mistakes) {
        this.mistakes = mistakes;
    }

    void set(SettingKey setting, String value) {
        values.put(setting.key(), value);
    }

    /** Sets the value of a setting from the file; errors name its position. */
    void set(SettingKey setting, ConfigFile.Value value) {
        set(setting, value.text().strip());
        places.put(setting.key(), value.place() + " ");
    }

    void mistake(SettingKey setting, String words) {
        mistakes.add(places.getOrDefault(setting.key(), "") + setting.key() + " " + words);
    }

    /** Whether a flag, the environment or the file gives a setting; otherwise its default counts. */
    boolean isGiven(SettingKey setting) {
        return values.containsKey(setting.key());
    }

    String text(SettingKey setting) {
        return values.getOrDefault(setting.key(), setting.defaultTo());
    }

    /** The names of the companies' identity providers that have a setting, in order. */
    List<String> providers() {
        return values.keySet().stream().map(ProviderSetting::of).flatMap(Optional::stream).map(ProviderSetting::provider).distinct().sorted()
                .toList();
    }

    /** The items between commas, without surrounding blanks. */
    List<String> list(SettingKey setting) {
        return Arrays.stream(text(setting).split(",")).map(String::strip).filter(part -> !part.isEmpty()).toList();
    }

    int number(SettingKey setting, int min, int max) {
        String text = text(setting);
        if (text.matches("\\d{1,9}") && Integer.parseInt(text) >= min && Integer.parseInt(text) <= max) {
            return Integer.parseInt(text);
        }
        mistake(setting, "must be a whole number from " + min + " to " + max + ", not " + text);
        return min;
    }

    /** A number of a setting that may be empty; null if it is. */
    @Nullable Integer numberOrNone(SettingKey setting, int min, int max) {
        return text(setting).isEmpty() ? null : (Integer) number(setting, min, max);
    }

    Duration seconds(SettingKey setting, int min, int max) {
        return Duration.ofSeconds(number(setting, min, max));
    }

    boolean yes(SettingKey setting) {
        String text = text(setting);
        if (!text.equals("true") && !text.equals("false")) {
            mistake(setting, "must be true or false, not " + text);
        }
        return text.equals("true");
    }

    @Nullable LocalTime time(SettingKey setting) {
        String text = text(setting);
        try {
            return text.isEmpty() ? null : LocalTime.parse(text);
        } catch (DateTimeParseException e) {
            mistake(setting, "must be a time such as 02:30, not " + text);
            return null;
        }
    }

    @Nullable LocalDate day(SettingKey setting) {
        String text = text(setting);
        try {
            return text.isEmpty() ? null : LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            mistake(setting, "must be a day such as 2026-03-01, not " + text);
            return null;
        }
    }
}
