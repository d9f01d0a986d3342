package io.tidemark.server.cli.serve;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Role;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The new accounts of the demo: a user of each role, a client of the farmer, and an API key. Secrets are shown once and
 * stored as hashes.
 */
final class DemoCallers {

    private static final int PASSWORD_BYTES = 15;
    private static final String CLIENT = "demo-client";
    private static final String CLIENT_SECRET = CLIENT + ".x-client-secret";
    private static final String KEY = "demo.api-key";
    private static final String TOKEN = ".token";
    private static final String LARGEST = "SELECT f.farmer_id, f.tier FROM stock_day s JOIN farmer f USING (farmer_id)"
            + " GROUP BY ALL ORDER BY count(*) DESC, 1 LIMIT 1";

    /** A user of the demo. */
    private record DemoCaller(String name, Role role, @Nullable String farmer, String password, String token) {}

    /** The company of the demo's farmer. */
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
        client = identity.accounts().addClient(CLIENT, Access.of(Role.FARMER, company.farmerId(), null));
        apiKey = identity.apiKeys().add("demo-key", Role.ANALYST.defaultPermissions(), null).text();
    }

    /** Creates the accounts; the farmer is the company with most stock rows. */
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

    /**
     * Writes tokens, passwords and secrets to files that only this user can read; on a terminal,
     * other people could see them.
     *
     * @param folder the folder to create
     */
    DemoCallers write(Path folder) {
        try {
            Files.createDirectory(folder, FilePermissions.PRIVATE_FOLDER);
            for (DemoCaller caller : callers) {
                secret(folder.resolve(caller.name() + TOKEN), caller.token());
                secret(folder.resolve(caller.name() + ".password"), caller.password());
            }
            secret(folder.resolve(CLIENT + ".id"), client.client().id());
            secret(folder.resolve(CLIENT + ".secret"), client.clientSecret());
            secret(folder.resolve(CLIENT_SECRET), client.xClientSecret());
            secret(folder.resolve(KEY), apiKey);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + folder, e);
        }
    }

    private static void secret(Path file, String text) throws IOException {
        Files.createFile(file, FilePermissions.PRIVATE);
        Files.writeString(file, text + "\n");
    }

    /** Prints the address, the users and example requests in seven lines. */
    void print(PrintWriter out, String address, Path folder) {
        String route = " '" + address + "/v3/mortality/areas/week?areas=vest'";
        out.println("Tidemark demo at " + address);
        out.println("users    " + callers.stream().map(DemoCaller::name).collect(Collectors.joining(", "))
                + "; the farmer is company "
                + company.farmerId() + (company.premium() ? ", premium" : ", which needs x-client-secret"));
        out.println("secrets  " + folder + "/: NAME.token (good for an hour), NAME.password, " + CLIENT
                + ".id, .secret, .x-client-secret");
        out.println("API key  " + folder.resolve(KEY) + ", for all but rows of single sites");
        out.println("try      curl -s -H \"Authorization: Bearer $(cat " + folder.resolve(farmer.name() + TOKEN) + ")\""
                + (company.premium() ? "" : " -H \"x-client-secret: $(cat " + folder.resolve(CLIENT_SECRET) + ")\"")
                + route);
        out.println("or       curl -s -H \"X-API-Key: $(cat " + folder.resolve(KEY) + ")\"" + route);
        out.println("or       " + System.getenv().getOrDefault("TIDEMARK_COMMAND", "tidemark")
                + " query /v3/mortality/areas/week areas=vest --lake "
                + folder.resolveSibling("lake"));
        out.flush();
    }

    /** The same information for programs: paths and addresses, no secrets. */
    Map<String, Object> fields(String address, Path folder) {
        return Json.object("address", address, "farmer_id", company.farmerId(), "premium", company.premium(),
                "users", callers.stream().map(caller -> Json.object("name", caller.name(),
                        "role", caller.role().wireName(),
                        "token_file", folder.resolve(caller.name() + TOKEN).toString(),
                        "password_file", folder.resolve(caller.name() + ".password").toString())).toList(),
                "client_id", client.client().id(),
                "client_secret_file", folder.resolve(CLIENT + ".secret").toString(),
                "x_client_secret_file", folder.resolve(CLIENT_SECRET).toString(),
                "api_key_file", folder.resolve(KEY).toString());
    }
}
