package io.tidemark.server.identity.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a caller from a provider's checked token. Unknown roles and permissions are ignored; a caller must have exactly
 * one of our roles.
 */
final class ExternalClaims {
    /** OpenID Connect Core, section 2: at most 255 ASCII characters. */
    private static final Pattern SUBJECT = Pattern.compile("[\\x21-\\x7e]{1,255}");
    private static final int MAX_NAME = 200;

    private ExternalClaims() {}

    /** The caller; throws {@link IdentityException} if the claims are inconsistent. */
    static Caller caller(ObjectNode token, ExternalIssuer provider) {
        String subject = subject(token).orElseThrow(ExternalClaims::refused);
        try {
            return caller(token, provider, subject);
        } catch (IdentityException e) {
            // the provider has signed it: the log names the subject, and with it the provider
            throw new IdentityException(e.reason(), provider.callerId(subject));
        }
    }

    private static Caller caller(ObjectNode token, ExternalIssuer provider, String subject) {
        Role role = role(at(token, provider.claims().roles()), provider);
        String farmer = at(token, provider.claims().farmer()).map(ExternalClaims::string)
                .orElse(role == Role.FARMER ? provider.onlyFarmer() : null);
        Access access;
        try {
            access = Access.of(role, farmer, permissions(at(token, provider.claims().permissions()), role, provider));
        } catch (InvalidAccountException e) {
            throw refused();
        }
        if (!provider.speaksFor(access.farmerId())) {
            throw new IdentityException(Reason.TOKEN_FARMER);
        }
        String name = named(token, "preferred_username").or(() -> named(token, "name")).orElse(subject);
        // not one of our clients: like a user's token, it needs the secret of any client of the same farmer
        return new Caller(provider.callerId(subject), name, null, access.role(), access.permissions(),
                access.farmerId(), named(token, "email").orElse(null));
    }

    /** The account of a token that is signed by the provider; null when it names none. */
    static @Nullable String account(ObjectNode token, ExternalIssuer provider) {
        return subject(token).map(provider::callerId).orElse(null);
    }

    private static Optional<String> subject(ObjectNode token) {
        return Optional.ofNullable(token.path("sub").textValue()).filter(sub -> SUBJECT.matcher(sub).matches());
    }

    private static Role role(Optional<JsonNode> claim, ExternalIssuer provider) {
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

    /** The known permissions that role and provider may give; null without the claim, for the role's default. */
    private static @Nullable Set<Permission> permissions(Optional<JsonNode> claim, Role role, ExternalIssuer provider) {
        if (claim.isEmpty()) {
            return null;
        }
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        words(claim.get(), true).forEach(name -> Permission.of(name).ifPresent(permissions::add));
        permissions.retainAll(role.assignablePermissions());
        if (!provider.mayDeliver()) {
            permissions.remove(Permission.DELIVER);
        }
        return permissions;
    }

    /** The claim of exactly this name, or the nested value that its dots address. */
    private static Optional<JsonNode> at(ObjectNode token, String name) {
        if (token.has(name) || !name.contains(".")) {
            return Optional.ofNullable(token.get(name));
        }
        Optional<JsonNode> value = Optional.of(token);
        for (String step : name.split("\\.", -1)) {
            value = value.map(object -> object.get(step));
        }
        return value;
    }

    private static List<String> words(JsonNode value, boolean betweenBlanks) {
        if (value.isArray()) {
            return value.valueStream().map(ExternalClaims::string).toList();
        }
        String text = string(value);
        return betweenBlanks ? List.of(text.split(" ", -1)) : List.of(text);
    }

    /** A claim for display may be missing or have another type. */
    private static Optional<String> named(ObjectNode token, String claim) {
        return Optional.ofNullable(token.path(claim).textValue())
                .filter(text -> !text.isBlank() && text.length() <= MAX_NAME);
    }

    private static String string(JsonNode value) {
        if (value.isTextual()) {
            return value.textValue();
        }
        throw refused();
    }

    private static IdentityException refused() {
        return new IdentityException(Reason.TOKEN_CLAIMS);
    }
}
