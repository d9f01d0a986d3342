package io.tidemark.server.config;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes records from the values of the settings that their components declare. A wrong value is a mistake, and a
 * placeholder takes its place.
 *
 * @param values the values
 */
record SettingsReader(SettingValues values) {

    /** Reads all settings of a record. */
    <T> T read(Class<T> type) {
        return type.cast(Objects.requireNonNull(record(type, "", true)));
    }

    /** Reads the one setting of this key. */
    @Nullable Object read(String key) {
        return value(Objects.requireNonNull(SettingKey.ALL.get(key)), true);
    }

    private @Nullable Object record(Class<?> type, String prefix, boolean present) {
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] parts = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            parts[i] = part(components[i], prefix, present);
        }
        if (!present) {
            return null;
        }
        Object made = make(type, Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new), parts);
        if (made instanceof Checked checked) {
            checked.check(new Mistakes(values, prefix));
        }
        return made;
    }

    private static Object make(Class<?> type, Class<?>[] types, @Nullable Object[] parts) {
        try {
            return type.getDeclaredConstructor(types).newInstance(parts);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(type + " does not take its settings", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made", e);
        }
    }

    private @Nullable Object part(RecordComponent component, String prefix, boolean outer) {
        boolean present = isPresent(component.getAnnotation(Section.class), prefix) && outer;
        Setting setting = component.getAnnotation(Setting.class);
        if (setting != null) {
            return value(new SettingKey(prefix + setting.key(), component), present);
        }
        String inner = SettingKey.prefix(component, prefix);
        if (component.getType() != Map.class) {
            return record(component.getType(), inner, present);
        }
        Map<String, @Nullable Object> items = new LinkedHashMap<>();
        Class<?> type = SettingKey.itemType(component);
        values.providers().forEach(name -> items.put(name, record(type, inner + name + ".", present)));
        return items;
    }

    private boolean isPresent(@Nullable Section section, String prefix) {
        if (section == null || section.with().isEmpty()) {
            return true;
        }
        String text = values.text(prefix + section.with());
        if (!section.together().isEmpty() && text.isEmpty() != values.text(prefix + section.together()).isEmpty()) {
            values.mistake(prefix + section.with(),
                    "and " + prefix + section.together() + " must both be set; one of them is empty");
            return false;
        }
        return section.is().isEmpty() ? !text.isEmpty() : text.equals(section.is());
    }

    // numbers and booleans are checked in an absent section, too, unless they are empty; the form of texts is not
    private @Nullable Object value(SettingKey setting, boolean present) {
        String text = values.text(setting);
        Class<?> type = setting.component().getType();
        boolean nullable = setting.component().getAnnotatedType().isAnnotationPresent(Nullable.class);
        Form form = setting.declared().form() == Form.OF_ITS_TYPE ? Form.of(type) : setting.declared().form();
        if (type == List.class) {
            return SettingValues.items(present ? text : "").stream().map(item -> formed(setting, form, item)).toList();
        }
        if (text.isEmpty() && (nullable || !present)) {
            return null;
        }
        if (setting.declared().range()[1] > 0) {
            return inUnit(setting.key(), type, number(setting, text));
        }
        return present || form == Form.YES_OR_NO ? formed(setting, form, text) : null;
    }

    private Object formed(SettingKey setting, Form form, String text) {
        Object read = form.read(text);
        if (read != null) {
            return read;
        }
        boolean said = !text.isEmpty() && !setting.declared().secret();
        values.mistake(setting.key(), form.must() + (said ? ", not " + text : ""));
        return form.placeholder();
    }

    private int number(SettingKey setting, String text) {
        int min = setting.declared().range()[0];
        int max = setting.declared().range()[1];
        if (text.matches("\\d{1,9}") && Integer.parseInt(text) >= min && Integer.parseInt(text) <= max) {
            return Integer.parseInt(text);
        }
        values.mistake(setting.key(), "must be a whole number from " + min + " to " + max + ", not " + text);
        return min;
    }

    private static Object inUnit(String key, Class<?> type, int number) {
        if (type == Duration.class) {
            return key.endsWith("-ms") ? Duration.ofMillis(number) : Duration.ofSeconds(number);
        }
        return type == ByteSize.class ? ByteSize.ofMegabytes(number) : (Object) number;
    }
}
