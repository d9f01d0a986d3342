package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.key.ApiKey;
import io.tidemark.server.identity.key.ApiKeys;
import io.tidemark.server.identity.state.StateStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A company's data as an operator erases them. What goes and what stays in the lake, FarmerErasureTest says. */
class FarmerEraseTest {

    private static final String STOCK =
            "date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation\n";
    private static final Map<String, String> DELIVERY = Map.of(
            "reference/farmers.csv", """
                    farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on
                    F07,Company,G1,Group,premium,2020-01-01
                    F12,Other,G2,Group,premium,2020-01-01
                    """,
            "authority/site.csv", """
                    site_id,site_name,placement,latitude,longitude,production_area_id
                    10001,Site,offshore,62.5,6.25,3
                    10002,Site,offshore,62.5,6.25,3
                    """,
            "farmers/F07/stock.csv", STOCK
            + "2026-03-02,10001,A,C,SAL,1000,2000,V2026\n2026-03-03,10001,A,C,SAL,990,2010,V2026\n",
            "farmers/F12/stock.csv", STOCK + "2026-03-02,10002,A,C,SAL,1000,2000,V2026\n");

    private static final String MINUTE = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\dZ";
    private static final String TAKEN = "{\"print\": \"x\", \"outcome\": \"PUBLISHED\"}";
    private static final String HOW_IT_ENDS = "a server is asked to close it, and does so within seconds, once it "
            + "serves a newer one and its running requests have ended. Otherwise end the process";

    @TempDir
    static Path made;

    @TempDir
    Path folder;

    @BeforeAll
    static void ingest() throws IOException {
        for (Map.Entry<String, String> file : DELIVERY.entrySet()) {
            Path path = made.resolve("delivery").resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(path.getParent()));
            Files.writeString(path, file.getValue());
        }
        CommandRun run = CommandRun.of("ingest", made.resolve("delivery").toString(), "--lake",
                made.resolve("lake").toString(), "--today", "2026-03-08");
        assertThat(run.code()).as(run.text()).isZero();
        Files.delete(made.resolve("lake/.lock"));
    }

    @BeforeEach
    void copy() throws IOException {
        FolderCopy.copy(made.resolve("lake"), folder.resolve("lake"));
        Accounts accounts = accounts();
        accounts.addUser("kari", "kari@example.org", Access.of(Role.FARMER, "F07", null), "correct horse battery");
        accounts.addClient("integration", Access.of(Role.FARMER, "F07", null));
        ApiKeys keys = keys();
        keys.add("excel", "F07", Set.of(Permission.COMMON_READ), null);
        keys.add("other", "F12", Set.of(Permission.COMMON_READ), null);
        keys.add("board", Set.of(Permission.COMMON_READ), null);
        accounts.addClient("other", Access.of(Role.FARMER, "F12", null));
        accounts.addClient("gone", Access.of(Role.FARMER, "F99", null));
    }

    private Accounts accounts() {
        return new Accounts(StateStore.open(folder.resolve("state"), Clock.systemUTC()));
    }

    private ApiKeys keys() {
        return new ApiKeys(StateStore.open(folder.resolve("state"), Clock.systemUTC()));
    }

    private CommandRun type(String line) {
        return CommandRun.of(line.replace("DIR", folder.toString()).split(" "));
    }

    private CommandRun erase(String farmer, String more) {
        return type("farmer erase " + farmer + " --lake DIR/lake --state DIR/state" + more);
    }

    private SnapshotId current() {
        return Lake.at(folder.resolve("lake")).currentId().orElseThrow();
    }

    private List<String> protocols() throws IOException {
        if (!Files.exists(folder.resolve("lake/erasures"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder.resolve("lake/erasures"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static List<Path> filesWith(String mark, Path... roots) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(mark)) {
                        found.add(file);
                    }
                }
            }
        }
        return found;
    }

    private String hashOf(String name) throws SQLException {
        try (Connection state = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("state/tidemark.db"));
                Statement statement = state.createStatement();
                ResultSet row = statement.executeQuery("SELECT secret_hash FROM account WHERE name = '" + name + "'")) {
            return row.getString(1);
        }
    }

    @Test
    void noFileHoldsAMarkOfTheCompanyUnlessItIsListed() throws Exception {
        Path landing = folder.resolve("landing");
        for (Map.Entry<String, String> file : DELIVERY.entrySet()) {
            Path path = landing.resolve("night").resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(path.getParent()));
            Files.writeString(path, file.getKey().contains("F07") ? file.getValue().replace(",A,C,", ",PLANTEDPEN,C,")
                    : file.getValue());
        }
        Path upload = landing.resolve(".uploads/half/farmers/F07/stock.csv.part");
        Files.createDirectories(Objects.requireNonNull(upload.getParent()));
        Files.writeString(upload, "PLANTEDPEN");
        Path watch = Files.createDirectories(folder.resolve("lake/watch"));
        Files.writeString(watch.resolve("0123456789abcdef.json"), "{\"folder\": \"" + landing
                + "\", \"taken\": {\"F07-gone\": " + TAKEN + ", \"night\": " + TAKEN + ", \"F07+half\": " + TAKEN
                + "}, \"failed\": {\"F07-gone\": \"of F07\"}}");
        Files.createDirectories(landing.resolve("F07+half"));
        assertThat(type("ingest DIR/landing/night --lake DIR/lake --today 2026-03-08").code()).isZero();
        Path lake = folder.resolve("lake");
        Path state = folder.resolve("state");
        List<String> marks = List.of("kari@example.org", hashOf("kari"), hashOf("integration"), "PLANTEDPEN");
        for (String mark : marks) {
            assertThat(filesWith(mark, lake, state)).as(mark).isNotEmpty();
        }
        Files.copy(state.resolve("tidemark.db"), state.resolve("tidemark.db.version-4"));

        CommandRun run = erase("F07", " --yes");

        assertThat(run.code()).as(run.text()).isZero();
        List<String> left = run.err().lines().filter(line -> line.startsWith("left, and yours to delete: "))
                .map(line -> line.replaceFirst(".*: ", "")).toList();
        assertThat(left).containsExactlyInAnyOrder(upload.toString(),
                landing.resolve("night/farmers/F07/stock.csv").toString(),
                state.resolve("tidemark.db.version-4").toString());
        // of the watch's record what is still there, so that it is not taken in again
        assertThat(Files.readString(watch.resolve("0123456789abcdef.json"))).contains("night", "F07+half")
                .doesNotContain("F07-gone", "of F07");
        assertThat(run.err()).contains("left until the watch no longer finds that delivery: "
                + watch.resolve("0123456789abcdef.json") + " (F07+half)");
        for (String mark : marks) {
            assertThat(filesWith(mark, lake, state, landing).stream().map(Path::toString)
                    .filter(file -> !left.contains(file))).as(mark).isEmpty();
        }
    }

    @Test
    void aCompanyIsErased() throws IOException {
        SnapshotId before = current();
        String line = "{\"time\":\"2026-03-08T11:00:00Z\",\"account_id\":\"a\",\"farmer_id\":\"%s\"}\n";
        for (String log : List.of("data-access.log", "data-refused.log")) {
            Files.writeString(folder.resolve("state").resolve(log), line.formatted("F07") + line.formatted("F12"));
        }
        CommandRun run = erase("F07", " --yes");
        assertThat(run.code()).as(run.text()).isZero();
        assertThat(run.out()).contains("  lines of the data-access log: 2\n");
        assertThat(Files.readString(folder.resolve("state/data-access.log"))).isEqualTo(line.formatted("F12"));
        assertThat(Files.readString(folder.resolve("state/data-refused.log"))).isEqualTo(line.formatted("F12"));
        assertThat(run.out()).contains("removed of F07:", "  rows of the lake: farmer 1, stock_day 2",
                "  snapshots: 1 (" + before + ")",
                "  accounts and API keys, revoked: 3", "published without it: snapshot " + current(),
                "  backups made before: they hold the company's data");
        assertThat(current()).isNotEqualTo(before);

        assertThat(accounts().inForceOf("F07")).isEmpty();
        assertThat(accounts().list(Account.Kind.USER)).singleElement().satisfies(kari -> {
            assertThat(kari.revokedAt()).isNotNull();
            assertThat(kari.email()).isNull();
        });
        assertThat(accounts().inForceOf("F12")).hasSize(1);
        assertThat(keys().list()).filteredOn(key -> key.revokedAt() == null).extracting(ApiKey::name)
                .containsExactly("other", "board");
        assertThat(type("snapshot verify --lake DIR/lake").code()).isZero();
        assertThat(type("farmer export F07 DIR/F07.zip --lake DIR/lake").code()).isEqualTo(2);
        assertThat(type("farmer export F12 DIR/F12.zip --lake DIR/lake").out()).contains("stock 1,");

        assertThat(protocols()).singleElement().asString().endsWith("-F07.json");
        JsonNode protocol = Json.MAPPER.readTree(folder.resolve("lake/erasures").resolve(protocols().getFirst())
                .toFile());
        assertThat(protocol.get("by").asText()).isEqualTo(System.getProperty("user.name"));
        assertThat(protocol.get("accounts")).hasSize(3).anySatisfy(id -> assertThat(id.asText()).startsWith("tm_"));
        assertThat(protocol.get("log_lines").asInt()).isEqualTo(2);
        assertThat(protocol.get("lake_rows").get("stock_day").asInt()).isEqualTo(2);
        assertThat(Files.readString(folder.resolve("state/audit.log"))).contains("\"command\":\"farmer erase\"")
                .contains("\"outcome\":\"done\"");
    }

    @Test
    void asJsonItPrintsTheProtocol() throws IOException {
        CommandRun run = erase("F12", " --yes --json");
        assertThat(run.code()).as(run.text()).isZero();
        JsonNode said = Json.MAPPER.readTree(run.out());
        assertThat(said.get("farmer_id").asText()).isEqualTo("F12");
        assertThat(said.get("snapshot").asText()).isEqualTo(current().text());
        assertThat(Path.of(said.get("protocol").asText())).isRegularFile();
    }

    @Test
    void aDryRunChangesNothing() throws IOException {
        SnapshotId before = current();
        CommandRun run = erase("F07", " --dry-run --json");
        assertThat(run.code()).as(run.text()).isZero();
        JsonNode said = Json.MAPPER.readTree(run.out());
        assertThat(said.get("lake_rows").get("stock_day").asInt()).isEqualTo(2);
        assertThat(said.get("snapshots").get(0).asText()).isEqualTo(before.text());
        assertThat(said.get("accounts")).hasSize(3);
        assertThat(erase("F07", " --dry-run").out()).startsWith("to be removed of F07:");
        assertUnchanged(before);
    }

    private void assertUnchanged(SnapshotId before) throws IOException {
        assertThat(current()).isEqualTo(before);
        assertThat(accounts().inForceOf("F07")).hasSize(2);
        assertThat(protocols()).isEmpty();
    }

    @Test
    void nobodyIsErasedUnasked() throws IOException {
        SnapshotId before = current();
        CommandRun run = erase("F07", "");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("there is no terminal to confirm at; give --yes");
        assertUnchanged(before);
        assertThat(Files.readString(folder.resolve("state/audit.log"))).contains("\"outcome\":\"refused\"");
    }

    @Test
    void anUnknownCompanyIsToldTheNearestName() throws IOException {
        SnapshotId before = current();
        CommandRun run = erase("F7", " --yes");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("there is no farmer F7 in " + folder.resolve("lake") + "; did you mean F07?")
                .hasLineCount(1);
        assertThat(type("farmer erase F07 --yes --lake DIR/lake --state DIR/nobody").err())
                .contains("there is no state folder");
        assertThat(type("farmer erase F07 --yes --lake DIR/none --state DIR/state").err()).contains("there is no lake");
        assertUnchanged(before);
    }

    @Test
    void aCompanyWithAccountsAloneLosesThem() throws IOException {
        SnapshotId before = current();
        CommandRun run = erase("F99", " --yes");
        assertThat(run.code()).as(run.text()).isZero();
        assertThat(run.out()).contains("  rows of the lake: none", "  snapshots: 0",
                "  accounts and API keys, revoked: 1");
        assertThat(accounts().inForceOf("F99")).isEmpty();
        assertThat(current()).isEqualTo(before);
        assertThat(protocols()).singleElement().asString().endsWith("-F99.json");
    }

    @Test
    void anOlderSnapshotThatIsOpenRefusesIt() throws IOException {
        SnapshotId old = current();
        assertThat(type("snapshot derive --min-farmers 2 --lake DIR/lake").code()).isZero();
        SnapshotId before = current();
        try (SnapshotLease _ = Lake.at(folder.resolve("lake")).leases().take(old)) {
            CommandRun run = erase("F07", " --yes --wait 0");
            assertThat(run.code()).isEqualTo(4);
            assertThat(run.err()).containsPattern("process " + ProcessHandle.current().pid() + " on \\S+ has snapshot "
                    + old + " open since " + MINUTE + " \\(" + HOW_IT_ENDS + "\\); nothing was changed");
            assertUnchanged(before);
        }
        assertThat(erase("F07", " --yes --wait 0").code()).isZero();
        assertThat(Lake.at(folder.resolve("lake")).list()).containsExactly(current());
    }

    @Test
    void thePublishedOneThatIsOpenGoesInASecondRun() throws IOException {
        SnapshotId before = current();
        try (SnapshotLease _ = Lake.at(folder.resolve("lake")).leases().take(before)) {
            CommandRun run = erase("F07", " --yes --wait 1");
            assertThat(run.code()).isEqualTo(4);
            String open = "process " + ProcessHandle.current().pid() + " on \\S+ has snapshot " + before
                    + " open since " + MINUTE + " \\(" + HOW_IT_ENDS + "\\)";
            assertThat(run.err()).containsPattern("waiting at most 1 s: " + open)
                    .containsPattern("F07 is no longer in the published snapshot, but after 1 s " + open
                    + "; run the command again");
            assertThat(current()).isNotEqualTo(before);
            assertThat(accounts().inForceOf("F07")).isEmpty();
        }
        CommandRun again = erase("F07", " --yes --wait 0");
        assertThat(again.code()).as(again.text()).isZero();
        assertThat(again.out()).contains("  rows of the lake: farmer 1, stock_day 2", "  snapshots: 1 (" + before
                + ")", "  accounts and API keys, revoked: 3");
        assertThat(Lake.at(folder.resolve("lake")).list()).containsExactly(current());
    }

    @Test
    void aFolderThatIsNoSnapshotRefusesIt() throws IOException {
        SnapshotId before = current();
        Files.createDirectories(folder.resolve("lake/snapshots/recalculated/stock_day"));
        CommandRun run = erase("F07", " --yes");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("recalculated is no usable snapshot, and may have rows of F07");
        assertUnchanged(before);
    }

    /** The protocols are left where the lake was: the restore knows of the erasure. */
    @Test
    void aRestoreOfAnOlderBackupWarns() throws IOException {
        assertThat(type("backup DIR/before.zip --lake DIR/lake --state DIR/state").code()).isZero();
        assertThat(erase("F07", " --yes").code()).isZero();
        assertThat(type("backup DIR/after.zip --lake DIR/lake --state DIR/state").code()).isZero();
        Files.createDirectories(folder.resolve("one"));
        Files.createDirectories(folder.resolve("two"));
        FolderCopy.copy(folder.resolve("lake/erasures"), folder.resolve("one/erasures"));
        FolderCopy.copy(folder.resolve("lake/erasures"), folder.resolve("two/erasures"));

        CommandRun old = type("restore DIR/before.zip --lake DIR/one --state DIR/one-state");
        assertThat(old.code()).as(old.text()).isZero();
        assertThat(old.err()).contains("warning: the backup is older than the erasure of F07")
                .contains("tidemark farmer erase F07");
        CommandRun young = type("restore DIR/after.zip --lake DIR/two --state DIR/two-state");
        assertThat(young.code()).as(young.text()).isZero();
        assertThat(young.err()).doesNotContain("erasure");
        assertThat(folder.resolve("two/erasures").resolve(protocols().getFirst())).exists();
    }
}
