package io.tidemark.server.identity.provider;

import com.nimbusds.jwt.JWTClaimsSet;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a caller from a provider's checked token. Unknown roles and permissions are ignored; a caller must have exactly one of
 * our roles.
 */
final class ExternalClaims {
    /** Separates subjects of a provider from our own accounts. */
    static final String PREFIX = "external:";

    /** OpenID Connect Core, section 2: at most 255 ASCII characters. */
    private static final Pattern SUBJECT = Pattern.compile("[\\x21-\\x7e]{1,255}");
    private static final int LONGEST_NAME = 200;
    /** A claim that is there and null: of no type that is expected anywhere. */
    private static final Object NULL = new Object();

    private ExternalClaims() {}

    /** The caller; throws {@link IdentityException} if the claims are inconsistent. */
    static Caller caller(JWTClaimsSet token, ExternalIssuer provider) {
        String subject = subject(token).orElseThrow(ExternalClaims::refused);
        Role role = role(at(token, provider.claims().roles()), provider);
        String farmer = at(token, provider.claims().farmer()).map(ExternalClaims::string).orElse(null);
        Access access;
        try {
            access = Access.of(role, farmer, permissions(at(token, provider.claims().permissions()), role));
        } catch (InvalidAccountException e) {
            throw refused();
        }
        String name = named(token, "preferred_username").or(() -> named(token, "name")).orElse(subject);
        // not one of our clients: like a user's token, it needs the secret of any client of the same farmer
        return new Caller(PREFIX + subject, name, null, access.role(), access.permissions(), access.farmerId(),
                named(token, "email").orElse(null));
    }

    /** The account of a token that is signed by the provider; null when it names none. */
    static @Nullable String account(JWTClaimsSet token) {
        return subject(token).map(subject -> PREFIX + subject).orElse(null);
    }

    private static Optional<String> subject(JWTClaimsSet token) {
        return Optional.ofNullable(token.getSubject()).filter(sub -> SUBJECT.matcher(sub).matches());
    }

    private static Role role(Optional<Object> claim, ExternalIssuer provider) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String name : words(claim.orElseThrow(() -> new IdentityException(Reason.TOKEN_ROLE)), false)) {
            Role role = provider.roles().get(name);
            if (role != null) {
                roles.add(role);
            }
        }
        if (roles.size() != 1) {
            throw new IdentityException(Reason.TOKEN_ROLE);
        }
        return roles.iterator().next();
    }

    /** The known permissions that the role may have; null without the claim, for the role's default. */
    private static @Nullable Set<Permission> permissions(Optional<Object> claim, Role role) {
        if (claim.isEmpty()) {
            return null;
        }
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        words(claim.get(), true).forEach(name -> Permission.of(name).ifPresent(permissions::add));
        permissions.retainAll(role.assignablePermissions());
        return permissions;
    }

    /** The claim of exactly this name, or the nested value that its dots address. */
    private static Optional<Object> at(JWTClaimsSet token, String name) {
        Map<String, Object> claims = token.getClaims();
        if (claims.containsKey(name) || !name.contains(".")) {
            return step(claims, name);
        }
        Optional<Object> value = Optional.of(claims);
        for (String step : name.split("\\.", -1)) {
            value = value.flatMap(object -> object instanceof Map<?, ?> map ? step(map, step) : Optional.empty());
        }
        return value;
    }

    private static Optional<Object> step(Map<?, ?> object, String name) {
        return object.containsKey(name) ? Optional.of(Objects.requireNonNullElse(object.get(name), NULL)) : Optional.empty();
    }

    private static List<String> words(Object value, boolean betweenBlanks) {
        if (value instanceof List<?> values) {
            return values.stream().map(ExternalClaims::string).toList();
        }
        String text = string(value);
        return betweenBlanks ? List.of(text.split(" ", -1)) : List.of(text);
    }

    /** A claim for display may be missing or have another type. */
    private static Optional<String> named(JWTClaimsSet token, String claim) {
        return token.getClaim(claim) instanceof String text && !text.isBlank() && text.length() <= LONGEST_NAME
                ? Optional.of(text) : Optional.empty();
    }

    private static String string(@Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw refused();
    }

    private static IdentityException refused() {
        return new IdentityException(Reason.TOKEN_CLAIMS);
    }
}
