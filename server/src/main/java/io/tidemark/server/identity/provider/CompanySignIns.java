package io.tidemark.server.identity.provider;

import io.tidemark.server.identity.provider.CompanyProvider.Found;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The providers of all companies at which readers of the dashboard sign in, and how they are found. Thread-safe. */
public final class CompanySignIns {
    private static final int MAX_ADDRESS = 254;

    private final Found by;
    private final Map<String, CompanySignIn> named = new HashMap<>();
    private final Map<String, CompanySignIn> domains = new HashMap<>();

    /** Knows those companies whose readers sign in. */
    public CompanySignIns(List<CompanyProvider> companies, Found by) {
        this.by = by;
        companies.stream().filter(company -> company.signIn() != null).forEach(company -> {
            CompanySignIn signIn = new CompanySignIn(company);
            named.put(company.name(), signIn);
            company.domains().forEach(domain -> domains.put(domain, signIn));
        });
    }

    /** How readers find the provider of their company; empty if no company has one. */
    public Optional<Found> by() {
        return named.isEmpty() ? Optional.empty() : Optional.of(by);
    }

    /**
     * All of them, by their titles; empty if users find theirs by e-mail,
     * because nobody may learn which companies take part.
     */
    public List<CompanySignIn> listed() {
        return by == Found.BY_EMAIL ? List.of()
                : named.values().stream().sorted(Comparator.comparing(CompanySignIn::title)
                .thenComparing(CompanySignIn::name)).toList();
    }

    /** The provider that was chosen from the list. */
    public Optional<CompanySignIn> fromList(String name) {
        return by == Found.BY_EMAIL ? Optional.empty() : of(name);
    }

    /** The provider for an e-mail address; subdomains are domains of their own. */
    public Optional<CompanySignIn> byEmail(String address) {
        int at = address.lastIndexOf('@');
        return by == Found.BY_LIST || at < 1 || address.length() > MAX_ADDRESS ? Optional.empty()
                : CompanyProvider.domain(address.substring(at + 1)).map(domains::get);
    }

    /** The provider at which a sign-in was begun. */
    public Optional<CompanySignIn> of(String name) {
        return Optional.ofNullable(named.get(name));
    }
}
