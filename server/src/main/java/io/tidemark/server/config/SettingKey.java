package io.tidemark.server.config;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A setting that there is.
 *
 * @param key       its whole key
 * @param component the component that declares it
 */
record SettingKey(String key, RecordComponent component) {

    /** What each setting means, by the key that its record declares. */
    static final Map<String, String> MEANINGS =
            YamlResource.read(SettingKey.class, "settings.yaml", new TypeReference<>() {});
    /** Before the name of a company's identity provider. Only the file has such settings. */
    static final String PROVIDERS = "identity.providers.";
    /** The names of providers: they are part of subjects and of redirect addresses. */
    static final Pattern PROVIDER = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

    /** All settings but those of companies' providers, by key. */
    static final Map<String, SettingKey> ALL = Collections.unmodifiableMap(all(List.of()).stream()
            .collect(Collectors.toMap(SettingKey::key, setting -> setting, (one, _) -> one, LinkedHashMap::new)));

    /** All settings, those of these providers too, in the order in which they are shown. */
    static List<SettingKey> all(Collection<String> providers) {
        return of(AllSettings.class, "", providers).toList();
    }

    private static Stream<SettingKey> of(Class<?> type, String prefix, Collection<String> providers) {
        return Stream.of(type.getRecordComponents()).flatMap(component -> {
            Setting setting = component.getAnnotation(Setting.class);
            if (setting != null) {
                return Stream.of(new SettingKey(prefix + setting.key(), component));
            }
            String inner = prefix(component, prefix);
            return component.getType() != Map.class ? of(component.getType(), inner, providers)
                    : providers.stream().flatMap(name -> of(itemType(component), inner + name + ".", providers));
        });
    }

    /** What stands before the keys of a component. */
    static String prefix(RecordComponent component, String outer) {
        Section section = component.getAnnotation(Section.class);
        return section == null ? outer : outer + section.prefix();
    }

    /** The records of a map. */
    static Class<?> itemType(RecordComponent map) {
        return (Class<?>) ((ParameterizedType) map.getGenericType()).getActualTypeArguments()[1];
    }

    Setting declared() {
        return component.getAnnotation(Setting.class);
    }

    /** The meaning, for people. */
    String meaning() {
        return Objects.requireNonNull(MEANINGS.get(declared().key()), key);
    }

    String defaultTo() {
        String text = declared().byDefault();
        return !text.equals(Setting.PROCESSORS) ? text
                : Integer.toString(Math.max(2, Runtime.getRuntime().availableProcessors()));
    }

    boolean isOfProvider() {
        return key.startsWith(PROVIDERS);
    }

    /** The environment variable that sets it. */
    String environment() {
        return "TIDEMARK_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
