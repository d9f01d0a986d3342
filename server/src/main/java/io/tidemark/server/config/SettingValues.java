package io.tidemark.server.config;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the text values of settings. It collects errors, and returns a placeholder for an invalid value. */
final class SettingValues {

    private final Map<Setting, String> values = new EnumMap<>(Setting.class);
    private final Map<Setting, String> places = new EnumMap<>(Setting.class);
    private final List<String> mistakes;

    SettingValues(List<String> mistakes) {
        this.mistakes = mistakes;
    }

    void set(Setting setting, String value) {
        values.put(setting, value);
    }

    /** Sets the value of a setting from the file; errors name its position. */
    void set(Setting setting, ConfigFile.Value value) {
        set(setting, value.text().strip());
        places.put(setting, value.place() + " ");
    }

    void mistake(Setting setting, String words) {
        mistakes.add(places.getOrDefault(setting, "") + setting.key() + " " + words);
    }

    /** Whether a flag, the environment or the file gives a setting; otherwise its default counts. */
    boolean isGiven(Setting setting) {
        return values.containsKey(setting);
    }

    String text(Setting setting) {
        return values.getOrDefault(setting, setting.defaultTo());
    }

    /** The items between commas, without surrounding blanks. */
    List<String> list(Setting setting) {
        return Arrays.stream(text(setting).split(",")).map(String::strip).filter(part -> !part.isEmpty()).toList();
    }

    int number(Setting setting, int min, int max) {
        String text = text(setting);
        if (text.matches("\\d{1,9}") && Integer.parseInt(text) >= min && Integer.parseInt(text) <= max) {
            return Integer.parseInt(text);
        }
        mistake(setting, "must be a whole number from " + min + " to " + max + ", not " + text);
        return min;
    }

    /** A number of a setting that may be empty; null if it is. */
    @Nullable Integer numberOrNone(Setting setting, int min, int max) {
        return text(setting).isEmpty() ? null : (Integer) number(setting, min, max);
    }

    Duration seconds(Setting setting, int min, int max) {
        return Duration.ofSeconds(number(setting, min, max));
    }

    boolean yes(Setting setting) {
        String text = text(setting);
        if (!text.equals("true") && !text.equals("false")) {
            mistake(setting, "must be true or false, not " + text);
        }
        return text.equals("true");
    }

    @Nullable LocalTime time(Setting setting) {
        String text = text(setting);
        try {
            return text.isEmpty() ? null : LocalTime.parse(text);
        } catch (DateTimeParseException e) {
            mistake(setting, "must be a time such as 02:30, not " + text);
            return null;
        }
    }

    @Nullable LocalDate day(Setting setting) {
        String text = text(setting);
        try {
            return text.isEmpty() ? null : LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            mistake(setting, "must be a day such as 2026-03-01, not " + text);
            return null;
        }
    }
}
