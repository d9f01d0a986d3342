package io.tidemark.server.tls;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.TidemarkServer;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.http.limit.GuardedServer;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS with real certificates and clients that check them. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class TlsTest {
    @TempDir
    static Path certificates;

    private static TestCertificate first;
    private static TestCertificate second;
    private static TestCertificate elliptic;
    private static SSLContext trust;

    @TempDir
    Path folder;

    private Path certificate;
    private Path key;

    @BeforeAll
    static void make() throws Exception {
        first = TestCertificate.make(certificates, "RSA", "first");
        second = TestCertificate.make(certificates, "RSA", "second");
        elliptic = TestCertificate.make(certificates, "EC", "elliptic");
        trust = TestCertificate.trusting(first, second, elliptic);
    }

    @BeforeEach
    void files() {
        certificate = folder.resolve("cert.pem");
        key = folder.resolve("key.pem");
    }

    private GuardedServer serve(TestCertificate served) throws Exception {
        return serve(served, Map.of());
    }

    private GuardedServer serve(TestCertificate served, Map<String, String> settings) throws Exception {
        served.writeCertificate(certificate);
        served.writeKey(key);
        return start(settings);
    }

    private GuardedServer start() {
        return start(Map.of());
    }

    private GuardedServer start(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(Map.of("tls.certificate", certificate.toString(), "tls.key", key.toString()));
        return new GuardedServer(folder, all, HttpClient.newBuilder().sslContext(trust).build());
    }

    @Test
    void aClientSignsInOverTls() throws Exception {
        try (GuardedServer server = serve(first)) {
            HttpResponse<String> answer = server.get("/v3/auth/userinfo", server.token("kari"));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.sslSession()).isPresent();
            assertThat(answer.headers().firstValue("Strict-Transport-Security")).contains("max-age=31536000");
            assertThat(server.events).anyMatch(e -> e instanceof Event.CertificateServed served
                    && served.subject().equals("CN=first"));
        }
    }

    @Test
    void theCommandDeliversToAServerWhoseAuthorityItIsTold() throws Exception {
        Path landing = Files.createDirectory(folder.resolve("landing"));
        Path delivery = Files.createDirectory(folder.resolve("july"));
        Files.writeString(delivery.resolve("stock.csv"), "date\n");
        try (GuardedServer server = serve(first, Map.of("intake.port", "0", "intake.folder", landing.toString()))) {
            ClientCredentials client = server.server.identity().accounts()
                    .addClient("havlaks", Access.of(Role.FARMER, "F07", Set.of(Permission.DELIVER)));
            Path secret = Files.writeString(folder.resolve("secret"), client.clientSecret() + "\n");
            String to = "deliver " + delivery + " --to https://localhost:" + server.server.intakePort().orElseThrow()
                    + " --client-id " + client.client().id() + " --secret-file " + secret + " --retries 0";

            CommandRun stranger = CommandRun.of(to.split(" "));
            assertThat(stranger.code()).as(stranger.err()).isEqualTo(5);
            assertThat(stranger.err()).contains("certificat").doesNotContain("\tat ");
            second.writeCertificate(folder.resolve("other.pem"));
            assertThat(CommandRun.of((to + " --cacert " + folder.resolve("other.pem")).split(" ")).code()).isEqualTo(5);
            assertThat(landing).isEmptyDirectory();

            CommandRun run = CommandRun.of((to + " --cacert " + certificate).split(" "));
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(landing.resolve("F07+july/farmers/F07/stock.csv")).hasContent("date\n");
        }
    }

    @Test
    void oldVersionsAreRefused() throws Exception {
        try (GuardedServer server = serve(elliptic)) {
            for (String version : new String[] {"TLSv1.2", "TLSv1.3"}) {
                try (SSLSocket socket = connect(server, version)) {
                    socket.startHandshake();
                    assertThat(socket.getSession().getProtocol()).isEqualTo(version);
                }
            }
            for (String version : new String[] {"TLSv1.1", "TLSv1"}) {
                try (SSLSocket socket = connect(server, version)) {
                    assertThatThrownBy(socket::startHandshake).as(version).isInstanceOf(SSLException.class);
                }
            }
            // plain HTTP to the same port is not answered
            assertThat(server.raw("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")).doesNotContain("HTTP/1.1");
        }
    }

    @Test
    void handshakesThatFailTakeNoConnectionAway() throws Exception {
        try (GuardedServer server = serve(first, Map.of("server.max-connections", "2"))) {
            for (int i = 0; i < 5; i++) {
                assertThat(server.raw("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                        .doesNotContain("HTTP/1.1");
            }
            try (SSLSocket socket = connect(server, "TLSv1.3")) {
                socket.setSoTimeout(120_000);
                socket.startHandshake();
                assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
            }
        }
    }

    @Test
    void requestsAreReadAsStrictly() throws Exception {
        String smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
        Map<String, String> bodies = Map.of(
                "Content-Length: 0\r\nContent-Length: " + smuggled.length(), smuggled,
                "Transfer-Encoding: xchunked", smuggled,
                "Transfer-Encoding: chunked", "1\r\n{}\r\n0\r\n\r\n" + smuggled);
        try (GuardedServer server = serve(elliptic)) {
            for (Map.Entry<String, String> body : bodies.entrySet()) {
                try (SSLSocket socket = connect(server, "TLSv1.3")) {
                    // HTTP/2 is offered and not taken
                    SSLParameters offer = socket.getSSLParameters();
                    offer.setApplicationProtocols(new String[] {"h2", "http/1.1"});
                    socket.setSSLParameters(offer);
                    socket.getOutputStream().write(("POST /v3/auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                            + "application/json"
                            + "\r\n" + body.getKey() + "\r\n\r\n" + body.getValue())
                            .getBytes(StandardCharsets.US_ASCII));
                    String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                    assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
                    assertThat(answer).as(body.getKey()).startsWith("HTTP/1.1 400 ").containsOnlyOnce("HTTP/1.1 ");
                }
            }
            assertThat(server.events).noneMatch(event -> event.toString().contains("smuggled"));
        }
    }

    private static SSLSocket connect(GuardedServer server, String version) throws Exception {
        SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(),
                server.server.port());
        socket.setSoTimeout(120_000);
        socket.setEnabledProtocols(new String[] {version});
        return socket;
    }

    @Test
    void aNewCertificateIsServedWithoutARestartAndABrokenOneIsNot() throws Exception {
        try (GuardedServer server = serve(first)) {
            assertThat(served(server)).isEqualTo("CN=first");
            // half of a new pair: the old one stays
            second.writeCertificate(certificate);
            await(server, Event.CertificateRefused.class, 1);
            assertThat(served(server)).isEqualTo("CN=first");
            second.writeKey(key);
            await(server, Event.CertificateServed.class, 2);
            assertThat(served(server)).isEqualTo("CN=second");
            Files.writeString(certificate, "nothing that is a certificate");
            await(server, Event.CertificateRefused.class, 2);
            assertThat(served(server)).isEqualTo("CN=second");
            // the first one's tokens and clients go on
            assertThat(server.get("/v3/auth/userinfo", server.token("kari")).statusCode()).isEqualTo(200);
        }
    }

    private static void await(GuardedServer server, Class<? extends Event> kind, int times) {
        eventually().untilAsserted(() -> assertThat(server.events.stream().filter(kind::isInstance))
                .as("%s", server.events).hasSize(times));
    }

    /** Who a new connection finds. */
    private static String served(GuardedServer server) throws Exception {
        try (SSLSocket socket = connect(server, "TLSv1.3")) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSubjectX500Principal().getName();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"other key", "no key", "no certificate", "not PEM", "swapped"})
    void filesThatCannotBeUsedAreSaidAtStart(String fault) throws Exception {
        first.writeCertificate(certificate);
        first.writeKey(key);
        String words = switch (fault) {
            case "other key" -> {
                second.writeKey(key);
                yield "is not the key of the certificate";
            }
            case "no key" -> {
                Files.delete(key);
                yield "key.pem";
            }
            case "no certificate" -> {
                Files.delete(certificate);
                yield "cert.pem";
            }
            case "not PEM" -> {
                Files.writeString(key, "no key at all");
                yield "key.pem";
            }
            default -> {
                first.writeCertificate(key);
                first.writeKey(certificate);
                yield "key.pem";
            }
        };
        assertThatThrownBy(this::start).isInstanceOf(ConfigException.class).hasMessageContaining(words)
                .hasMessageNotContaining("BEGIN").hasMessageNotContaining("no key at all");
    }

    /** By the server's clock: its certificate is good for 30 days. */
    @ParameterizedTest(name = "{0} days later")
    @CsvSource({"0, good until, 0", "40, expired at, 1"})
    void anExpiredCertificateIsToldInLogReadyAndMetrics(int days, String words, int told) throws Exception {
        first.writeCertificate(certificate);
        first.writeKey(key);
        List<Event> events = new CopyOnWriteArrayList<>();
        ServerConfig config = ConfigReader.read(null, Map.of(),
                Map.of("lake", folder.resolve("lake").toString(), "state",
                folder.resolve("state").toString(), "server.port", "0", "metrics.port", "0", "tls.certificate",
                certificate.toString(), "tls.key", key.toString()));
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(days));
        try (TidemarkServer server = TidemarkServer.start(config, events::add, List::of, later);
                HttpClient client = HttpClient.newBuilder().sslContext(trust).build()) {
            String ready = client.send(HttpRequest.newBuilder(URI.create("https://localhost:" + server.port()
                    + "/health/ready")).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
            assertThat(ready).contains("\"certificate\"", words + " " + ((X509Certificate) first.certificate())
                    .getNotAfter().toInstant());
            assertThat(events.stream().filter(Event.CertificateExpired.class::isInstance)).hasSize(told);
            String metrics = client.send(HttpRequest.newBuilder(URI.create(server.metrics().orElseThrow())).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
            double left = Double.parseDouble(metrics.lines()
                    .filter(line -> line.startsWith("tidemark_certificate_days_left ")).findFirst()
                    .orElseThrow().replaceFirst(".* ", ""));
            assertThat(left).isBetween(29.0 - days, 30.0 - days);
            assertThat(metrics).containsPattern("tidemark_disk_free_bytes\\{folder=\"state\"\\} [1-9]")
                    .contains("tidemark_disk_free_bytes{folder=\"lake\"}");
        }
    }
}
