package io.tidemark.server.config;

import io.tidemark.server.config.ProviderSetting.Field;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.provider.ExternalIssuer;
import io.tidemark.server.identity.provider.ProviderSignIn;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the settings of one {@link ExternalIssuer}: of {@code identity.external}, or of a company's provider. */
final class ExternalReader {

    private static final String ADDRESS =
            "must be an https address, or http on this machine, without user, query or fragment, not ";

    private final SettingValues values;
    private final String provider;
    private final Function<Field, SettingKey> keys;

    private ExternalReader(SettingValues values, String provider, Function<Field, SettingKey> keys) {
        this.values = values;
        this.provider = provider;
        this.keys = keys;
    }

    /** Reads {@code identity.external}. */
    static ExternalReader ofTheOne(SettingValues values) {
        return new ExternalReader(values, ExternalIssuer.UNNAMED, Field::ofTheOne);
    }

    /** Reads a company's provider. */
    static ExternalReader of(SettingValues values, String provider) {
        return new ExternalReader(values, provider, field -> new ProviderSetting(provider, field));
    }

    /** Reads the provider; null if no issuer is set. */
    @Nullable ExternalIssuer issuer() {
        String issuer = text(Field.ISSUER);
        if (issuer.isEmpty()) {
            return null;
        }
        address(Field.ISSUER);
        URI jwks = text(Field.KEYS).isEmpty() ? null : address(Field.KEYS).orElse(null);
        Map<String, Role> roles = roles();
        boolean ofTheOne = provider.equals(ExternalIssuer.UNNAMED);
        return new ExternalIssuer(provider, issuer, name(Field.AUDIENCE), jwks,
                new ExternalIssuer.Claims(name(Field.ROLES_CLAIM), name(Field.PERMISSIONS_CLAIM), name(Field.FARMER_CLAIM)), roles,
                ofTheOne ? null : farmers(roles), ofTheOne || values.yes(keys.apply(Field.MAY_DELIVER)));
    }

    /** Reads how dashboard users sign in there; null without a client id. */
    @Nullable ProviderSignIn signIn() {
        String scopes = text(Field.SCOPES);
        if (!List.of(scopes.split(" ", -1)).contains("openid") || !scopes.matches("[\\x21-\\x7e ]{1,500}")) {
            mistake(Field.SCOPES, "must have openid, and blanks between, not " + scopes);
        }
        String client = text(Field.CLIENT);
        if (client.isEmpty()) {
            return null;
        }
        String issuer = text(Field.ISSUER);
        if (issuer.isEmpty()) {
            mistake(Field.CLIENT, "is of no use without " + keys.apply(Field.ISSUER).key());
        }
        if (!client.matches("[\\x21-\\x7e]{1,200}")) {
            mistake(Field.CLIENT, "must be ASCII without blanks, not " + client);
        }
        return new ProviderSignIn(issuer, client, scopes);
    }

    String text(Field field) {
        return values.text(keys.apply(field));
    }

    List<String> list(Field field) {
        return values.list(keys.apply(field));
    }

    void mistake(Field field, String words) {
        values.mistake(keys.apply(field), words);
    }

    private Optional<URI> address(Field field) {
        Optional<URI> address = ExternalIssuer.address(text(field));
        if (address.isEmpty()) {
            mistake(field, ADDRESS + text(field));
        }
        return address;
    }

    private String name(Field field) {
        if (text(field).isEmpty()) {
            mistake(field, "must not be empty");
        }
        return text(field);
    }

    private Map<String, Role> roles() {
        Map<String, Role> roles = new HashMap<>();
        for (String pair : list(Field.ROLES)) {
            int equal = pair.lastIndexOf('=');
            String theirs = equal < 0 ? "" : pair.substring(0, equal).strip();
            Role role = Role.of(pair.substring(equal + 1).strip()).orElse(null);
            if (theirs.isEmpty() || role == null || roles.put(theirs, role) != null) {
                mistake(Field.ROLES, "must be pairs such as tidemark-admin=admin, each name once, with our"
                        + " roles "
                        + Arrays.stream(Role.values()).map(Role::wireName).collect(Collectors.joining(", ")) + "; not " + pair);
            }
        }
        return roles;
    }

    /** The farmers that its tokens may name; null for any. Forgetting them must not let one company speak for another. */
    private @Nullable Set<String> farmers(Map<String, Role> roles) {
        List<String> named = list(Field.FARMERS);
        if (named.equals(List.of("*"))) {
            return null;
        }
        if (named.isEmpty() && roles.containsValue(Role.FARMER)) {
            mistake(Field.FARMERS, "must be the farmer ids that its farmers may have, such as F1,F2; * for any");
        }
        for (String farmer : named) {
            try {
                Access.of(Role.FARMER, farmer, null);
            } catch (InvalidAccountException e) {
                mistake(Field.FARMERS, "must be farmer ids, or * alone for any, not " + farmer);
            }
        }
        return new HashSet<>(named);
    }
}
