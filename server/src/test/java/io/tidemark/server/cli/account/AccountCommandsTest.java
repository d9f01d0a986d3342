package io.tidemark.server.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Ticker;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.cli.state.SigningKeyCommands;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.limit.SignInThrottle;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.token.IdentityConfig;
import io.tidemark.server.identity.token.KeptSigningKeys;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

/** The commands for users, clients, keys and sessions, as typed. */
final class AccountCommandsTest {
    private static final String PASSWORD = "correct horse battery";

    @TempDir
    Path temporary;

    /** Stands in for the program's own top command. */
    @Command(name = "tidemark")
    private static final class Top {
    }

    // the server's folder: no command on accounts makes one
    @BeforeEach
    void makeState() throws IOException {
        Files.createDirectory(temporary.resolve("state"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private static JsonNode json(CommandRun run) {
        try {
            return Json.MAPPER.readTree(run.out());
        } catch (JsonProcessingException e) {
            throw new AssertionError("not one JSON document: " + run.out(), e);
        }
    }

    private static CommandRun run(byte[] in, String... arguments) {
        return run(new PasswordInput(new ByteArrayInputStream(in), null), arguments);
    }

    private static CommandRun run(PasswordInput passwords, String... arguments) {
        CommandLine command = new CommandLine(new Top())
                .addSubcommand(UserCommands.create(passwords))
                .addSubcommand(ClientCommands.create())
                .addSubcommand(KeyCommands.create())
                .addSubcommand(SigningKeyCommands.create())
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
        return CommandRun.of(command, arguments);
    }

    /** Words are split at blanks; {@code STATE} stands for the state folder. */
    private CommandRun type(String line, String in) {
        return run(in.getBytes(StandardCharsets.UTF_8), words(line));
    }

    /** The same at a terminal, where these answers are typed one after the other. */
    private CommandRun atTerminal(String line, String... answers) {
        Iterator<String> typed = List.of(answers).iterator();
        return run(new PasswordInput(InputStream.nullInputStream(), words -> typed.hasNext()
                ? typed.next().toCharArray() : null),
                words(line));
    }

    private String[] words(String line) {
        String[] words = line.split(" ");
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].equals("STATE") ? temporary.resolve("state").toString() : words[i];
        }
        return words;
    }

    @Test
    void aUserIsAddedListedAndRevoked() {
        CommandRun added = type("user add kari --role farmer --farmer F07 --email kari@example.no --password-stdin "
                + "--json --state STATE", PASSWORD + "\n");
        assertThat(added.code()).as(added.err()).isZero();
        assertThat(added.err()).isEqualTo("Added user kari, role farmer." + System.lineSeparator());
        JsonNode user = json(added);
        assertThat(user.fieldNames()).toIterable()
                .containsExactly("id", "name", "email", "watch_mail", "role", "farmer_id", "permissions",
                "created_at", "revoked_at");
        assertThat(user.get("farmer_id").textValue()).isEqualTo("F07");
        assertThat(user.get("permissions")).hasSize(7);
        assertThat(added.out()).doesNotContain(PASSWORD);

        assertThat(json(type("user list --json --state STATE", ""))).hasSize(1).first().isEqualTo(user);
        assertThat(type("user list --state STATE", "").out()).contains("NAME", "kari", "farmer", "F07")
                .doesNotContain("argon2");

        CommandRun revoked = type("user revoke KARI --json --state STATE", "");
        assertThat(revoked.code()).isZero();
        assertThat(json(type("user list --json --state STATE", "")).get(0).get("revoked_at").isTextual()).isTrue();
        CommandRun again = type("user revoke kari --state STATE", "");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).isEqualTo("There is no active user named kari" + System.lineSeparator());
    }

    @Test
    void aClientIsAddedListedAndRevoked() {
        CommandRun added = type("client add nightly --role analyst --permissions mortality:read,common:read --json "
                + "--state STATE", "");
        assertThat(added.code()).as(added.err()).isZero();
        JsonNode client = json(added);
        assertThat(client.fieldNames()).toIterable()
                .containsExactly("client_id", "name", "role", "farmer_id", "permissions",
                "created_at", "revoked_at", "client_secret", "x_client_secret");
        assertThat(client.get("permissions").toString()).isEqualTo("[\"mortality:read\",\"common:read\"]");
        // 32 bytes in base64url: 43 characters
        assertThat(client.get("client_secret").textValue()).matches("tms_[A-Za-z0-9_-]{43}");
        assertThat(client.get("x_client_secret").textValue()).matches("tmx_[A-Za-z0-9_-]{43}");

        CommandRun listed = type("client list --json --state STATE", "");
        assertThat(json(listed)).hasSize(1);
        assertThat(listed.out()).doesNotContain("secret");
        String id = client.get("client_id").textValue();
        assertThat(type("client revoke " + id + " --state STATE", "").code()).isZero();
        assertThat(type("client revoke " + id + " --state STATE", "").code()).isEqualTo(2);
    }

    @Test
    void whatChangesAccountsIsAudited() throws IOException {
        JsonNode user = json(type("user add kari --role farmer --farmer F07 --password-stdin --json --state STATE",
                PASSWORD));
        type("user add kari --role admin --password-stdin --state STATE", PASSWORD);
        JsonNode client = json(type("client add nightly --role analyst --json --state STATE", ""));
        type("user list --state STATE", "");
        type("client revoke " + client.get("client_id").textValue() + " --state STATE", "");
        String log = Files.readString(temporary.resolve("state/audit.log"));

        String id = user.get("id").textValue();
        String job = client.get("client_id").textValue();
        String begin = "^\\{\"time\":\"[^\"]+\",\"event\":\"admin_command\",\"user\":\"[^\"]*\",";
        assertThat(log.lines().map(line -> line.replaceFirst(begin, "")))
                .containsExactly(
                        "\"command\":\"user "
                                + "add\",\"arguments\":{\"NAME\":\"kari\",\"--role\":\"farmer\",\"--farmer\":\"F07\","
                                + "\"--password-stdin\":\"true\"},\"account_id\":\"" + id + "\",\"outcome\":\"done\"}",
                        "\"command\":\"user add\",\"arguments\":{\"NAME\":\"kari\",\"--role\":\"admin\","
                                + "\"--password-stdin\":\"true\"},\"outcome\":\"refused\"}",
                        "\"command\":\"client "
                                + "add\",\"arguments\":{\"NAME\":\"nightly\",\"--role\":\"analyst\"},\"account_id\":\""
                                + job + "\",\"outcome\":\"done\"}",
                        "\"command\":\"client revoke\",\"arguments\":{\"ID\":\"" + job + "\"},\"account_id\":\"" + job
                                + "\",\"outcome\":\"done\"}");
        assertThat(log).doesNotContain(PASSWORD,
                client.get("client_secret").textValue(), client.get("x_client_secret").textValue());
    }

    @Test
    void aChangeThatCannotBeAuditedIsSaid() throws IOException {
        assertThat(type("client add nightly --role analyst --state STATE", "").code()).isZero();
        Files.delete(temporary.resolve("state/audit.log"));
        Files.createDirectory(temporary.resolve("state/audit.log"));
        CommandRun run = type("client add weekly --role analyst --state STATE", "");
        assertThat(run.code()).isEqualTo(5);
        assertThat(run.err()).contains("Done, but the audit log ").contains("cannot be written");
    }

    @Test
    void secretsForPeopleAreOnStandardOutputToo() {
        CommandRun added = type("client add nightly --role admin --state STATE", "");
        assertThat(added.out().lines()).hasSize(3)
                .allMatch(line -> line.matches("(x_)?client_(id|secret): +tm[csx]_\\S+"));
        assertThat(added.err()).contains("cannot be shown again");
    }

    @Test
    void aKeyIsAddedListedAndRevoked() {
        CommandRun added = type("key add board --permissions common:read,mortality:read --expires 2100-07-01 --json "
                + "--state STATE", "");
        assertThat(added.code()).as(added.err()).isZero();
        JsonNode key = json(added);
        assertThat(key.fieldNames()).toIterable()
                .containsExactly("id", "name", "farmer_id", "permissions", "created_at", "expires_at",
                "last_used_at", "revoked_at", "api_key");
        assertThat(key.get("permissions").toString()).isEqualTo("[\"mortality:read\",\"common:read\"]");
        // midnight in Norway, summer time
        assertThat(key.get("expires_at").textValue()).isEqualTo("2100-06-30T22:00:00Z");
        assertThat(key.get("api_key").textValue()).matches("tm_[0-9a-f]{24}_[A-Za-z0-9_-]{43}");
        assertThat(type("key add other --permissions common:read --state STATE", "").out().lines()).hasSize(2)
                .anyMatch(line -> line.matches("api_key: tm_\\S+"));

        assertThat(key.get("farmer_id").isNull()).isTrue();
        CommandRun excel = type("key add excel --farmer F07 --permissions mortality:read --json --state STATE", "");
        assertThat(json(excel).get("farmer_id").textValue()).isEqualTo("F07");
        assertThat(type("key list --state STATE", "").out()).containsPattern("excel +F07 ");
        CommandRun listed = type("key list --json --state STATE", "");
        assertThat(json(listed)).hasSize(3);
        assertThat(listed.out()).doesNotContain("tm_");
        assertThat(type("key list --state STATE", "").out())
                .contains("LAST USED", "board", "2100-06-30", "mortality:read,common:read");
        String id = key.get("id").textValue();
        assertThat(json(type("key revoke " + id + " --json --state STATE", "")).get("revoked_at").isTextual()).isTrue();
        CommandRun again = type("key revoke " + id + " --state STATE", "");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("There is no active API key with that id");
    }

    private Identity identity() {
        KeptSigningKeys.into(temporary.resolve("state"));
        return Identity.open(IdentityConfig.of("tidemark", "tidemark", temporary.resolve("state")), Clock.systemUTC(),
                event -> { }, new SignInThrottle(10, Duration.ofMinutes(1), Ticker.systemTicker()));
    }

    @Test
    void signingKeysAreListedAndRotated() {
        CommandRun none = type("signing-key list --state STATE", "");
        assertThat(none.code()).isEqualTo(5);
        type("client add job --role admin --state STATE", "");
        assertThat(type("signing-key rotate --state STATE", "").err()).contains("No signing keys");
        identity().close();

        JsonNode before = json(type("signing-key list --json --state STATE", ""));
        assertThat(before).hasSize(1);
        CommandRun rotated = type("signing-key rotate --json --state STATE", "");
        assertThat(rotated.code()).as(rotated.err()).isZero();
        assertThat(json(rotated)).extracting(key -> key.get("state").textValue()).containsExactly("signs", "verifies");
        assertThat(json(rotated).get(1).get("kid")).isEqualTo(before.get(0).get("kid"));
        assertThat(type("signing-key list --state STATE", "").out()).contains("KID", "signs", "verifies until ");
        assertThat(json(type("signing-key rotate --discard-old --json --state STATE", ""))).hasSize(1);
        assertThat(rotated.out()).doesNotContain("\"d\"");
    }

    @Test
    void aReadonlyAccountWithoutPermissionsIsWarnedAbout() {
        assertThat(type("user add board --role readonly --password-stdin --state STATE", PASSWORD).err())
                .contains("no permissions yet");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "user                                                                     | Missing required subcommand",
        "user add kari --role admin --state STATE                                 | There is no terminal to ask for "
        + "the password; use --password-stdin",
        "user add --role admin --password-stdin --state STATE                     | Missing required parameter: 'NAME'",
        "user add kari --password-stdin --state STATE                             | Missing required option: "
        + "'--role=R'",
        "user add kari --role boss --password-stdin --state STATE | 'boss' is none of admin, analyst, farmer, readonly",
        "user add kari --role ADMIN --password-stdin --state STATE | 'ADMIN' is none of admin, analyst, farmer, "
        + "readonly",
        "user add kari --role farmer --password-stdin --state STATE               | Role farmer needs the farmer id",
        "user add kari --role admin --farmer F07 --password-stdin --state STATE   | A farmer id belongs to role "
        + "farmer only",
        "user add k'ri --role admin --password-stdin --state STATE                | A user name has 1 to 64 letters",
        "user add kari --role admin --email kari --password-stdin --state STATE   | The email address is not valid",
        "client add job --role admin --permissions all --state STATE              | 'all' is none of mortality:read",
        "client add job --role analyst --permissions raw:read --state STATE       | Role analyst cannot have raw:read",
        "key add board --state STATE                                              | Missing required option: "
        + "'--permissions=P'",
        "key add board --farmer F/7 --permissions common:read --state STATE       | A farmer id has 1 to 64 letters",
        "key add board --permissions all --state STATE                            | 'all' is none of mortality:read",
        "key add board --permissions common:read --expires 2020-01-01 --state STATE | The key would have expired "
        + "already",
        "key add board --permissions common:read --expires soon --state STATE     | 'soon' is neither a date such as "
        + "2027-01-01",
        "user set kari --state STATE                                              | There is nothing to change: name "
        + "--role",
        "client set tmc_x --state STATE                                           | There is nothing to change: name "
        + "--role",
        "key set x --state STATE                                                  | There is nothing to change: name "
        + "--permissions",
        "key set x --expires soon --state STATE                                   | 'soon' is neither a date such as "
        + "2027-01-01 nor never",
        "key add b'd --permissions common:read --state STATE                      | A key name has 1 to 64 letters",
        "client add job --role admin --password-stdin --state STATE               | Unknown option: '--password-stdin'"})
    void usageIsExplained(String line, String message) {
        CommandRun refused = type(line, PASSWORD);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains(message).doesNotContain("Exception").doesNotContain("\tat ");
        assertThat(refused.out()).isEmpty();
        // nothing was made on the way to the refusal
        Path database = temporary.resolve("state/tidemark.db");
        assertThat(!Files.exists(database) || json(type("user list --json --state STATE", "")).isEmpty()).isTrue();
    }

    @Test
    void passwordsAreChecked() {
        String line = "user add kari --role admin --password-stdin --state STATE";
        assertThat(type(line, "").err()).contains("at least 12 characters");
        assertThat(type(line, "short\nbut a second line").err()).contains("at least 12 characters");
        assertThat(type(line, "x".repeat(5_000)).err()).contains("longer than 4096 bytes");
        CommandRun easy = type(line, "aaaaaaaaaaaa");
        assertThat(easy.code()).isEqualTo(2);
        assertThat(easy.err()).contains("The password is easy to guess").doesNotContain("aaaaaaaaaaaa");
        CommandRun binary = run(new byte[] {(byte) 0xff, (byte) 0xfe, 0x20}, "user", "add", "kari", "--role", "admin",
                "--password-stdin", "--state", temporary.resolve("state").toString());
        assertThat(binary.err()).contains("not UTF-8");
        assertThat(type(line, PASSWORD + "\r\n").code()).isZero();
        CommandRun twice = type(line, PASSWORD);
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err()).contains("There is a user named kari already");
    }

    @Test
    void aPersonIsAskedForThePasswordTwice() {
        String add = "user add kari --role admin --state STATE";
        assertThat(atTerminal(add, PASSWORD, PASSWORD + "s").err()).contains("The two passwords differ");
        assertThat(atTerminal(add, PASSWORD).err()).contains("No password was typed");
        assertThat(atTerminal(add, "short", "short").err()).contains("at least 12 characters");
        assertThat(atTerminal(add, "aaaaaaaaaaaa", "aaaaaaaaaaaa").err()).contains("The password is easy to guess");
        assertThat(atTerminal(add, PASSWORD, PASSWORD).code()).isZero();
        assertThat(atTerminal("user set kari --password --state STATE", "karikarikari", "karikarikari").err())
                .contains("The password is easy to guess");
        assertThat(atTerminal("user set kari --password --state STATE", PASSWORD + "s", PASSWORD + "s").err())
                .contains("All sessions and tokens have ended.");
        try (Identity identity = identity()) {
            assertThat(identity.tokenService().password("kari", PASSWORD + "s", new Origin("r", "127.0.0.1"))
                    .accessToken()).isNotEmpty();
        }
    }

    @Test
    void aRefusedPasswordIsAskedForThreeTimes() {
        String add = "user add ola --role admin --state STATE";
        CommandRun third = atTerminal(add, "short", "short", PASSWORD, "other", PASSWORD, PASSWORD);
        assertThat(third.code()).as(third.err()).isZero();
        assertThat(third.err()).contains("at least 12 characters. Try again.", "The two passwords differ. Try again.",
                "Added user ola");
        CommandRun never = atTerminal("user add per --role admin --state STATE", "a", "a", "b", "b", "c", "c",
                PASSWORD, PASSWORD);
        assertThat(never.code()).isEqualTo(2);
        assertThat(never.err().split("at least 12 characters", -1)).hasSize(4);
        // what another password does not mend is not asked again
        assertThat(atTerminal(add, PASSWORD, PASSWORD).err()).contains("There is a user named ola already")
                .doesNotContain("Try again");
        CommandRun set = atTerminal("user set ola --password --state STATE", "short", "short", PASSWORD + "s", PASSWORD
                + "s");
        assertThat(set.err()).contains("Try again.", "All sessions and tokens have ended.");
    }

    @Test
    void usersClientsAndKeysAreChanged() throws IOException {
        type("user add kari --role farmer --farmer F07 --password-stdin --state STATE", PASSWORD);
        CommandRun user = type("user set KARI --permissions common:read --email kari@example.no --json --state STATE",
                "");
        assertThat(user.err()).isEqualTo("Changed user kari: role farmer of F07, common:read."
                + System.lineSeparator());
        assertThat(json(user).get("email").textValue()).isEqualTo("kari@example.no");
        assertThat(type("user set kari --farmer F09 --role-permissions --state STATE", "").err())
                .contains("role farmer of F09, mortality:read");
        assertThat(type("user set kari --role readonly --state STATE", "").err())
                .contains("role readonly, no permissions");
        assertThat(type("user set ola --role admin --state STATE", "").err())
                .contains("There is no active user named ola");

        String client = json(type("client add job --role analyst --json --state STATE", "")).get("client_id")
                .textValue();
        assertThat(type("client set " + client + " --role farmer --farmer F1 --state STATE", "").err())
                .contains("Changed client job: role farmer of F1, mortality:read");
        assertThat(type("client set " + client + " --role analyst --permissions raw:read --state STATE", "").code())
                .isEqualTo(2);

        String key = json(type("key add board --permissions common:read --json --state STATE", "")).get("id")
                .textValue();
        CommandRun changed = type("key set " + key + " --permissions feeding:read --expires 2100-07-01 --json --state "
                + "STATE", "");
        assertThat(changed.err()).contains("Changed API key board: feeding:read; ends 2100-06-30T22:00Z.");
        assertThat(json(type("key set " + key + " --expires never --json --state STATE", "")).get("expires_at")
                .isNull()).isTrue();

        assertThat(Files.readString(temporary.resolve("state/audit.log")))
                .contains("\"command\":\"user set\",\"arguments\":{\"NAME\":"
                + "\"KARI\",\"--permissions\":\"common:read\"", "\"command\":\"client set\"",
                "\"command\":\"key set\"");
    }

    @Test
    void anUnusableStateIsCodeFiveAndOneLine() throws IOException {
        Files.delete(temporary.resolve("state"));
        CommandRun absent = type("user list --state STATE", "");
        assertThat(absent.code()).isEqualTo(5);
        assertThat(absent.err().lines()).hasSize(1);
        assertThat(temporary.resolve("state")).doesNotExist();
        assertThat(type("client revoke tmc_x --state STATE", "").code()).isEqualTo(5);

        Files.createDirectories(temporary.resolve("state"));
        Files.writeString(temporary.resolve("state/tidemark.db"), "no database, but some text that is long enough "
                .repeat(50));
        CommandRun damaged = type("user add kari --role admin --password-stdin --state STATE", PASSWORD);
        assertThat(damaged.code()).isEqualTo(5);
        assertThat(damaged.err()).contains("is damaged");
        assertThat(damaged.err().lines()).hasSize(1);
    }
}
