package io.tidemark.server.cli;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SnapshotDatabase;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.event.Origin;
import io.tidemark.server.identity.Access;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.Role;
import io.tidemark.server.identity.TokenAnswer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A user of each role for the demo, with a fresh password and a token. Shown once, kept hashed. */
final class DemoCallers {

    private static final int PASSWORD_BYTES = 15;

    /** One of them. */
    private record DemoCaller(String name, Role role, @Nullable String farmer, String password, String token) {}

    private final List<DemoCaller> callers = new ArrayList<>();

    private DemoCallers() {}

    /** Adds the users; the farmer is the company with most stock rows at the end of the data. */
    static DemoCallers create(Identity identity, Snapshot snapshot, Path spill) {
        DemoCallers demo = new DemoCallers();
        String farmer = largestFarmer(snapshot, spill);
        demo.add(identity, "demo-admin", Role.ADMIN, null);
        demo.add(identity, "demo-analyst", Role.ANALYST, null);
        demo.add(identity, "demo-farmer", Role.FARMER, farmer);
        demo.add(identity, "demo-readonly", Role.READONLY, null);
        return demo;
    }

    private void add(Identity identity, String name, Role role, @Nullable String farmer) {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        Access access = Access.of(role, farmer, role == Role.READONLY ? Role.ANALYST.defaultPermissions() : null);
        identity.accounts().addUser(name, name + "@example.org", access, password);
        TokenAnswer answer = identity.tokenService().password(name, password, new Origin("demo", "127.0.0.1"));
        callers.add(new DemoCaller(name, role, farmer, password, answer.accessToken()));
    }

    private static String largestFarmer(Snapshot snapshot, Path spill) {
        try (SnapshotDatabase database = SnapshotDatabase.open(snapshot, new EngineSettings(1, 512, spill), List.of());
                DuckSession session = database.session()) {
            return session.first("SELECT farmer_id FROM stock_day GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1",
                    row -> row.getString(1)).orElse("F01");
        }
    }

    /** Prints who there is, and a request that works. */
    void print(PrintWriter out, String address) {
        out.println();
        out.println("Tidemark demo at " + address);
        out.println();
        for (DemoCaller caller : callers) {
            out.println(caller.name() + "  (role " + caller.role().wireName()
                    + (caller.farmer() == null ? "" : " of company " + caller.farmer()) + ", password " + caller.password() + ")");
            out.println("  token: " + caller.token());
        }
        String token = callers.stream().filter(c -> c.farmer() != null).findFirst().orElseThrow().token();
        out.println();
        out.println("Try it (the farmer's own figures beside everyone else's, by week and area; tokens last an hour):");
        out.println("  curl -s -H 'Authorization: Bearer " + token + "' '" + address + "/v3/mortality/areas/week?areas=vest'");
        out.println();
        out.flush();
    }
}
