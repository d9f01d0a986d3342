package io.tidemark.server.tls;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.history.JobRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.TidemarkServer;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.Event;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates of an authority (RFC 8555), whose challenges reach a real server. */
@SuppressWarnings("NullAway.Init") // set before each test
final class AcmeTest {

    private static final String NAME = "benchmark.example.org";

    @TempDir
    Path folder;

    private final List<Event> events = new CopyOnWriteArrayList<>();
    private TestAuthority authority;
    private SSLContext trust;

    @BeforeEach
    void open() throws Exception {
        authority = new TestAuthority();
        authority.writeRoot(folder.resolve("root.pem"));
        trust = authority.trusted();
    }

    @AfterEach
    void close() {
        authority.close();
    }

    private ServerConfig config(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of("lake", folder.resolve("lake").toString(), "state",
                folder.resolve("state").toString(), "server.port", "0", "metrics.port", "0", "tls.acme.directory",
                authority.directory(), "tls.acme.domains", NAME, "tls.acme.agree-terms", "true", "tls.acme.port", "0",
                "tls.acme.trust", folder.resolve("root.pem").toString(), "tls.acme.contact", "drift@example.org"));
        settings.putAll(more);
        return ConfigReader.read(null, Map.of(), settings);
    }

    private GuardConfig.Acme acme() {
        return Objects.requireNonNull(config(Map.of()).guard().acme());
    }

    private Path state() {
        return folder.resolve("state");
    }

    private TidemarkServer start(Clock clock, Map<String, String> more) {
        authority.port = new CompletableFuture<>();
        events.clear();
        return TidemarkServer.start(config(more), events::add, List::of, clock);
    }

    /** Starts a server that the authority can reach. */
    private TidemarkServer reachable(Clock clock, Map<String, String> more) {
        TidemarkServer server = start(clock, more);
        authority.port.complete(server.acmePort().orElseThrow());
        return server;
    }

    private TidemarkServer reachable() {
        return reachable(Clock.systemUTC(), Map.of());
    }

    private static Clock later(int days) {
        return Clock.offset(Clock.systemUTC(), Duration.ofDays(days));
    }

    private <E extends Event> E await(Class<E> kind, int number) {
        eventually().untilAsserted(() -> assertThat(all(kind)).as("%s", events).hasSizeGreaterThanOrEqualTo(number));
        return all(kind).get(number - 1);
    }

    private <E extends Event> List<E> all(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Who a new connection finds, whose root it trusts. */
    private X509Certificate served(TidemarkServer server) throws Exception {
        try (SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(),
                server.port())) {
            socket.setSoTimeout(120_000);
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private static HttpResponse<String> get(String address) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(address)).build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static int status(TidemarkServer server, String path) throws Exception {
        return get("http://127.0.0.1:" + server.acmePort().orElseThrow() + path).statusCode();
    }

    private List<Path> kept() throws Exception {
        try (Stream<Path> files = Files.list(state())) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("acme-")).sorted().toList();
        }
    }

    @Test
    void theFirstCertificateIsOrderedAndKept() throws Exception {
        try (TidemarkServer server = reachable()) {
            assertThat(await(Event.CertificateServed.class, 1).subject()).isEqualTo(NAME);
            assertThat(TlsFiles.names(served(server))).containsExactly(NAME);
            assertThat(get(server.metrics().orElseThrow()).body()).contains("tidemark_certificate_life_days 90.0\n");
            // an answer is known only while its order runs, and the port has nothing else
            assertThat(authority.asked).hasSize(1);
            for (String path : List.of(authority.asked.keySet().iterator().next(), "/", "/v3/auth/userinfo",
                    "/.well-known/acme-challenge/")) {
                assertThat(status(server, path)).as(path).isEqualTo(404);
            }
            assertThat(authority.contacts).containsExactly("[\"mailto:drift@example.org\"]");
            assertThat(kept()).hasSize(2).allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------")));
        }
        try (TidemarkServer again = reachable()) {
            assertThat(TlsFiles.names(served(again))).containsExactly(NAME);
            assertThat(authority.orders).containsExactly(List.of(NAME));
        }
    }

    /** 90 days are renewed 30 days before their end, 45 days at a third of them: 15. */
    @ParameterizedTest(name = "of {0} days, {1} are over")
    @CsvSource({"90, 59, false", "90, 61, true", "45, 29, false", "45, 31, true", "365, 334, false", "365, 336, true"})
    void aCertificateThatEndsSoonIsRenewedWithoutARestart(int life, int over, boolean renewed) throws Exception {
        Instant begin = Instant.now().minus(Duration.ofDays(over));
        authority.from = begin.minusSeconds(60);
        authority.life = Duration.ofDays(life);
        try (TidemarkServer _ = reachable(later(-over), Map.of())) {
            await(Event.CertificateServed.class, 1);
        }
        authority.from = Instant.now().minusSeconds(60);
        try (TidemarkServer server = start(Clock.systemUTC(), Map.of())) {
            X509Certificate old = served(server);
            assertThat(old.getNotBefore().toInstant()).isBefore(begin);
            authority.port.complete(server.acmePort().orElseThrow());
            if (renewed) {
                await(Event.CertificateServed.class, 2);
                assertThat(served(server).getNotAfter()).isAfter(old.getNotAfter());
                assertThat(served(server).getPublicKey()).isNotEqualTo(old.getPublicKey());
            }
        }
        assertThat(authority.orders).hasSize(renewed ? 2 : 1);
        assertThat(authority.contacts).as("one account").hasSize(1);
    }

    @Test
    void aServerWhoseAuthorityIsDownStartsAndServesWhatItHas() throws Exception {
        authority.down = true;
        try (TidemarkServer server = reachable()) {
            Event.CertificateNotIssued told = await(Event.CertificateNotIssued.class, 1);
            assertThat(told.reason()).contains("closed for the night");
            assertThat(told.notAfter()).isNull();
            assertThat(told.next()).isEqualTo(told.time().plusSeconds(120));
            assertThatThrownBy(() -> served(server)).isInstanceOf(SSLException.class);
            assertThat(status(server, "/.well-known/acme-challenge/AAAABBBBCCCCDDDDEEEEFF")).isEqualTo(404);
            eventually().untilAsserted(() -> assertThat(get(server.metrics().orElseThrow()).body())
                    .contains("tidemark_events_total{event=\"certificate_not_issued\"} 1.0\n",
                    "tidemark_certificate_days_left 0.0\n", "tidemark_certificate_life_days 0.0\n"));
        }
        authority.down = false;
        try (TidemarkServer _ = reachable()) {
            await(Event.CertificateServed.class, 1);
        }
        authority.down = true;
        try (TidemarkServer server = reachable(later(70), Map.of())) {
            Event.CertificateNotIssued told = await(Event.CertificateNotIssued.class, 1);
            assertThat(told.notAfter()).isEqualTo(served(server).getNotAfter().toInstant());
        }
        authority.close();
        try (TidemarkServer server = reachable(later(70), Map.of())) {
            assertThat(await(Event.CertificateNotIssued.class, 1).reason()).contains("ConnectException");
            assertThat(TlsFiles.names(served(server))).containsExactly(NAME);
        }
    }

    @Test
    void whatTheAuthorityRefusesIsTold() throws Exception {
        try (TidemarkServer server = start(Clock.systemUTC(), Map.of())) {
            authority.port.complete(server.port());
            assertThat(await(Event.CertificateNotIssued.class, 1).reason()).contains(NAME, "no answer at " + NAME);
            assertThat(status(server, authority.asked.keySet().iterator().next())).isEqualTo(404);
        }
        authority.forbidden.add("other.example.org");
        try (TidemarkServer _ = reachable(Clock.systemUTC(), Map.of("tls.acme.domains",
                NAME + ",other.example.org"))) {
            assertThat(await(Event.CertificateNotIssued.class, 1).reason())
                    .contains("nothing is issued for \"other.example.org\"");
        }
        authority.instead = List.of("evil.example.org");
        try (TidemarkServer _ = reachable()) {
            assertThat(await(Event.CertificateNotIssued.class, 1).reason())
                    .contains("is for [evil.example.org], not for [" + NAME + "]");
            assertThat(all(Event.CertificateServed.class)).isEmpty();
        }
        // the key of the account alone
        assertThat(kept()).hasSize(1);
    }

    @Test
    void changedNamesAndDamagedFilesAreOrderedAnew() throws Exception {
        try (TidemarkServer _ = reachable()) {
            await(Event.CertificateServed.class, 1);
        }
        try (TidemarkServer server = reachable(Clock.systemUTC(), Map.of("tls.acme.domains",
                NAME + ",other.example.org"))) {
            await(Event.CertificateServed.class, 2);
            assertThat(TlsFiles.names(served(server))).containsExactly(NAME, "other.example.org");
        }
        Files.writeString(acme().files(state()).certificate(), "cut");
        try (TidemarkServer server = reachable()) {
            await(Event.CertificateServed.class, 1);
            assertThat(TlsFiles.names(served(server))).containsExactly(NAME);
        }
        assertThat(authority.orders).hasSize(3);
        Files.writeString(acme().account(state()), "{\"kty\":\"EC\",\"d\":\"treasure\"}");
        Files.delete(acme().files(state()).certificate());
        try (TidemarkServer _ = reachable()) {
            assertThat(await(Event.CertificateNotIssued.class, 1).reason()).contains("-account.json holds no key")
                    .doesNotContain("treasure");
        }
    }

    @Test
    void aCertificateThatIsNoBetterLeavesTheOneBefore() throws Exception {
        try (TidemarkServer _ = reachable()) {
            await(Event.CertificateServed.class, 1);
        }
        byte[] first = Files.readAllBytes(acme().files(state()).certificate());
        // behind the root, which has not signed it
        String pem = new String(first, StandardCharsets.US_ASCII);
        authority.behind = pem.substring(pem.indexOf("-----BEGIN CERTIFICATE"));
        try (TidemarkServer server = reachable(later(70), Map.of())) {
            assertThat(await(Event.CertificateNotIssued.class, 1).reason()).contains("chain that cannot be served");
            assertThat(TlsFiles.names(served(server))).containsExactly(NAME);
        }
        authority.behind = "";
        authority.life = Duration.ofDays(80);
        try (TidemarkServer _ = reachable(later(70), Map.of())) {
            assertThat(await(Event.CertificateNotIssued.class, 1).reason()).contains("no longer than the one before");
        }
        assertThat(acme().files(state()).certificate()).hasBinaryContent(first);
        assertThat(kept()).hasSize(2);
        // a file of such a chain is no reason to stay down
        Files.writeString(acme().files(state()).certificate(), new String(first, StandardCharsets.US_ASCII)
                + pem.substring(pem.indexOf("-----BEGIN CERTIFICATE")));
        try (TidemarkServer server = reachable()) {
            await(Event.CertificateServed.class, 1);
            assertThat(TlsFiles.names(served(server))).containsExactly(NAME);
        }
    }

    @Test
    void aClockThatIsYearsAwayOrdersOnce() throws Exception {
        try (TidemarkServer server = reachable(later(3_650), Map.of())) {
            Event.CertificateNotIssued told = await(Event.CertificateNotIssued.class, 1);
            assertThat(told.reason()).contains("the clock of this machine says");
            assertThat(told.next()).isEqualTo(told.time().plus(Duration.ofHours(6)));
            await(Event.CertificateServed.class, 1);
            assertThat(TlsFiles.names(served(server))).containsExactly(NAME);
        }
        assertThat(authority.orders).hasSize(1);
    }

    @Test
    void anAccountCanBeBoundToACustomer() throws Exception {
        authority.wantsBinding = true;
        Path key = Files.writeString(folder.resolve("hmac"), TestAuthority.BINDING_KEY + "\n");
        try (TidemarkServer _ = reachable()) {
            assertThat(await(Event.CertificateNotIssued.class, 1).reason()).isNotEmpty();
            assertThat(authority.orders).isEmpty();
        }
        try (TidemarkServer _ = reachable(Clock.systemUTC(), Map.of("tls.acme.eab-key-id",
                TestAuthority.BINDING_ID, "tls.acme.eab-key-file", key.toString()))) {
            await(Event.CertificateServed.class, 1);
            assertThat(events.toString()).doesNotContain(TestAuthority.BINDING_KEY);
        }
    }

    @Test
    void anAuthorityThatNobodyHasSignedIsNotAsked() throws Exception {
        TestAuthority stranger = new TestAuthority();
        try (stranger; TidemarkServer _ = reachable(Clock.systemUTC(),
                Map.of("tls.acme.directory", stranger.directory()))) {
            assertThat(await(Event.CertificateNotIssued.class, 1).reason()).contains("SSLHandshakeException");
            assertThat(stranger.contacts).isEmpty();
        }
    }

    /** After 50 ms, 100 ms, 200 ms and so on. */
    @Test
    void aFailedOrderIsRepeatedAfterAGrowingWait() throws Exception {
        authority.down = true;
        authority.proven = true;
        GuardConfig.Acme acme = acme();
        Path state = Files.createDirectory(state());
        Lake lake = Lake.at(Files.createDirectory(state.resolveSibling("lake")));
        try (AcmeRenewal renewal = AcmeRenewal.start(acme, state, lake, new AcmeChallenges(), events::add,
                Clock.systemUTC(), Duration.ofMillis(50))) {
            assertThat(renewal).isNotNull();
            await(Event.CertificateNotIssued.class, 3);
            assertThat(all(Event.CertificateNotIssued.class).stream().limit(3)
                    .map(each -> Duration.between(each.time(), each.next()).toMillis()))
                    .containsExactly(50L, 100L, 200L);
            authority.down = false;
            eventually().untilAsserted(() -> assertThat(JobRecord.of(lake, "certificate")).isPresent());
            assertThat(TlsFiles.names(Objects.requireNonNull(TlsFiles.read(acme.files(state)).certificate())))
                    .isEqualTo(Set.of(NAME));
        }
    }
}
