package io.tidemark.server.identity.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.password4j.Argon2Function;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Account.Kind;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.CheapPasswords;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.account.Secrets;
import io.tidemark.server.identity.key.ApiKeys;
import io.tidemark.server.identity.key.NewApiKey;
import io.tidemark.server.identity.token.RefreshTokens;
import io.tidemark.server.identity.token.SigningKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The state file: made privately, shared by processes, refused when it is not ours. */
final class StateStoreTest {
    private static final String PASSWORD = "correct horse battery";
    private static final Access ADMIN = Access.of(Role.ADMIN, null, null);
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);

    @TempDir
    Path temporary;

    @Test
    void folderAndFilesAreTheOwnersAlone() throws IOException {
        Path folder = temporary.resolve("a/state");
        new Accounts(StateStore.open(folder, CLOCK)).addClient("c", ADMIN);
        SigningKeys.open(folder, CLOCK);
        assertThat(mode(folder)).isEqualTo("rwx------");
        assertThat(mode(folder.resolve("tidemark.db"))).isEqualTo("rw-------");
        assertThat(mode(folder.resolve("signing-keys.json"))).isEqualTo("rw-------");

        Files.setPosixFilePermissions(folder.resolve("tidemark.db"), PosixFilePermissions.fromString("rw-r--r--"));
        StateStore.openExisting(folder, CLOCK);
        assertThat(mode(folder.resolve("tidemark.db"))).isEqualTo("rw-------");
    }

    @Test
    void accountsSurviveReopening() {
        Account kari = new Accounts(StateStore.open(temporary, CLOCK))
                .addUser("Kåri", "kari@example.no", Access.of(Role.FARMER, "F07", null), PASSWORD);
        Account board = new Accounts(StateStore.openExisting(temporary, CLOCK))
                .addUser("board", null, Access.of(Role.READONLY, null, Set.of(Permission.COMMON_READ)), PASSWORD);
        Account client = new Accounts(StateStore.openExisting(temporary, CLOCK)).addClient("Nightly job", ADMIN)
                .client();

        Accounts reopened = new Accounts(StateStore.openExisting(temporary, CLOCK));
        assertThat(reopened.list(Kind.USER)).containsExactlyInAnyOrder(kari, board);
        assertThat(reopened.list(Kind.CLIENT)).containsExactly(client);
        assertThat(reopened.authenticateUser("KÅRI", PASSWORD)).isEqualTo(kari);
    }

    @Test
    void noSecretIsAtRest() throws IOException, SQLException {
        try (CheapPasswords.Usual _ = CheapPasswords.usual()) {
            keepsNoSecret();
        }
    }

    private void keepsNoSecret() throws IOException, SQLException {
        StateStore store = StateStore.open(temporary, CLOCK);
        Account user = new Accounts(store).addUser("kari", null, ADMIN, PASSWORD);
        ClientCredentials client = new Accounts(store).addClient("job", ADMIN);
        String refresh = new RefreshTokens(store, Duration.ofDays(30), false).start(user);
        NewApiKey key = new ApiKeys(store).add("key", Set.of(Permission.COMMON_READ), null);
        // tm_, 24 characters of id, _
        String keySecret = key.text().substring(28);
        assertThat(keySecret).hasSize(43);
        assertThat(key.toString()).doesNotContain(keySecret);
        assertThat(text("SELECT secret_hash FROM api_key")).isEqualTo(Secrets.hash(keySecret));
        for (String file : List.of("tidemark.db", "tidemark.db-wal")) {
            Path path = temporary.resolve(file);
            String bytes = Files.exists(path) ? Files.readString(path, StandardCharsets.ISO_8859_1) : "";
            assertThat(bytes).doesNotContain(PASSWORD, client.clientSecret(), client.xClientSecret(), refresh,
                    keySecret);
        }
        Argon2Function kept = Argon2Function.getInstanceFromHash(
                text("SELECT secret_hash FROM account WHERE kind = 'USER'"));
        assertThat(List.of(kept.getMemory(), kept.getIterations(), kept.getParallelism()))
                .containsExactly(19_456, 2, 1);
        assertThat(text("SELECT secret_hash FROM account WHERE kind = 'USER'"))
                .startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
        assertThat(client.toString()).doesNotContain(client.clientSecret());
    }

    @Test
    void namesAreUniqueInAnyCaseUntilRevoked() {
        Accounts accounts = new Accounts(StateStore.open(temporary, CLOCK));
        Account first = accounts.addUser("Åse", null, ADMIN, PASSWORD);
        // a decomposed å is the same name
        assertThatThrownBy(() -> accounts.addUser("a\u030ase", null, ADMIN, PASSWORD))
                .isInstanceOf(InvalidAccountException.class).hasMessageContaining("already");
        assertThat(accounts.revokeUser("åSE")).map(Account::id).contains(first.id());
        assertThat(accounts.revokeUser("åse")).isEmpty();
        Account second = accounts.addUser("åse", null, ADMIN, PASSWORD);
        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(accounts.list(Kind.USER)).extracting(Account::active).containsExactlyInAnyOrder(false, true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " kari", "ka ri", "kari'--", "-rf", "kari\n", "kari\u0000"})
    void badNamesAreRefused(String name) {
        Accounts accounts = new Accounts(StateStore.open(temporary, CLOCK));
        assertThatThrownBy(() -> accounts.addUser(name, null, ADMIN, PASSWORD))
                .isInstanceOf(InvalidAccountException.class);
        assertThat(accounts.list(Kind.USER)).isEmpty();
    }

    @Test
    void aPasswordHasTwelveCharactersHoweverTheyAreStored() {
        Accounts accounts = new Accounts(StateStore.open(temporary, CLOCK));
        assertThatThrownBy(() -> accounts.addUser("short", null, ADMIN, "12345678901"))
                .hasMessage("A password has at least 12 characters");
        // eleven characters in 22 UTF-16 units
        assertThatThrownBy(() -> accounts.addUser("fish", null, ADMIN, "\uD83D\uDC1F".repeat(11)))
                .hasMessage("A password has at least 12 characters");
        accounts.addUser("long", null, ADMIN, "fjordmakrell");
    }

    /** Without the work for nobody's hash an unknown name would be some fifty times faster. */
    @Test
    void anUnknownNameTakesAsLongAsAWrongPassword() {
        Accounts accounts = new Accounts(StateStore.open(temporary, CLOCK));
        accounts.addUser("kari", null, ADMIN, PASSWORD);
        assertThat(fastest(accounts, "nobody")).isGreaterThan(fastest(accounts, "kari") / 3);
    }

    private static long fastest(Accounts accounts, String name) {
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < 6; i++) {
            long start = System.nanoTime();
            assertThatThrownBy(() -> accounts.authenticateUser(name, "wrong horse battery"))
                    .isInstanceOf(IdentityException.class);
            fastest = Math.min(fastest, System.nanoTime() - start);
        }
        return fastest;
    }

    @Test
    void aNewerFileIsRefusedUnchanged() throws Exception {
        StateStore.open(temporary, CLOCK);
        run("PRAGMA user_version = 99");
        byte[] before = Files.readAllBytes(temporary.resolve("tidemark.db"));
        assertThatThrownBy(() -> StateStore.open(temporary, CLOCK)).isInstanceOf(StateException.class)
                .hasMessageContaining("version 99").hasMessageContaining("newer Tidemark");
        assertThat(Files.readAllBytes(temporary.resolve("tidemark.db"))).isEqualTo(before);
    }

    /** The upgrade notes begin with the newest version, and say what this program writes. */
    @Test
    void theUpgradeNotesNameTheVersions() throws IOException {
        String page = Files.readString(Path.of("../docs/install.md"));
        String notes = page.substring(page.indexOf("\n## Upgrade notes\n"));
        assertThat(notes.substring(notes.indexOf("\n### "), notes.indexOf("\n## ", 1)))
                .contains("| the state, `tidemark.db` | " + StateSchema.VERSION + " |",
                        "| the form of a snapshot, `format_version` in its `manifest.json` | "
                        + Manifest.FORMAT_VERSION + " |");
    }

    @Test
    void aFileOfTheFirstVersionIsTakenAlongWithWhatItHolds() throws Exception {
        Files.createFile(temporary.resolve("tidemark.db"));
        for (String statement : StateSchema.STEPS.getFirst()) {
            run(statement);
        }
        run("PRAGMA user_version = 1");
        run("INSERT INTO account (id, kind, name, name_key, role, secret_hash, created_at)"
                + " VALUES ('tmc_1', 'CLIENT', 'job', 'job', 'admin', '" + Secrets.hash("tms_1") + "', 0)");

        StateStore store = StateStore.openExisting(temporary, CLOCK);

        assertThat(text("PRAGMA user_version")).isEqualTo("8");
        assertThat(new Accounts(store).authenticateClient("tmc_1", "tms_1").name()).isEqualTo("job");
        assertThat(new ApiKeys(store).add("key", Set.of(Permission.COMMON_READ), null).text()).startsWith("tm_");
    }

    @Test
    void aForeignDatabaseIsRefusedUnchanged() throws Exception {
        Files.createFile(temporary.resolve("tidemark.db"));
        run("CREATE TABLE music (title TEXT)");
        assertThatThrownBy(() -> StateStore.open(temporary, CLOCK)).isInstanceOf(StateException.class)
                .hasMessageContaining("is not a Tidemark state file");
        assertThat(text("SELECT group_concat(name) FROM sqlite_schema")).isEqualTo("music");
    }

    @Test
    void aDamagedFileIsRefusedUnchanged() throws IOException {
        Path file = temporary.resolve("tidemark.db");
        Files.writeString(file, "this is no database, but it is long enough to look like one ".repeat(40));
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> StateStore.open(temporary, CLOCK)).isInstanceOf(StateException.class)
                .hasMessageContaining("is damaged");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void damageInTheMiddleIsFoundAtOpening() throws Exception {
        Accounts accounts = new Accounts(StateStore.open(temporary, CLOCK));
        for (int i = 0; i < 40; i++) {
            accounts.addClient("client " + i, ADMIN);
        }
        run("PRAGMA wal_checkpoint(TRUNCATE)");
        Path file = temporary.resolve("tidemark.db");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            // all pages but the first, which holds the schema
            byte[] rubbish = new byte[(int) channel.size() - 4096];
            Arrays.fill(rubbish, (byte) 0x5a);
            channel.write(ByteBuffer.wrap(rubbish), 4096);
        }
        assertThatThrownBy(() -> StateStore.open(temporary, CLOCK)).isInstanceOf(StateException.class)
                .hasMessageContaining("is damaged");
    }

    @Test
    void whatCannotBeOpenedSaysSo() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "x");
        assertThatThrownBy(() -> StateStore.open(file, CLOCK)).isInstanceOf(StateException.class)
                .hasMessageContaining("is not a folder");
        Path folder = temporary.resolve("other");
        Files.createDirectories(folder.resolve("tidemark.db"));
        assertThatThrownBy(() -> StateStore.open(folder, CLOCK)).isInstanceOf(StateException.class)
                .hasMessageContaining("cannot be opened");
        assertThatThrownBy(() -> StateStore.openExisting(temporary.resolve("absent"), CLOCK))
                .isInstanceOf(StateException.class).hasMessageContaining("No state folder");
        assertThat(temporary.resolve("absent")).doesNotExist();
    }

    @Test
    void aFileThatVanishesIsAnErrorAndNotAnEmptyState() throws IOException {
        StateStore store = StateStore.open(temporary, CLOCK);
        Files.delete(temporary.resolve("tidemark.db"));
        assertThatThrownBy(() -> new Accounts(store).list(Kind.USER)).isInstanceOf(StateException.class)
                .hasMessageContaining("cannot be opened");
        assertThat(temporary.resolve("tidemark.db")).doesNotExist();
    }

    @Test
    void manyOpenAndWriteAtOnce() throws Exception {
        List<Callable<Account>> work = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String name = "client " + i;
            // each with its own store, as processes of their own would have
            work.add(() -> new Accounts(StateStore.open(temporary, CLOCK)).addClient(name, ADMIN).client());
        }
        List<Account> added = together(work);
        assertThat(new Accounts(StateStore.open(temporary, CLOCK)).list(Kind.CLIENT))
                .containsExactlyInAnyOrderElementsOf(added);
    }

    @Test
    void signingKeysAreMadeOnceAndKept() throws Exception {
        List<Callable<String>> work = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            work.add(() -> SigningKeys.open(temporary, CLOCK).publicJwkSet());
        }
        assertThat(Set.copyOf(together(work))).hasSize(1);
        SigningKeys keys = SigningKeys.open(temporary, CLOCK);
        assertThat(keys.signingKey().getKeyID()).isEqualTo(keys.signingKey().computeThumbprint("SHA-256").toString());
        assertThat(keys.publicJwkSet()).contains("\"n\"").doesNotContain("\"d\"").doesNotContain("\"p\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"keys\":[]}", "{\"keys\":[{\"kty\":\"oct\",\"k\":\"c2VjcmV0\"}]}", "[]",
            "{\"keys\":3}"})
    void brokenSigningKeysAreRefusedUnchanged(String content) throws IOException {
        Path file = Files.writeString(temporary.resolve("signing-keys.json"), content);
        assertThatThrownBy(() -> SigningKeys.open(temporary, CLOCK)).isInstanceOf(StateException.class)
                .hasMessageContaining("signing-keys.json").hasMessageNotContaining("c2VjcmV0");
        assertThat(file).hasContent(content);
    }

    private static <T> List<T> together(List<Callable<T>> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(work.size());
        try (ExecutorService threads = Executors.newFixedThreadPool(work.size())) {
            List<Future<T>> running = new ArrayList<>();
            for (Callable<T> one : work) {
                running.add(threads.submit(() -> {
                    start.await();
                    return one.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(one.get());
            }
            return results;
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + temporary.resolve("tidemark.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String text(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + temporary.resolve("tidemark.db"));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    // on a full disk SQLite cannot make the files beside it, and says only that something failed
    @ParameterizedTest(name = "code {0} with {1} bytes free")
    @CsvSource({"13, 1000000, true", "10, 0, true", "14, 0, true", "14, 1000000, false", "11, 0, false"})
    void aFullDiskIsCalledFull(int code, long free, boolean full) {
        StateException failure = StateFailure.of(Path.of("state/tidemark.db"), new SQLException("failed", "", code),
                free);
        assertThat(String.valueOf(failure.getMessage()).endsWith("the disk is full")).isEqualTo(full);
    }
}
