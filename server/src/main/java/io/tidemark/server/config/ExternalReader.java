package io.tidemark.server.config;

import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.provider.ExternalIssuer;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the settings of an {@link ExternalIssuer}. */
final class ExternalReader {

    private static final String ADDRESS =
            "must be an https address, or http on this machine, without user, query or fragment, not ";

    private ExternalReader() {}

    /** The provider; none when no issuer is set. */
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
