package io.tidemark.server.identity.token;

import io.helidon.security.jwt.Jwt;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import jakarta.json.JsonArray;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The claims of a checked token that say what its caller may do; refused when they make no sense together. */
record TokenClaims(String subject, String name, @Nullable String clientId, Access access) {

    /** Throws {@link IdentityException} with {@code TOKEN_CLAIMS} where a claim is missing or has another type. */
    static TokenClaims read(Jwt jwt) {
        String subject = string(jwt, "sub");
        String name = string(jwt, "name");
        List<String> roles = strings(jwt, "roles");
        if (subject == null || name == null || roles.size() != 1) {
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
        Role role = Role.of(roles.getFirst()).orElseThrow(() -> new IdentityException(Reason.TOKEN_CLAIMS));
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        for (String permission : strings(jwt, "permissions")) {
            permissions.add(Permission.of(permission).orElseThrow(() -> new IdentityException(Reason.TOKEN_CLAIMS)));
        }
        try {
            return new TokenClaims(subject, name, string(jwt, "client_id"),
                    new Access(role, string(jwt, "farmer_id"), permissions));
        } catch (InvalidAccountException e) {
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
    }

    private static @Nullable String string(Jwt jwt, String claim) {
        JsonValue value = jwt.payloadClaim(claim).orElse(null);
        if (value == null) {
            return null;
        }
        return text(value);
    }

    private static List<String> strings(Jwt jwt, String claim) {
        if (!(jwt.payloadClaim(claim).orElse(null) instanceof JsonArray values)) {
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
        List<String> strings = new ArrayList<>();
        for (JsonValue value : values) {
            strings.add(text(value));
        }
        return strings;
    }

    private static String text(JsonValue value) {
        if (value instanceof JsonString string) {
            return string.getString();
        }
        throw new IdentityException(Reason.TOKEN_CLAIMS);
    }
}
