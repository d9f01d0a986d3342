package io.tidemark.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A setting of a company's identity provider, {@code identity.providers.NAME.FIELD}. Only the file has such settings.
 *
 * @param provider the provider's name
 * @param field    which setting of it
 */
record ProviderSetting(String provider, Field field) implements SettingKey {

    /** Before the name of a provider. */
    static final String PREFIX = "identity.providers.";
    /** The names of providers: they are part of subjects and of redirect addresses. */
    static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

    private static final Pattern KEY = Pattern.compile("identity\\.providers\\.([^.]*)\\.(.*)");

    /** The settings of a provider. Those that {@code identity.external} has too mean the same there. */
    enum Field {
        ISSUER(Setting.EXTERNAL_ISSUER),
        AUDIENCE(Setting.EXTERNAL_AUDIENCE),
        KEYS(Setting.EXTERNAL_KEYS),
        ROLES_CLAIM(Setting.EXTERNAL_ROLES_CLAIM),
        PERMISSIONS_CLAIM(Setting.EXTERNAL_PERMISSIONS_CLAIM),
        FARMER_CLAIM(Setting.EXTERNAL_FARMER_CLAIM),
        // a company's provider makes nobody an admin unless that is written down
        ROLES(Setting.EXTERNAL_ROLES, "farmer=farmer"),
        FARMERS("farmers", "", "farmer ids that its farmers may have, such as [F1, F2]; * for any"),
        MAY_DELIVER("may-deliver", "false", "its tokens may have the permission deliver, for uploads of those farmers"),
        CLIENT(Setting.EXTERNAL_CLIENT),
        SCOPES(Setting.EXTERNAL_SCOPES),
        SECRET("client-secret-file", "", "file with the client's secret; empty for a public client"),
        TITLE("title", "", "name on its button in the dashboard; empty for the provider's name"),
        DOMAINS("domains", "", "domains of its users' e-mail addresses, such as [north.example.org]");

        private final @Nullable Setting one;
        private final String text;
        private final String defaultTo;
        private final String meaning;

        Field(Setting one) {
            this(one, one.defaultTo());
        }

        Field(Setting one, String defaultTo) {
            this(one, one.key().substring(one.key().lastIndexOf('.') + 1), defaultTo, one.meaning());
        }

        Field(String text, String defaultTo, String meaning) {
            this(null, text, defaultTo, meaning);
        }

        Field(@Nullable Setting one, String text, String defaultTo, String meaning) {
            this.one = one;
            this.text = text;
            this.defaultTo = defaultTo;
            this.meaning = meaning;
        }

        /** The setting of {@code identity.external} that means the same. */
        Setting ofTheOne() {
            return Objects.requireNonNull(one);
        }
    }

    /** The setting of a key; empty if it is none, or the name no provider's. */
    static Optional<ProviderSetting> of(String key) {
        Matcher parts = KEY.matcher(key);
        return parts.matches() && NAME.matcher(parts.group(1)).matches()
                ? Arrays.stream(Field.values()).filter(field -> field.text.equals(parts.group(2))).findFirst()
                        .map(field -> new ProviderSetting(parts.group(1), field))
                : Optional.empty();
    }

    /** All settings of a provider. */
    static List<ProviderSetting> all(String provider) {
        return Arrays.stream(Field.values()).map(field -> new ProviderSetting(provider, field)).toList();
    }

    @Override
    public String key() {
        return PREFIX + provider + "." + field.text;
    }

    @Override
    public String defaultTo() {
        return field.defaultTo;
    }

    @Override
    public String meaning() {
        return field.meaning;
    }
}
