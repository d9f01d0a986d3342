package io.tidemark.server.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.KeptSigningKeys;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A token is signed with the keys of the configured state, and no command but those of a new installation makes a state
 * folder.
 */
class TokenCommandTest {

    @TempDir
    Path folder;

    private CommandRun run(String line) {
        return CommandRun.of(new ByteArrayInputStream("correct horse battery\n".getBytes(StandardCharsets.UTF_8)),
                line.replace("DIR", folder.toString()).split(" ", -1));
    }

    @BeforeEach
    void configure() throws Exception {
        Files.writeString(folder.resolve("tidemark.yaml"), "state: " + folder.resolve("state") + "\n");
    }

    @ParameterizedTest(name = "token {0}")
    @ValueSource(strings = {"--config DIR/tidemark.yaml", "--state DIR/state",
            "--config DIR/tidemark.yaml --state DIR/state"})
    void theConfiguredStateSignsTheToken(String named) throws Exception {
        Path state = folder.resolve("state");
        Account kari = new Accounts(StateStore.open(state, Clock.systemUTC()))
                .addUser("kari", null, Access.of(Role.ADMIN, null, null),
                "correct horse battery");
        KeptSigningKeys.into(state);
        CommandRun token = run("token --user kari " + named);
        assertThat(token.code()).as(token.err()).isZero();
        SignedJWT signed = SignedJWT.parse(token.out().strip());
        assertThat(signed.getJWTClaimsSet().getSubject()).isEqualTo(kari.id());
        assertThat(Files.readString(state.resolve("signing-keys.json"))).contains(signed.getHeader().getKeyID());
        assertThat(Files.readString(state.resolve("audit.log"))).contains("\"token\"");
    }

    @Test
    void theConfiguredLogHasIt() throws Exception {
        Files.createDirectory(folder.resolve("state"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path log = folder.resolve("elsewhere.log");
        Path config = Files.writeString(folder.resolve("tidemark.yaml"), "audit: {file: " + log + "}\n",
                StandardOpenOption.APPEND);
        CommandRun token = run("token --role admin --config " + config);
        assertThat(token.code()).as(token.err()).isZero();
        assertThat(Files.readString(log)).contains("\"token\"");
        assertThat(folder.resolve("state/audit.log")).doesNotExist();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"token --role admin --config DIR/tidemark.yaml", "token --role admin --state DIR/state",
            "token --role admin",
        "user add kari --role admin --password-stdin --state DIR/state",
        "client add job --role admin --state DIR/state",
        "key add board --permissions common:read --state DIR/state", "user list --state DIR/state",
        "signing-key list --state DIR/state", "signing-key rotate --state DIR/state"})
    void noStateFolderIsMade(String line) {
        CommandRun command = run(line);
        assertThat(command.code()).as(command.err()).isEqualTo(5);
        assertThat(command.err()).contains("No state folder").contains("tidemark init makes it");
        assertThat(folder.resolve("state")).doesNotExist();
        assertThat(Path.of("state")).doesNotExist();
    }

    @Test
    void aServerWithoutANamedFolderMakesNone() {
        CommandRun serve = run("serve --lake DIR/lake --port 0");
        assertThat(serve.code()).as(serve.err()).isEqualTo(2);
        assertThat(serve.err()).contains("there is no state folder state; name one, as by --state state");
        assertThat(Path.of("state")).doesNotExist();
    }

    @Test
    void aFolderThatIsThereIsFilled() throws Exception {
        Files.createDirectory(folder.resolve("state"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        assertThat(run("token --role admin --config DIR/tidemark.yaml").code()).isZero();
        assertThat(new Accounts(StateStore.openExisting(folder.resolve("state"), Clock.systemUTC()))
                .list(Account.Kind.USER))
                .extracting(Account::name).isEqualTo(List.of("local-admin"));
    }
}
