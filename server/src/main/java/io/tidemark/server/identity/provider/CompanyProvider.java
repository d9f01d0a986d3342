package io.tidemark.server.identity.provider;

import java.net.IDN;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identity provider of a company. It speaks for its own people alone: for those farmers, and with those roles, that
 * its issuer may give.
 *
 * @param issuer  what its tokens may say
 * @param title   the name that readers know it by
 * @param domains the domains of its users' e-mail addresses, in lower case
 * @param signIn  how dashboard users sign in there; null if they do not
 * @param secret  file with the secret of the dashboard's client there; null for a public client
 */
public record CompanyProvider(ExternalIssuer issuer, String title, Set<String> domains,
        @Nullable ProviderSignIn signIn, @Nullable Path secret) {

    private static final Pattern DOMAIN = Pattern.compile("[a-z0-9-]{1,63}(\\.[a-z0-9-]{1,63})+");

    /** How readers find the provider of their company. */
    public enum Found {
        /** By the domain of their e-mail address, so that no list tells which companies there are. */
        BY_EMAIL,
        /** By a button for each. */
        BY_LIST
    }

    /** Keeps the domains unmodifiable. */
    public CompanyProvider {
        domains = Set.copyOf(domains);
    }

    /** A domain as it is compared: in small letters, with Punycode for others than ASCII; empty if the text is none. */
    public static Optional<String> domain(String text) {
        try {
            return Optional.of(IDN.toASCII(text.strip()).toLowerCase(Locale.ROOT))
                    .filter(domain -> DOMAIN.matcher(domain).matches());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Its name in settings, in subjects and in its redirect address. */
    public String name() {
        return issuer.name();
    }
}
