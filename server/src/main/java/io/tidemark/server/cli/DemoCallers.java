package io.tidemark.server.cli;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SnapshotDatabase;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.event.Origin;
import io.tidemark.server.identity.Access;
import io.tidemark.server.identity.ClientCredentials;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.Role;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A user of each role for the demo, a client of the farmer and an API key, all fresh. Shown once, kept hashed. */
final class DemoCallers {

    private static final int PASSWORD_BYTES = 15;
    private static final String LARGEST = "SELECT f.farmer_id, f.tier FROM stock_day s JOIN farmer f USING (farmer_id)"
            + " GROUP BY ALL ORDER BY count(*) DESC, 1 LIMIT 1";

    /** A user. */
    private record DemoCaller(String name, Role role, @Nullable String farmer, String password, String token) {}

    /** The company that the farmer is of. */
    private record Company(String farmerId, boolean premium) {}

    private final List<DemoCaller> callers = new ArrayList<>();
    private final Company company;
    private final DemoCaller farmer;
    private final ClientCredentials client;
    private final String apiKey;

    private DemoCallers(Identity identity, Company company) {
        this.company = company;
        callers.add(add(identity, "demo-admin", Role.ADMIN, null));
        callers.add(add(identity, "demo-analyst", Role.ANALYST, null));
        farmer = add(identity, "demo-farmer", Role.FARMER, company.farmerId());
        callers.add(farmer);
        callers.add(add(identity, "demo-readonly", Role.READONLY, null));
        client = identity.accounts().addClient("demo-client", Access.of(Role.FARMER, company.farmerId(), null));
        apiKey = identity.apiKeys().add("demo-key", Role.ANALYST.defaultPermissions(), null).text();
    }

    /** Adds them; the farmer is the company with most stock rows. */
    static DemoCallers create(Identity identity, Snapshot snapshot, Path spill) {
        return new DemoCallers(identity, largest(snapshot, spill));
    }

    private static DemoCaller add(Identity identity, String name, Role role, @Nullable String farmer) {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        Access access = Access.of(role, farmer, role == Role.READONLY ? Role.ANALYST.defaultPermissions() : null);
        identity.accounts().addUser(name, name + "@example.org", access, password);
        String token = identity.tokenService().password(name, password, new Origin("demo", "127.0.0.1")).accessToken();
        return new DemoCaller(name, role, farmer, password, token);
    }

    private static Company largest(Snapshot snapshot, Path spill) {
        try (SnapshotDatabase database = SnapshotDatabase.open(snapshot, new EngineSettings(1, 512, spill));
                DuckSession session = database.session()) {
            return session.first(LARGEST, row -> new Company(row.getString(1), row.getString(2).equals("premium")))
                    .orElse(new Company("F01", false));
        }
    }

    /** Prints who there is, and requests that work. */
    void print(PrintWriter out, String address) {
        out.println();
        out.println("Tidemark demo at " + address);
        out.println();
        for (DemoCaller caller : callers) {
            String of = caller.farmer() == null ? "" : " of company " + caller.farmer();
            out.println(caller.name() + "  (role " + caller.role().wireName() + of + ", password " + caller.password() + ")");
            out.println("  token: " + caller.token());
        }
        out.println("demo-client  (role farmer of company " + company.farmerId() + ", client_id " + client.client().id()
                + ", client_secret " + client.clientSecret() + ")");
        out.println("  x-client-secret: " + client.xClientSecret() + (company.premium()
                ? "  (not asked of this company, which is premium)" : "  (its users need it on data routes too)"));
        out.println("demo-key  (an API key, all but rows of single sites)");
        out.println("  X-API-Key: " + apiKey);
        out.println();
        out.println("Try it (the farmer's own figures beside everyone else's, by week and area; tokens last an hour):");
        out.println("  curl -s -H 'Authorization: Bearer " + farmer.token() + "'"
                + (company.premium() ? "" : " -H 'x-client-secret: " + client.xClientSecret() + "'")
                + " '" + address + "/v3/mortality/areas/week?areas=vest'");
        out.println("or with the key, without figures of anybody's own:");
        out.println("  curl -s -H 'X-API-Key: " + apiKey + "' '" + address + "/v3/mortality/areas/week?areas=vest'");
        out.println();
        out.flush();
    }
}
