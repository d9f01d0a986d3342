package io.tidemark.server.config;

import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.provider.ExternalIssuer;
import io.tidemark.server.identity.provider.ProviderSignIn;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the settings of an {@link ExternalIssuer}. */
final class ExternalReader {

    private static final String ADDRESS =
            "must be an https address, or http on this machine, without user, query or fragment, not ";

    private ExternalReader() {}

    /** Reads the provider; null if no issuer is set. */
    static @Nullable ExternalIssuer read(SettingValues values) {
        String issuer = values.text(Setting.EXTERNAL_ISSUER);
        if (issuer.isEmpty()) {
            return null;
        }
        address(values, Setting.EXTERNAL_ISSUER);
        if (issuer.equals(values.text(Setting.ISSUER))) {
            values.mistake(Setting.EXTERNAL_ISSUER, "must be another than " + Setting.ISSUER.key());
        }
        URI keys = values.text(Setting.EXTERNAL_KEYS).isEmpty() ? null
                : address(values, Setting.EXTERNAL_KEYS).orElse(null);
        return new ExternalIssuer(issuer, name(values, Setting.EXTERNAL_AUDIENCE), keys,
                new ExternalIssuer.Claims(name(values, Setting.EXTERNAL_ROLES_CLAIM),
                        name(values, Setting.EXTERNAL_PERMISSIONS_CLAIM), name(values, Setting.EXTERNAL_FARMER_CLAIM)),
                roles(values));
    }

    /** Reads how dashboard users sign in there; null without a client id. */
    static @Nullable ProviderSignIn signIn(SettingValues values) {
        String scopes = values.text(Setting.EXTERNAL_SCOPES);
        if (!List.of(scopes.split(" ", -1)).contains("openid") || !scopes.matches("[\\x21-\\x7e ]{1,500}")) {
            values.mistake(Setting.EXTERNAL_SCOPES, "must have openid, and blanks between, not " + scopes);
        }
        String client = values.text(Setting.EXTERNAL_CLIENT);
        if (client.isEmpty()) {
            return null;
        }
        String issuer = values.text(Setting.EXTERNAL_ISSUER);
        if (issuer.isEmpty()) {
            values.mistake(Setting.EXTERNAL_CLIENT, "is of no use without " + Setting.EXTERNAL_ISSUER.key());
        }
        if (!client.matches("[\\x21-\\x7e]{1,200}")) {
            values.mistake(Setting.EXTERNAL_CLIENT, "must be ASCII without blanks, not " + client);
        }
        return new ProviderSignIn(issuer, client, scopes);
    }

    private static Optional<URI> address(SettingValues values, Setting setting) {
        Optional<URI> address = ExternalIssuer.address(values.text(setting));
        if (address.isEmpty()) {
            values.mistake(setting, ADDRESS + values.text(setting));
        }
        return address;
    }

    private static String name(SettingValues values, Setting setting) {
        if (values.text(setting).isEmpty()) {
            values.mistake(setting, "must not be empty");
        }
        return values.text(setting);
    }

    private static Map<String, Role> roles(SettingValues values) {
        Map<String, Role> roles = new HashMap<>();
        for (String pair : values.list(Setting.EXTERNAL_ROLES)) {
            int equal = pair.lastIndexOf('=');
            String theirs = equal < 0 ? "" : pair.substring(0, equal).strip();
            Role role = Role.of(pair.substring(equal + 1).strip()).orElse(null);
            if (theirs.isEmpty() || role == null || roles.put(theirs, role) != null) {
                values.mistake(Setting.EXTERNAL_ROLES, "must be pairs such as tidemark-admin=admin, each name once, with our"
                        + " roles "
                        + Arrays.stream(Role.values()).map(Role::wireName).collect(Collectors.joining(", ")) + "; not " + pair);
            }
        }
        return roles;
    }
}
