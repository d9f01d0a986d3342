package io.tidemark.server.identity.provider;

import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An OpenID Connect provider whose access tokens are accepted in addition to our own.
 *
 * @param name     its name in settings and subjects; {@link #UNNAMED} for the one of {@code identity.external}
 * @param issuer   its tokens' {@code iss}, an https address; http on this machine only
 * @param audience required in their {@code aud}
 * @param keys     address of its JWK set; null to ask the issuer's discovery document
 * @param claims   the claims with a caller's rights
 * @param roles    our role by the provider's role name; other names are ignored
 * @param farmers  the farmers that its tokens may name; null for any
 * @param mayDeliver whether its tokens may have {@link Permission#DELIVER}
 */
public record ExternalIssuer(String name, String issuer, String audience, @Nullable URI keys, Claims claims,
        Map<String, Role> roles, @Nullable Set<String> farmers, boolean mayDeliver) {

    /** The name of the provider of {@code identity.external}. */
    public static final String UNNAMED = "";

    /**
     * Names of claims. A name with dots that is not itself a claim addresses a nested value, such as
     * {@code realm_access.roles}.
     * @param roles       text or a list
     * @param permissions space-separated text, or a list; without the claim, those of the role
     * @param farmer      text
     */
    public record Claims(String roles, String permissions, String farmer) {}

    /** Keeps the roles and farmers unmodifiable. */
    public ExternalIssuer {
        roles = Map.copyOf(roles);
        farmers = farmers == null ? null : Set.copyOf(farmers);
    }

    /**
     * The caller's id of one of its subjects. Each provider has ids of its own: subject 7 of one is not subject 7 of
     * another. The first colon ends the provider's name, which has none, so no two pairs of name and subject give the
     * same id.
     */
    String callerId(String subject) {
        return (name.equals(UNNAMED) ? "external:" : "external." + name + ":") + subject;
    }

    /** Whether its tokens may be of a farmer; null is no farmer. */
    boolean speaksFor(@Nullable String farmer) {
        return farmer == null || farmers == null || farmers.contains(farmer);
    }

    /**
     * The farmer of a token that names none: a company of one farmer id need not write it into its tokens. Null if it
     * may speak for several.
     */
    @Nullable String onlyFarmer() {
        return farmers != null && farmers.size() == 1 ? farmers.iterator().next() : null;
    }

    /** Its name where each must have one. */
    public String metricName() {
        return name.equals(UNNAMED) ? "external" : name;
    }

    /** What logs and reports call it. */
    public String label() {
        return name.equals(UNNAMED) ? issuer : name + ", " + issuer;
    }

    /**
     * A valid address of tokens or keys: https, or http on this machine, and without user, query or fragment.
     */
    public static Optional<URI> address(String text) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        String host = uri.getHost();
        if (host == null || uri.getUserInfo() != null || uri.getQuery() != null || uri.getFragment() != null) {
            return Optional.empty();
        }
        boolean safe = "https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && isHere(host));
        return safe ? Optional.of(uri) : Optional.empty();
    }

    // by name only: the DNS answers for other names may change
    private static boolean isHere(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.equals("[::1]") || name.matches("127(\\.\\d{1,3}){3}");
    }
}
