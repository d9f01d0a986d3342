package io.tidemark.server.doctor;

import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.identity.provider.CompanyProvider;
import io.tidemark.server.identity.provider.CompanySignIn;
import io.tidemark.server.identity.provider.ExternalIssuer;
import io.tidemark.server.identity.provider.ProviderException;
import io.tidemark.server.identity.provider.ProviderKeySet;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that each identity provider gives its keys, and a company's the addresses for signing in, if readers of the
 * dashboard do that there.
 */
record ProviderCheck() implements Doctor.Check {

    private static final String NAME = "identity provider";

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        List<Diagnosis> findings = new ArrayList<>();
        config.identity().providers().forEach(provider -> findings.add(keys(provider)));
        config.identity().companies().stream().filter(company -> company.signIn() != null)
                .forEach(company -> findings.add(signIn(company)));
        return findings;
    }

    private static Diagnosis keys(ExternalIssuer provider) {
        try {
            int keys = ProviderKeySet.count(provider);
            return keys > 0 ? Diagnosis.ok(NAME, provider.label() + ": " + keys + " usable keys")
                    : Diagnosis.warning(NAME, provider.label() + ": none of its keys can be used",
                            "it must sign with RS256 of 2048 bits or more, or ES256");
        } catch (ProviderException e) {
            return Diagnosis.warning(NAME, provider.label() + ": " + e.getMessage(),
                    "check issuer and jwks, and that this machine can reach it; until then only its tokens are refused "
                    + "with 503");
        }
    }

    private static Diagnosis signIn(CompanyProvider company) {
        try {
            return Diagnosis.ok(NAME, company.name() + ": users sign in at " + new CompanySignIn(company).start()
                    .authorization());
        } catch (ProviderException e) {
            return Diagnosis.warning(NAME, company.name() + ": no sign-in: " + e.getMessage(),
                    "its discovery document must have authorization_endpoint and token_endpoint, https addresses");
        }
    }
}
