package io.tidemark.server.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.KeptSigningKeys;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state that has lost its database or its keys: nothing takes its place without a word, and the advice mends it. */
class StateLossTest {

    @TempDir
    Path folder;
    private Path state;

    @BeforeEach
    void aStateWithAUser() {
        state = folder.resolve("state");
        KeptSigningKeys.into(state);
        new Accounts(StateStore.open(state, Clock.systemUTC()))
                .addUser("kari", null, Access.of(Role.ADMIN, null, null), SetUp.PASSWORD);
    }

    private CommandRun type(String line) {
        return CommandRun.of(new ByteArrayInputStream((SetUp.PASSWORD + "\n").getBytes(StandardCharsets.UTF_8)),
                (line.replace("DIR", folder.toString()) + " --state " + state).split(" "));
    }

    @Test
    void aLostDatabaseIsRefusedAndComesBackFromTheBackup() throws Exception {
        assertThat(type("backup DIR/b.zip --lake DIR/lake").code()).isZero();
        Files.delete(state.resolve("tidemark.db"));

        for (String line : new String[] {"serve --port 0 --lake DIR/lake",
            "user add olav --role admin --password-stdin", "user list", "client add app --role readonly"}) {
            CommandRun run = type(line);
            assertThat(run.code()).as(line + run.err()).isEqualTo(5);
            assertThat(run.err()).as(line).contains("State file " + state.resolve("tidemark.db")
                    + " is lost, but there is " + state.resolve("signing-keys.json"),
                    "tidemark restore BACKUP --only state", "--new-state");
            assertThat(state.resolve("tidemark.db")).doesNotExist();
        }
        CommandRun doctor = type("doctor --lake DIR/lake");
        assertThat(doctor.code()).isEqualTo(5);
        assertThat(doctor.out()).containsPattern("fault +state +State file .* is lost");

        Files.move(state, folder.resolve("away"));
        CommandRun restore = type("restore DIR/b.zip --lake DIR/lake --only state");
        assertThat(restore.code()).as(restore.err()).isZero();
        assertThat(type("user list").out()).contains("kari");
    }

    @Test
    void aNewStateIsMeant() throws Exception {
        Files.delete(state.resolve("tidemark.db"));
        CommandRun run = type("user add olav --role admin --password-stdin --new-state");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(type("user list").out()).contains("olav").doesNotContain("kari");
    }

    @Test
    void lostKeysAreRefusedAndMadeAnewByTheAdvice() throws Exception {
        Files.delete(state.resolve("signing-keys.json"));
        // nobody was signed in: the first start makes the keys
        assertThat(type("doctor --lake DIR/lake").out()).doesNotContain("Signing keys");
        try (Connection file = DriverManager.getConnection("jdbc:sqlite:" + state.resolve("tidemark.db"));
                Statement statement = file.createStatement()) {
            statement.execute("INSERT INTO refresh_family (id, account_id, expires_at) "
                    + "SELECT 'f', id, 1 FROM account");
        }
        CommandRun serve = type("serve --port 0 --lake DIR/lake");
        assertThat(serve.code()).as(serve.err()).isEqualTo(5);
        assertThat(serve.err()).contains("Signing keys " + state.resolve("signing-keys.json") + " are lost",
                "tidemark signing-key rotate --discard-old");
        assertThat(type("doctor --lake DIR/lake").out()).containsPattern("fault +state +Signing keys .* are lost");
        assertThat(state.resolve("signing-keys.json")).doesNotExist();
        CommandRun rotate = type("signing-key rotate --discard-old");
        assertThat(rotate.code()).as(rotate.err()).isZero();
        assertThat(state.resolve("signing-keys.json")).isRegularFile();
        assertThat(type("doctor --lake DIR/lake").out()).contains("1 signing keys");
    }

    // the whole folder is gone, and the lake tells that there was one
    @Test
    void aLostFolderOfAServedLakeIsAFault() throws Exception {
        DurableFiles.deleteTree(state);
        Files.createDirectories(folder.resolve("lake/ledger"));
        Files.writeString(folder.resolve("lake/ledger/served"), "{\"at\": \"2026-03-01T05:00:00Z\", \"program\": \"1\"}");
        assertThat(type("doctor --lake DIR/lake").out()).containsPattern("fault +state +the state folder .* is lost");
    }
}
