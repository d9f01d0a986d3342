package io.tidemark.server.identity.token;

import com.nimbusds.jwt.JWTClaimsSet;
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
    static TokenClaims read(JWTClaimsSet claims) {
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

    private static @Nullable String string(JWTClaimsSet claims, String claim) {
        Object value = claims.getClaim(claim);
        return value == null ? null : text(value);
    }

    private static List<String> strings(JWTClaimsSet claims, String claim) {
        if (!(claims.getClaim(claim) instanceof List<?> values)) {
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
        return values.stream().map(TokenClaims::text).toList();
    }

    private static String text(@Nullable Object value) {
        if (value instanceof String string) {
            return string;
        }
        throw new IdentityException(Reason.TOKEN_CLAIMS);
    }
}
