package io.tidemark.server.config;

import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.provider.CompanyProvider;
import io.tidemark.server.identity.provider.ExternalIssuer;
import io.tidemark.server.identity.provider.ProviderSignIn;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of tokens.
 *
 * @param refreshNeedsClientSecret whether a client's refresh token is accepted only with its secret
 * @param other     another provider whose tokens may be accepted
 * @param by        how dashboard users find the provider of their company
 * @param companyProviders the companies' own providers by name
 */
public record IdentitySettings(
        @Setting(key = "auth.refresh-needs-client-secret", byDefault = "false") boolean refreshNeedsClientSecret,
        @Setting(key = "identity.issuer", byDefault = "tidemark") String issuer,
        @Setting(key = "identity.audience", byDefault = "tidemark") String audience,
        @Section(prefix = "identity.external.") OtherProvider other,
        @Setting(key = "identity.sign-in-by", byDefault = "email", form = Form.FOUND) CompanyProvider.Found by,
        @Section(prefix = SettingKey.PROVIDERS) Map<String, OfCompany> companyProviders) implements Checked {

    /** The settings of a provider's tokens. */
    record Tokens(
            @Setting(key = "issuer", form = Form.ISSUER) String issuer,
            @Setting(key = "audience", byDefault = "tidemark", form = Form.NOT_EMPTY) String audience,
            @Setting(key = "jwks", form = Form.PROVIDER_ADDRESS) @Nullable URI keys,
            @Setting(key = "roles-claim", byDefault = "roles", form = Form.NOT_EMPTY) String roles,
            @Setting(key = "permissions-claim", byDefault = "permissions", form = Form.NOT_EMPTY) String permissions,
            @Setting(key = "farmer-claim", byDefault = "farmer_id", form = Form.NOT_EMPTY) String farmer) {

        private ExternalIssuer named(String name, List<String> pairs, @Nullable Set<String> farmers,
                boolean mayDeliver) {
            ExternalIssuer.Claims claims = new ExternalIssuer.Claims(roles, permissions, farmer);
            return new ExternalIssuer(name, issuer, audience, keys, claims, IdentitySettings.roles(pairs), farmers,
                    mayDeliver);
        }
    }

    /** The settings of the dashboard's sign-in at a provider. */
    record SignIn(
            @Setting(key = "client-id", form = Form.CLIENT) @Nullable String client,
            @Setting(key = "scopes", byDefault = "openid profile email", form = Form.SCOPES) String scopes) {

        private @Nullable ProviderSignIn at(@Nullable Tokens tokens) {
            return client == null || tokens == null ? null : new ProviderSignIn(tokens.issuer, client, scopes);
        }
    }

    /** The settings of another provider for all. */
    record OtherProvider(
            @Section(with = "issuer") @Nullable Tokens tokens,
            @Section(with = "issuer")
            @Setting(key = "roles", byDefault = "admin=admin,analyst=analyst,farmer=farmer,readonly=readonly",
                    form = Form.ROLE_PAIR) List<String> roles,
            SignIn signIn) implements Checked {

        @Override
        public void check(Mistakes mistakes) {
            checkRoles(roles, mistakes);
            checkClient(signIn, tokens, mistakes);
        }
    }

    /** The settings of a company's provider, which cannot assign the role admin unless the roles say so. */
    record OfCompany(
            @Section(with = "issuer") @Nullable Tokens tokens,
            @Section(with = "issuer")
            @Setting(key = "roles", byDefault = "farmer=farmer", form = Form.ROLE_PAIR) List<String> roles,
            @Section(with = "issuer")
            @Setting(key = "farmers", form = Form.FARMER) List<String> farmers,
            @Setting(key = "may-deliver", byDefault = "false") boolean mayDeliver,
            SignIn signIn,
            @Setting(key = "client-secret-file", form = Form.READABLE_FILE) @Nullable Path secret,
            @Setting(key = "title") @Nullable String title,
            @Setting(key = "domains", form = Form.DOMAIN) List<String> domains) implements Checked {

        @Override
        public void check(Mistakes mistakes) {
            if (tokens == null) {
                mistakes.add("issuer", "must be the issuer of its tokens, an https address");
            }
            checkRoles(roles, mistakes);
            // forgetting them must not let one company speak for another
            if (farmers.isEmpty() && roles.stream().anyMatch(pair -> role(pair) == Role.FARMER)) {
                mistakes.add("farmers", "must be the farmer ids that its farmers may have, such as F1,F2; * for any");
            }
            if (farmers.contains("*") && farmers.size() > 1) {
                mistakes.add("farmers", "must be farmer ids, or * alone for any, not *");
            }
            checkClient(signIn, tokens, mistakes);
            if (signIn.client == null && !domains.isEmpty()) {
                mistakes.add("domains", "has no effect without " + mistakes.prefix() + "client-id");
            }
        }

        private Stream<CompanyProvider> named(String name) {
            Set<String> speaksFor = farmers.contains("*") ? null : new HashSet<>(farmers);
            return tokens == null ? Stream.empty()
                    : Stream.of(new CompanyProvider(tokens.named(name, roles, speaksFor, mayDeliver),
                            title == null ? name : title, Set.copyOf(domains), signIn.at(tokens), secret));
        }
    }

    /** The other provider's issuer; null for none. */
    public @Nullable ExternalIssuer external() {
        return other.tokens == null ? null : other.tokens.named(ExternalIssuer.UNNAMED, other.roles, null, true);
    }

    /** How dashboard users sign in at the other provider; null if they do not. */
    public @Nullable ProviderSignIn signIn() {
        return other.signIn.at(other.tokens);
    }

    /** The companies' own providers, whose names differ, and their issuers. */
    public List<CompanyProvider> companies() {
        return companyProviders.entrySet().stream().flatMap(each -> each.getValue().named(each.getKey())).toList();
    }

    /** All providers whose tokens are accepted. */
    public List<ExternalIssuer> providers() {
        return Stream.concat(Stream.ofNullable(external()), companies().stream().map(CompanyProvider::issuer)).toList();
    }

    /** Checks what must differ between the providers. */
    @Override
    public void check(Mistakes mistakes) {
        Map<String, String> issuers = new HashMap<>(Map.of(compared(issuer), "identity.issuer"));
        Map<String, String> domains = new HashMap<>();
        checkAnother(other.tokens, "identity.external.", issuers, mistakes);
        companyProviders.forEach((name, provider) -> {
            String prefix = SettingKey.PROVIDERS + name + ".";
            checkAnother(provider.tokens, prefix, issuers, mistakes);
            if (provider.signIn.client != null && provider.domains.isEmpty() && by == CompanyProvider.Found.BY_EMAIL) {
                mistakes.add(prefix + "domains", "must list the domains of its users' e-mail addresses, because "
                        + "identity.sign-in-by is email");
            }
            for (String domain : provider.domains) {
                String before = domains.putIfAbsent(domain, prefix);
                if (before != null && !before.equals(prefix) && !domain.isEmpty()) {
                    mistakes.add(prefix + "domains", "must not have " + domain + ", which " + before + "domains has");
                }
            }
        });
    }

    // an issuer belongs to one provider: otherwise the rights of its tokens would depend
    // on the order in which providers are read
    private static void checkAnother(@Nullable Tokens tokens, String prefix, Map<String, String> issuers,
            Mistakes mistakes) {
        String before = tokens == null || tokens.issuer.isEmpty() ? null
                : issuers.putIfAbsent(compared(tokens.issuer), prefix + "issuer");
        if (before != null) {
            mistakes.add(prefix + "issuer", "must differ from " + before);
        }
    }

    // a slash at the end makes another issuer, but never another provider
    private static String compared(String issuer) {
        return issuer.toLowerCase(Locale.ROOT).replaceFirst("/+$", "");
    }

    private static void checkClient(SignIn signIn, @Nullable Tokens tokens, Mistakes mistakes) {
        if (signIn.client != null && tokens == null) {
            mistakes.add("client-id", "is of no use without " + mistakes.prefix() + "issuer");
        }
    }

    private static void checkRoles(List<String> pairs, Mistakes mistakes) {
        Set<String> theirs = new HashSet<>();
        pairs.stream().filter(pair -> !pair.isEmpty() && !theirs.add(theirs(pair)))
                .forEach(pair -> mistakes.add("roles", Form.ROLE_PAIR.must() + ", not " + pair));
    }

    private static Map<String, Role> roles(List<String> pairs) {
        return pairs.stream().collect(Collectors.toMap(IdentitySettings::theirs, IdentitySettings::role));
    }

    /** Our role in a pair such as {@code tidemark-admin=admin}; null if it is none. */
    static @Nullable Role role(String pair) {
        return Role.of(pair.substring(pair.lastIndexOf('=') + 1).strip()).orElse(null);
    }

    /** The provider's role in such a pair. */
    static String theirs(String pair) {
        return pair.substring(0, Math.max(0, pair.lastIndexOf('='))).strip();
    }
}
