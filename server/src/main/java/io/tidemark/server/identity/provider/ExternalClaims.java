package io.tidemark.server.identity.provider;

import io.helidon.security.jwt.Jwt;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a caller of a provider's checked token. Roles and permissions that are not ours give nothing; a caller must have exactly
 * one of our roles.
 */
final class ExternalClaims {
    /** Keeps subjects of a provider apart from accounts of our own. */
    static final String PREFIX = "external:";

    /** OpenID Connect Core, section 2: at most 255 ASCII characters. */
    private static final Pattern SUBJECT = Pattern.compile("[\\x21-\\x7e]{1,255}");
    private static final int LONGEST_NAME = 200;

    private ExternalClaims() {}

    /** The caller; throws {@link IdentityException} where the claims make no sense together. */
    static Caller caller(Jwt jwt, ExternalIssuer provider) {
        String subject = text(jwt.payloadClaim("sub")).filter(sub -> SUBJECT.matcher(sub).matches())
                .orElseThrow(ExternalClaims::refused);
        Role role = role(at(jwt, provider.claims().roles()), provider);
        String farmer = text(at(jwt, provider.claims().farmer())).orElse(null);
        Access access;
        try {
            access = Access.of(role, farmer, permissions(at(jwt, provider.claims().permissions()), role));
        } catch (InvalidAccountException e) {
            throw refused();
        }
        String name = named(jwt, "preferred_username").or(() -> named(jwt, "name")).orElse(subject);
        // no client of ours: like a user's token it goes with the secret of any client of the same farmer
        return new Caller(PREFIX + subject, name, null, access.role(), access.permissions(), access.farmerId(),
                named(jwt, "email").orElse(null));
    }

    private static Role role(Optional<JsonValue> claim, ExternalIssuer provider) {
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

    /** Those that are ours and that the role may be assigned; null without the claim, for the role's default. */
    private static @Nullable Set<Permission> permissions(Optional<JsonValue> claim, Role role) {
        if (claim.isEmpty()) {
            return null;
        }
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        words(claim.get(), true).forEach(name -> Permission.of(name).ifPresent(permissions::add));
        permissions.retainAll(role.assignablePermissions());
        return permissions;
    }

    /** The claim of this very name, or what its dots lead to. */
    private static Optional<JsonValue> at(Jwt jwt, String name) {
        Optional<JsonValue> literal = jwt.payloadClaim(name);
        if (literal.isPresent() || !name.contains(".")) {
            return literal;
        }
        String[] steps = name.split("\\.", -1);
        JsonValue value = jwt.payloadClaim(steps[0]).orElse(null);
        for (int i = 1; i < steps.length; i++) {
            value = value instanceof JsonObject object ? object.get(steps[i]) : null;
        }
        return Optional.ofNullable(value);
    }

    private static List<String> words(JsonValue value, boolean betweenBlanks) {
        List<String> words = new ArrayList<>();
        if (value instanceof JsonArray values) {
            values.forEach(each -> words.add(string(each)));
        } else if (betweenBlanks) {
            words.addAll(List.of(string(value).split(" ", -1)));
        } else {
            words.add(string(value));
        }
        return words;
    }

    private static Optional<String> text(Optional<JsonValue> claim) {
        return claim.map(ExternalClaims::string);
    }

    /** What is only shown may be missing or of another type. */
    private static Optional<String> named(Jwt jwt, String claim) {
        return jwt.payloadClaim(claim).filter(JsonString.class::isInstance).map(ExternalClaims::string)
                .filter(text -> !text.isBlank() && text.length() <= LONGEST_NAME);
    }

    private static String string(JsonValue value) {
        if (value instanceof JsonString text) {
            return text.getString();
        }
        throw refused();
    }

    private static IdentityException refused() {
        return new IdentityException(Reason.TOKEN_CLAIMS);
    }
}
