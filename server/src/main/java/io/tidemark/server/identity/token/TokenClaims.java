package io.tidemark.server.identity.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The claims of a checked token with its caller's rights; refused if they are inconsistent. */
record TokenClaims(String subject, String name, Access access) {

    /** Throws {@link IdentityException} with {@code TOKEN_CLAIMS} where a claim is missing or has another type. */
    static TokenClaims read(ObjectNode claims) {
        String subject = string(claims, "sub");
        String name = string(claims, "name");
        List<String> roles = strings(claims, "roles");
        if (subject == null || name == null || roles.size() != 1) {
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
        Role role = Role.of(roles.getFirst()).orElseThrow(() -> new IdentityException(Reason.TOKEN_CLAIMS));
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        for (String permission : strings(claims, "permissions")) {
            permissions.add(Permission.of(permission).orElseThrow(() -> new IdentityException(Reason.TOKEN_CLAIMS)));
        }
        try {
            return new TokenClaims(subject, name, new Access(role, string(claims, "farmer_id"), permissions));
        } catch (InvalidAccountException e) {
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
    }

    private static @Nullable String string(ObjectNode claims, String claim) {
        JsonNode value = claims.get(claim);
        return value == null || value.isNull() ? null : text(value);
    }

    private static List<String> strings(ObjectNode claims, String claim) {
        JsonNode values = claims.path(claim);
        if (!values.isArray()) {
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
        return values.valueStream().map(TokenClaims::text).toList();
    }

    private static String text(JsonNode value) {
        if (value.isTextual()) {
            return value.textValue();
        }
        throw new IdentityException(Reason.TOKEN_CLAIMS);
    }
}
