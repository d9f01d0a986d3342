package io.tidemark.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.http.BasePath;
import io.tidemark.server.http.limit.AddressRange;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.provider.CompanyProvider;
import io.tidemark.server.identity.provider.ExternalIssuer;
import io.tidemark.server.identity.provider.ProviderSignIn;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {

    @TempDir
    Path folder;

    @Test
    void defaults() {
        assertThat(ConfigReader.read(null, Map.of(), Map.of())).isEqualTo(new ServerConfig(
                new ServerConfig.Http("127.0.0.1", 8080, false, BasePath.NONE),
                new GuardConfig(new GuardConfig.Connections(1000, 8192, 16_384, Duration.ofSeconds(20)), List.of(),
                        null, null,
                        List.of(), new GuardConfig.Limits(10, Duration.ofMinutes(1), 200),
                        new GuardConfig.Audit(null, 10, 10),
                        new GuardConfig.Accesses(730, 2000), new GuardConfig.Alert(20, Duration.ofMinutes(5))),
                Path.of("lake"), Path.of("state"), null, null,
                new ServerConfig.Query(Math.max(2, Runtime.getRuntime().availableProcessors()), 64, 2, 8,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(1), Duration.ofMinutes(5), 1_000_000, new ByteSize(256 << 20), true),
                new ServerConfig.Engine(null, new ByteSize(4096L << 20), null, Duration.ofMinutes(5), "duckdb"), null,
                new IdentitySettings(false, "tidemark", "tidemark", new IdentitySettings.OtherProvider(null, List.of(),
                        new IdentitySettings.SignIn(null, "openid profile email")), CompanyProvider.Found.BY_EMAIL,
                        Map.of()),
                new ServerConfig.Log(System.Logger.Level.INFO, false), new ServerConfig.Metrics(null), null,
                new ServerConfig.Verify(LocalTime.of(2, 30), 20, null), new ServerConfig.Dashboard(null),
                new WatchConfig(new WatchConfig.Limits(500, 500, 250), null, null, null),
                new ServerConfig.Assistants(false, 200)));
    }

    @Test
    void everySettingOfTheFile() throws IOException {
        ServerConfig config = ConfigReader.read(everything(), Map.of(), Map.of());
        IdentitySettings identity = config.identity();
        assertThat(config).isEqualTo(new ServerConfig(
                new ServerConfig.Http("0.0.0.0", 9000, true, new BasePath("/analytics/benchmark")),
                new GuardConfig(new GuardConfig.Connections(50, 4096, 8192, Duration.ofSeconds(5)),
                        List.of(range("10.0.0.0/8"), range("2001:db8::1")),
                        new GuardConfig.Tls(Path.of("/etc/tidemark/cert.pem"), Path.of("/etc/tidemark/key.pem")), null,
                        List.of("https://app.example.org", "http://localhost:3000"),
                        new GuardConfig.Limits(5, Duration.ofSeconds(60), 20),
                        new GuardConfig.Audit(Path.of("/var/log/tidemark/audit.log"), 0, 3),
                        new GuardConfig.Accesses(7, 11), new GuardConfig.Alert(7, Duration.ofSeconds(90))),
                Path.of("/data/lake"), Path.of("/data/state"), Path.of("/data/sql"), LocalDate.of(2026, 3, 1),
                new ServerConfig.Query(3, 7, 5, 6, Duration.ofSeconds(11), Duration.ofMillis(12),
                        Duration.ofSeconds(13), 14, new ByteSize(15 << 20), false),
                new ServerConfig.Engine(4, new ByteSize(512 << 20), new ByteSize(2048L << 20), Duration.ofSeconds(16),
                "trino"),
                new TrinoSettings(URI.create("https://trino.example.org:8443"), "fish", "s3://coast/lake",
                        Path.of("/dev/null"),
                        "asker", new TrinoSettings.Secrets(null, "a.b.c"), "maker",
                        new TrinoSettings.Secrets("fjord-42", null)),
                identity,
                new ServerConfig.Log(System.Logger.Level.DEBUG, true), new ServerConfig.Metrics(9464),
                new ServerConfig.Intake(8444, Path.of("/srv/landing"), new ByteSize(8 << 20), new ByteSize(100L << 20),
                        new ByteSize(200L << 20), 30, 4, 9, new ByteSize(300L << 20), 5, 6, Duration.ofSeconds(7)),
                new ServerConfig.Verify(null, 5, Path.of("/srv/second/ledger")), new ServerConfig.Dashboard("Mattilsynet og Fiskeridirektoratet"),
                new WatchConfig(new WatchConfig.Limits(1000, 800, 300), URI.create("https://bm.example.org/dashboard/"),
                        new WatchConfig.Webhook(URI.create("https://hooks.example.org/pens?token=T0KEN"),
                        "a secret of the hook"),
                        new WatchConfig.Mail("mail.example.org", 2525, true, new WatchConfig.Login("tm", "pa55word"),
                        "tm@example.org")), new ServerConfig.Assistants(true, 77)));
        assertThat(List.of(identity.issuer(), identity.audience(), identity.refreshNeedsClientSecret(), identity.by()))
                .containsExactly("https://id.example.org", "benchmark", true, CompanyProvider.Found.BY_LIST);
        assertThat(identity.external()).isEqualTo(new ExternalIssuer("", "https://login.example.org/realms/coast",
                "coast",
                URI.create("https://login.example.org/keys"),
                new ExternalIssuer.Claims("realm_access.roles", "rights", "company"),
                Map.of("boss", Role.ADMIN, "fish=farmer", Role.FARMER), null, true));
        assertThat(identity.signIn()).isEqualTo(new ProviderSignIn("https://login.example.org/realms/coast", "board",
                "openid roles"));
        assertThat(identity.companies()).containsExactly(
                new CompanyProvider(new ExternalIssuer("north", "https://login.north.example.org", "tidemark", null,
                        new ExternalIssuer.Claims("roles", "permissions", "farmer_id"), Map.of("farmer", Role.FARMER),
                        Set.of("F1", "F3"), false), "north", Set.of(), null, null),
                new CompanyProvider(new ExternalIssuer("south-2", "https://id.south.example.org/t/1", "bench",
                        URI.create("https://id.south.example.org/keys"),
                                new ExternalIssuer.Claims("realm_access.roles", "rights",
                                "company"), Map.of("sjef", Role.ANALYST, "alle", Role.FARMER), null, true),
                        "South & Sons", Set.of("south.example.org", "xn--sr-lka.example.org"),
                        new ProviderSignIn("https://id.south.example.org/t/1", "board-2", "openid email"),
                        Path.of("/dev/null")));
    }

    @Test
    void commandsThatAreNoServerReadSettingsAsWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("ingest.yaml"),
                "lake: /file/lake\nsystems: /file/systems\nserver: {host: 0.0.0.0}\n");
        Map<String, String> texts = ConfigReader.texts(file, Map.of("TIDEMARK_LAKE", "/env/lake"), Map.of());
        assertThat(texts).containsEntry("lake", "/env/lake").containsEntry("systems", "/file/systems");
        assertThat(ConfigReader.texts(null, Map.of(), Map.of("lake", "here"))).containsEntry("lake", "here")
                .containsEntry("systems", "");
    }

    @Test
    void flagsGoBeforeTheEnvironmentAndThatBeforeTheFile() throws IOException {
        ServerConfig config = ConfigReader.read(everything(),
                Map.of("TIDEMARK_SERVER_PORT", "9001", "TIDEMARK_LAKE", "/env/lake"), Map.of("server.port", "9002"));

        assertThat(config.http().port()).isEqualTo(9002);
        assertThat(config.lake()).isEqualTo(Path.of("/env/lake"));
        assertThat(config.state()).isEqualTo(Path.of("/data/state"));
    }

    @Test
    void allMistakesAreSaidTogether() throws IOException {
        Path file = folder.resolve("bad.yaml");
        Files.writeString(file, """
                server: {port: 70000, behind-proxy: perhaps, base-path: benchmark/}
                metrics: {prot: 3}
                log: {level: loud, format: xml}
                verify: {at: night}
                intake: {port: 8080}
                today: tomorrow
                """);

        assertThatThrownBy(() -> ConfigReader.read(file, Map.of("TIDEMARK_QUERY_QUEUE", "x"), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("bad.yaml:2:11: there is no setting metrics.prot; did you mean metrics.port?")
                .hasMessageContaining("bad.yaml:1:10: server.port must be a whole number from 0 to 65535, not 70000")
                .hasMessageContaining("server.behind-proxy must be true or false, not perhaps")
                .hasMessageContaining("server.base-path must be a path such as /benchmark")
                .hasMessageContaining("query.queue must be a whole number from 1 to 100000, not x")
                .hasMessageContaining("bad.yaml:4:10: verify.at must be a time such as 02:30, not night")
                .hasMessageContaining("bad.yaml:3:7: log.level must be error, warning, info or debug, not loud")
                .hasMessageContaining("log.format must be text or json, not xml")
                .hasMessageContaining("intake.folder must name the watched folder")
                .hasMessageContaining("bad.yaml:6:1: today must be a day such as 2026-03-01, not tomorrow");
    }

    @Test
    void uploadsHaveAPortOfTheirOwn() {
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(),
                Map.of("intake.port", "8080", "intake.folder", "landing")))
                .hasMessage("intake.port must differ from server.port");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TIDEMARK_SERVER_PROT | there is no environment variable TIDEMARK_SERVER_PROT; did you mean TIDEMARK_SERVER_PORT?
            TIDEMARK_LAEK        | there is no environment variable TIDEMARK_LAEK; did you mean TIDEMARK_LAKE?
            TIDEMARK_IDENTITY_PROVIDERS_NORTH_ISSUER | there is no environment variable TIDEMARK_IDENTITY_PROVIDERS_NORTH_ISSUER; settings of companies' providers can only be in the file
            TIDEMARK_SHARKS      | there is no environment variable TIDEMARK_SHARKS; tidemark serve --dump-config shows all
            """)
    void aVariableThatIsNoneOfOursIsToldWithTheNearest(String name, String message) {
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(name, "x", "PATH", "/bin"), Map.of()))
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            engine=sqlite                                             | engine must be duckdb or trino, not sqlite
            engine=trino                                              | trino.url must be an address such as https://trino.example.org:8443
            engine=trino;trino.url=http://t/x?user=me                 | trino.url must be an address such as https://trino.example.org:8443, not http://t/x?user=me
            engine=trino;trino.url=http://t:1                         | trino.location must be the lake's folder as Trino names it, such as s3://bucket/lake
            engine=trino;trino.url=http://t:1;trino.location=/lake    | trino.location must be the lake's folder as Trino names it, such as s3://bucket/lake, not /lake
            engine=trino;trino.catalog=a.b                            | trino.catalog must be the name of a catalog, in small letters, digits and _, not a.b
            engine=trino;trino.user=                                  | trino.user must name a user
            engine=trino;trino.url=http://t:1;trino.password=secret   | trino.password needs trino.url to be an https address
            engine=trino;trino.url=http://t:1;trino.publisher.token=x | trino.publisher.token needs trino.url to be an https address
            engine=trino;trino.password=a;trino.token=b               | trino.password and trino.token cannot both be set
            engine=trino;trino.url=https://t;trino.publisher.token=x  | trino.publisher.user must name the user whose password or token is set
            engine=trino;trino.certificate=/no/such.pem               | trino.certificate must be a file that
            """)
    void mistakesInTheSettingsOfTrino(String flags, String message) {
        Map<String, String> set = Arrays.stream(flags.split(";", -1)).map(flag -> flag.split("=", 2))
                .collect(Collectors.toMap(flag -> flag[0], flag -> flag[1]));
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), set)).isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            watch.dashboard=ftp://x                                            | watch.dashboard must be an https address
            watch.webhook=http://h.example.org/T0KEN;watch.webhook-secret=0123456789abcdef | watch.webhook must be an https address
            watch.webhook=https://h.example.org/T0KEN;watch.webhook-secret=short           | watch.webhook-secret must have 16 characters or more
            watch.webhook-secret=0123456789abcdef                              | watch.webhook and watch.webhook-secret must both be set
            watch.mail-host=m.example.org                                      | watch.mail-from must be an address such as tidemark@example.org
            watch.mail-host=m.example.org;watch.mail-from=a,b@c                | watch.mail-from must be an address such as tidemark@example.org, not a,b@c
            watch.mail-user=tm                                                 | watch.mail-user and watch.mail-password must both be set
            """)
    void mistakesInTheSettingsOfMessages(String flags, String message) {
        Map<String, String> set = Arrays.stream(flags.split(";", -1)).map(flag -> flag.split("=", 2))
                .collect(Collectors.toMap(flag -> flag[0], flag -> flag[1]));
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), set)).isInstanceOf(ConfigException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("T0KEN").hasMessageNotContaining("0123456789abcdef");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.5,500", "0,500,0.25", "0.5,500,0.0001", "0.5,heavy,0.25", ""})
    void limitsOfTheWatchThatAreNone(String limits) {
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), Map.of("watch.limits", limits)))
                .hasMessage("watch.limits must be three numbers such as"
                + " 0.5,500,0.25 (per mille per day for light fish, the weight in grams from which fish are heavy, "
                + "per mille per day for heavy fish)" + (limits.isEmpty() ? "" : ", not " + limits));
    }

    @Test
    void secretsOfTrinoAreNotShown() throws IOException {
        assertThat(ConfigReader.dump(everything(), Map.of(), Map.of())).contains("user: maker")
                .doesNotContain("fjord-42", "a.b.c");
        assertThat(ConfigReader.read(everything(), Map.of(), Map.of()).toString()).contains("maker")
                .doesNotContain("fjord-42", "a.b.c");
    }

    @Test
    void variablesOfTheLauncherAndOfKubernetesAreLeftAlone() {
        assertThat(ConfigReader.read(null, Map.of("TIDEMARK_JAVA_OPTIONS", "-Xmx1g", "TIDEMARK_SERVICE_HOST",
                "10.0.0.1",
                "TIDEMARK_PORT", "tcp://10.0.0.1:80", "TIDEMARK_PORT_80_TCP_ADDR", "10.0.0.1"), Map.of()))
                .isEqualTo(ConfigReader.read(null, Map.of(), Map.of()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            port: 8080            | :1:1: there is no setting port; did you mean server.port?
            sevrer: {port: 8080}  | :1:10: there is no setting sevrer.port; did you mean server.port?
            lkae: x               | :1:1: there is no setting lkae; did you mean lake?
            fjord: {deep: true}   | :1:9: there is no setting fjord.deep; tidemark serve --dump-config shows all
            """)
    void aKeyOfTheFileIsToldWithItsPlaceAndTheNearest(String yaml, String message) throws IOException {
        Path file = folder.resolve("keys.yaml");
        Files.writeString(file, yaml);
        assertThatThrownBy(() -> ConfigReader.read(file, Map.of(), Map.of())).hasMessage(file + message);
    }

    @Test
    void plainHttpStaysOnTheMachineUnlessAProxyIsThere() {
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), Map.of("server.host", "0.0.0.0")))
                .hasMessageContaining("set tls.certificate and tls.key, or tls.acme.directory, or put a proxy with TLS "
                        + "in front");
        assertThat(ConfigReader.read(null, Map.of(), Map.of("server.host", "0.0.0.0", "server.behind-proxy", "true"))
                .http().host()).isEqualTo("0.0.0.0");
        assertThat(ConfigReader.read(null, Map.of(), Map.of("server.host", "::1")).http().host()).isEqualTo("::1");
    }

    @Test
    void tlsOfItsOwnMayListenAnywhere() {
        assertThat(ConfigReader.read(null, Map.of(),
                Map.of("server.host", "0.0.0.0", "tls.certificate", "c.pem", "tls.key", "k.pem")).guard().tls())
                .isEqualTo(new GuardConfig.Tls(Path.of("c.pem"), Path.of("k.pem")));
    }

    @Test
    void anAuthoritysCertificateIsInTheStateFolder() {
        Map<String, String> flags = Map.of("server.host", "0.0.0.0", "tls.acme.directory",
                "https://ca.example.org:9000/acme/acme/directory", "tls.acme.domains", "A.example.org,b.example.org",
                "tls.acme.agree-terms", "true", "state", "/srv/state");
        ServerConfig config = ConfigReader.read(null, Map.of(), flags);
        assertThat(config.guard().acme()).isEqualTo(new GuardConfig.Acme(
                URI.create("https://ca.example.org:9000/acme/acme/directory"), List.of("a.example.org",
                "b.example.org"), null, true, 80, null, null, null));
        Path file = Path.of("/srv/state/acme-ca.example.org-9000-acme-acme-directory.pem");
        assertThat(config.certificate()).isEqualTo(new GuardConfig.Tls(file, file));
        assertThat(ConfigReader.dump(null, Map.of(), flags))
                .contains("  acme.domains: \"A.example.org,b.example.org\"\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "directory | http://ca.example.org/directory | must be an address such as "
        + "https://acme-v02.api.letsencrypt.org/directory, not http://ca.example.org/directory",
        "directory | '' | and tls.acme.domains must both be set; one of them is empty",
        "port | 9102 | must differ from metrics.port",
        "domains | *.example.org | must be domains such as north.example.org, not *.example.org",
        "contact | drift | must be an address such as tidemark@example.org, not drift",
        "agree-terms | false | must be true: the authority issues nothing to those who have not agreed to its terms, "
        + "whose address is in https://ca.example.org/directory",
        "port | 8080 | must differ from server.port",
        "eab-key-id | k1 | and tls.acme.eab-key-file must both be set; one of them is empty",
        "trust | /none.pem | must be a file that %s may read, not /none.pem"})
    void mistakesOfAnAuthority(String key, String value, String message) {
        Map<String, String> flags = new HashMap<>(Map.of("tls.acme.directory", "https://ca.example.org/directory",
                "tls.acme.domains", "a.example.org", "tls.acme.agree-terms", "true", "metrics.port", "9102"));
        flags.put("tls.acme." + key, value);
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), flags)).hasMessageContaining("tls.acme." + key + " "
                + message.formatted(System.getProperty("user.name")));
    }

    @Test
    void filesAndAnAuthorityTogetherAreAMistake() {
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), Map.of("tls.acme.directory",
                "https://ca.example.org/directory", "tls.acme.domains", "a.example.org", "tls.acme.agree-terms", "true",
                "tls.certificate", "c.pem", "tls.key", "k.pem")))
                .hasMessage("tls.acme.directory and tls.certificate cannot both be set");
    }

    @Test
    void whatIsNoYamlAndWhatIsNotThereAreMistakes() throws IOException {
        Path broken = folder.resolve("broken.yaml");
        Files.writeString(broken, "server: {port: 1");

        assertThatThrownBy(() -> ConfigReader.read(broken, Map.of(), Map.of()))
                .hasMessageContaining("broken.yaml:1:17: cannot be read as YAML: while parsing a flow mapping, expected "
                + "',' or '}'");
        Files.writeString(broken, "lake: a\nlake: b\n");
        assertThatThrownBy(() -> ConfigReader.read(broken, Map.of(), Map.of()))
                .hasMessageContaining("broken.yaml:2:5: cannot be read as YAML: Duplicate field 'lake'");
        assertThatThrownBy(() -> ConfigReader.read(folder.resolve("none.yaml"), Map.of(), Map.of()))
                .hasMessageContaining("there is no readable file");
        assertThatThrownBy(() -> ConfigReader.read(folder, Map.of(), Map.of())).isInstanceOf(ConfigException.class)
                .hasMessage(folder + " is a folder, not a file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"- lake: x", "lake"})
    void whatHasNoNamesIsNoConfiguration(String yaml) throws IOException {
        Path file = folder.resolve("list.yaml");
        Files.writeString(file, yaml);
        assertThatThrownBy(() -> ConfigReader.read(file, Map.of(), Map.of()))
                .hasMessage(file + ":1:1: a setting is a name and a value, such as lake: /srv/lake");
    }

    // root, whom the tests may run as, may read everything
    @Test
    void aFileOfSomebodyElseIsNotCalledMissing() {
        assertThat(ConfigReader.unreadable(Path.of("/etc/tidemark/tidemark.yaml"),
                new AccessDeniedException("/etc/tidemark/tidemark.yaml")))
                .isEqualTo("/etc/tidemark/tidemark.yaml cannot be read by " + System.getProperty("user.name")
                        + ": run this as the server's user, such as"
                        + " sudo -u tidemark, or let TIDEMARK_CONFIG name another file");
    }

    @Test
    void theDumpIsAFileThatGivesTheSameConfiguration() throws IOException {
        Path file = everything();
        Path dumped = folder.resolve("dumped.yaml");
        Files.writeString(dumped, ConfigReader.dump(file, Map.of(), Map.of()));

        // but for secrets
        Map<String, String> secrets = Map.of("TIDEMARK_TRINO_TOKEN", "a.b.c", "TIDEMARK_TRINO_PUBLISHER_PASSWORD",
                "fjord-42",
                "TIDEMARK_WATCH_WEBHOOK", "https://hooks.example.org/pens?token=T0KEN",
                "TIDEMARK_WATCH_WEBHOOK_SECRET", "a secret of the hook", "TIDEMARK_WATCH_MAIL_PASSWORD", "pa55word");
        assertThat(ConfigReader.read(dumped, secrets, Map.of())).isEqualTo(ConfigReader.read(file, Map.of(), Map.of()));
        assertThat(Files.readString(dumped)).contains("(TIDEMARK_QUERY_QUEUE)\n  queue: 7\n");
    }

    /** Commands that the scripts start would refuse the variables that these set. */
    @ParameterizedTest
    @ValueSource(strings = {"tidemark", "build"})
    void whatTheStartingScriptsSetIsKnown(String script) throws IOException {
        Set<String> names = Pattern.compile("TIDEMARK_[A-Z_]+").matcher(Files.readString(Path.of("../bin", script)))
                .results().map(MatchResult::group).collect(Collectors.toSet());
        assertThat(names).isNotEmpty();
        assertThat(EnvironmentNames.mistakes(names)).isEmpty();
    }

    @Test
    void theWebhookIsASecret() {
        Map<String, String> flags = Map.of("watch.webhook", "https://hooks.example.org/services/T0KEN",
                "watch.webhook-secret", "a secret of the hook");

        assertThat(ConfigReader.dump(null, Map.of(), flags))
                .contains("  # set, not shown: webhook: ***\n").doesNotContain("T0KEN");
        assertThat(ConfigReader.read(null, Map.of(), flags).toString()).doesNotContain("T0KEN");
        assertThat(Objects.requireNonNull(ConfigReader.read(null, Map.of(), flags).watch().webhook()).address())
                .hasToString("https://hooks.example.org/services/T0KEN");
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), Map.of("watch.webhook", "T0KEN of ours",
                "watch.webhook-secret", "a secret of the hook")))
                .hasMessage("watch.webhook must be an https address, or http on this machine");
    }

    @Test
    void eachSettingHasAMeaningAndEachMeaningASetting() {
        assertThat(SettingKey.all(List.of("acme"))).extracting(setting -> setting.declared().key())
                .containsAll(SettingKey.MEANINGS.keySet());
        assertThat(SettingKey.all(List.of("acme"))).allSatisfy(setting -> assertThat(setting.meaning()).isNotBlank());
    }

    @Test
    void proxiesAreBelievedOnlyWhereOneIsSaidToBe() {
        assertThat(ConfigReader.read(null, Map.of(), Map.of("proxy.trusted", "10.0.0.1")).guard().trustedProxies())
                .isEmpty();
        assertThat(ConfigReader.read(null, Map.of(), Map.of("server.behind-proxy", "true")).guard().trustedProxies())
                .containsExactly(range("127.0.0.1"), range("::1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "tls.key | key.pem | tls.certificate and tls.key must both be set; one of them is empty",
        "cors.allowed-origins | * | cors.allowed-origins must be origins such as https://app.example.org, not *",
        "cors.allowed-origins | https://a/ | cors.allowed-origins must be origins such as https://app.example.org, "
        + "not https://a/",
        "limits.requests-per-second | 0 | limits.requests-per-second must be a whole number from 1 to 1000000, not 0"})
    void mistakesOfTheGuard(String key, String value, String message) {
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), Map.of(key, value))).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "x | metrics.port must be a whole number from 0 to 65535, not x",
        "65536 | metrics.port must be a whole number from 0 to 65535, not 65536",
        "8080 | metrics.port must differ from server.port"})
    void mistakesOfTheMetrics(String port, String message) {
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of("TIDEMARK_METRICS_PORT", port), Map.of()))
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TIDEMARK_PROXY_TRUSTED", "TIDEMARK_IDENTITY_EXTERNAL_ROLES",
        "TIDEMARK_CORS_ALLOWED_ORIGINS", "TIDEMARK_INTAKE_FILES", "TIDEMARK_WATCH_MAIL_PORT"})
    void aSettingOfWhatIsOffMayBeEmpty(String variable) {
        assertThat(ConfigReader.read(null, Map.of(variable, ""), Map.of()))
                .isEqualTo(ConfigReader.read(null, Map.of(), Map.of()));
    }

    @Test
    void bothPortsMayBeAnyFreeOne() {
        assertThat(ConfigReader.read(null, Map.of(), Map.of("server.port", "0", "metrics.port", "0")).metrics())
                .isEqualTo(new ServerConfig.Metrics(0));
    }

    @Test
    void aProxyIsAnAddressAndNoName() {
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(),
                Map.of("server.behind-proxy", "true", "proxy.trusted", "proxy.example.org,10.0.0.0/33,10.1")))
                .hasMessageContaining("not proxy.example.org").hasMessageContaining("not 10.0.0.0/33")
                .hasMessageContaining("not 10.1");
    }

    private static AddressRange range(String text) {
        return AddressRange.parse(text).orElseThrow();
    }

    private Path everything() throws IOException {
        Path file = folder.resolve("tidemark.yaml");
        Files.writeString(file, """
                server:
                  host: 0.0.0.0
                  port: 9000
                  base-path: /analytics/benchmark
                  behind-proxy: true
                  max-connections: 50
                  max-url-bytes: 4096
                  max-header-bytes: 8192
                  request-seconds: 5
                lake: /data/lake
                state: /data/state
                sql: /data/sql
                today: 2026-03-01
                query:
                  concurrent: 3
                  queue: 7
                  caller-concurrent: 5
                  caller-queue: 6
                  timeout-seconds: 11
                  slow-ms: 12
                  send-seconds: 13
                  max-rows: 14
                  cache-mb: 15
                  warm-up: false
                  engine-threads: 4
                  engine-memory-mb: 512
                  spill-mb: 2048
                  keep-snapshot-seconds: 16
                engine: trino
                trino:
                  url: https://trino.example.org:8443
                  catalog: fish
                  location: s3://coast/lake/
                  certificate: /dev/null
                  user: asker
                  token: a.b.c
                  publisher: {user: maker, password: fjord-42}
                proxy:
                  trusted: [10.0.0.0/8, "2001:db8::1"]
                tls: {certificate: /etc/tidemark/cert.pem, key: /etc/tidemark/key.pem}
                cors:
                  allowed-origins: "https://App.example.org, http://localhost:3000"
                limits:
                  sign-in-failures-per-minute: 5
                  longest-wait-seconds: 60
                  requests-per-second: 20
                watch: {limits: "1, 800, 0.3", dashboard: "https://bm.example.org/dashboard/", webhook: "https://hooks.example.org/pens?token=T0KEN",
                  webhook-secret: a secret of the hook, mail-host: mail.example.org, mail-port: 2525, mail-user: tm, mail-password: pa55word,
                  mail-from: tm@example.org}
                mcp: {enabled: true, max-rows: 77}
                audit: {file: /var/log/tidemark/audit.log, max-megabytes: 0, keep: 3}
                access: {keep-days: 7, max-megabytes: 11}
                alert: {failures: 7, window-seconds: 90}
                metrics: {port: 9464}
                log: {level: debug, format: json}
                verify: {at: "", megabytes-per-second: 5}
                ledger: {copy: /srv/second/ledger}
                intake: {port: 8444, folder: /srv/landing, part-mb: 8, file-mb: 100, daily-mb: 200, files: 30, unfinished: 4, waiting: 9, free-mb: 300,
                  concurrent: 5, requests-per-second: 6, request-seconds: 7}
                dashboard: {authority-name: Mattilsynet og Fiskeridirektoratet}
                auth: {refresh-needs-client-secret: true}
                identity:
                  issuer: https://id.example.org
                  audience: benchmark
                  external:
                    issuer: https://login.example.org/realms/coast
                    audience: coast
                    jwks: https://login.example.org/keys
                    roles-claim: realm_access.roles
                    permissions-claim: rights
                    farmer-claim: company
                    roles: [boss=admin, fish=farmer=farmer]
                    client-id: board
                    scopes: openid roles
                  sign-in-by: list
                  providers:
                    south-2: {issuer: "https://id.south.example.org/t/1", audience: bench, jwks: "https://id.south.example.org/keys",
                      roles-claim: realm_access.roles, permissions-claim: rights, farmer-claim: company, roles: [sjef=analyst, alle=farmer], farmers: "*",
                      may-deliver: true, client-id: board-2, scopes: openid email, client-secret-file: /dev/null, title: South & Sons,
                      domains: [South.example.org, sør.example.org]}
                    north: {issuer: "https://login.north.example.org", farmers: [F1, F3]}
                """);
        return file;
    }
}
