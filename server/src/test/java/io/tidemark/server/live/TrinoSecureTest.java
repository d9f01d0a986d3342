package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.tls.TestCertificate;
import io.tidemark.server.trino.ObjectStore;
import io.tidemark.server.trino.TrinoCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Trino over TLS that asks for a password or a token, and a lake that its workers read from object storage. */
@Tag("trino")
@SuppressWarnings("NullAway.Init") // set before all tests
class TrinoSecureTest {

    private static final LocalDate DAY = LocalDate.of(2026, 3, 2);
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 8);
    private static final String REQUEST = "/v3/mortality/areas/week";
    private static final String PASSWORD = "a password of this test";
    private static final String SIGNING_KEY = Base64.getEncoder()
            .encodeToString("a signing key of this test alone, long enough".getBytes(StandardCharsets.UTF_8));

    @TempDir
    static Path own;
    /** Its folders are buckets. */
    @TempDir
    static Path buckets;

    private static ObjectStore store;
    private static TrinoCluster cluster;
    private static Path certificate;

    @BeforeAll
    static void start() throws Exception {
        store = ObjectStore.start(buckets, own);
        TestCertificate certified = TestCertificate.make(own, "RSA", "trino");
        certificate = own.resolve("ca.pem");
        certified.writeCertificate(certificate);
        Files.writeString(own.resolve("jwt.key"), SIGNING_KEY);
        write(own.resolve("passwords.properties"), Map.of("tidemark", PASSWORD));
        write(own.resolve("coordinator.properties"),
                Map.of("http-server.https.enabled", "true", "http-server.https.port", "0",
                "http-server.https.keystore.path", own.resolve("trino.p12").toString(),
                "http-server.https.keystore.key", "changeit",
                "http-server.authentication.type", "PASSWORD,JWT", "http-server.authentication.jwt.key-file",
                own.resolve("jwt.key").toString(),
                "password-authenticator.config-files", own.resolve("passwords.properties").toString(),
                // the cluster's own housekeeping asks over the other port
                "http-server.authentication.allow-insecure-over-http", "true"));
        write(own.resolve("catalog.properties"), store.catalog());
        cluster = TrinoCluster.start(own, 0);
    }

    @AfterAll
    static void stop() {
        cluster.close();
        store.close();
    }

    private static void write(Path file, Map<String, String> settings) throws IOException {
        Properties properties = new Properties();
        properties.putAll(settings);
        try (var out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
    }

    private static String token(String user) throws JOSEException {
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), new JWTClaimsSet.Builder().subject(user)
                .expirationTime(Date.from(Instant.now().plusSeconds(3600))).build());
        token.sign(new MACSigner(Base64.getDecoder().decode(SIGNING_KEY)));
        return token.serialize();
    }

    private static HandMadeDelivery delivery(Path folder) {
        return new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1").site("10001", 3)
                .stock("F1", "10001", DAY, DAY.plusDays(6), 1000).loss("F1", "10001", DAY, "mortality", "A101", 10);
    }

    private static Map<String, String> settings(String bucket) throws JOSEException {
        return Map.of("engine", "trino", "trino.url", cluster.url(), "trino.catalog", "lake", "trino.location", "s3://"
                + bucket + "/lake",
                "trino.certificate", certificate.toString(), "trino.user", "tidemark", "trino.password", PASSWORD,
                "trino.publisher.user", "publisher", "trino.publisher.token", token("publisher"),
                "query.timeout-seconds", "120");
    }

    private static Map<String, String> with(Map<String, String> settings, String key, String value) {
        Map<String, String> changed = new HashMap<>(settings);
        changed.put(key, value);
        return changed;
    }

    @Test
    void answersComeOverTlsAndTheRowsFromObjectStorage() throws Exception {
        Path folder = Files.createDirectory(buckets.resolve("north"));
        Queue<String> said = new ConcurrentLinkedQueue<>();
        try (LiveServer server = LiveServer.start(folder, TODAY, settings("north"), event -> said.add(event.toString()))
                .ingest(delivery(folder).write())) {
            // 10 dead x 7 days / 7000 fish days
            assertThat(server.data(REQUEST, "admin").get(0).get("mortality_rate").asDouble()).isEqualTo(0.01);
            String served = server.get(REQUEST, "admin").headers().firstValue("X-Snapshot-Id").orElseThrow();
            String schema = ask("SHOW SCHEMAS LIKE 'tidemark\\_%" + served.substring(9, 15) + "%' ESCAPE '\\'");
            assertThat(ask("SELECT min(\"$path\") FROM " + schema + ".stock_day")).startsWith("s3://north/lake/")
                    .contains("/stock_day/year=2026/");
        }
        assertThat(String.join("\n", said)).isNotEmpty().doesNotContain(PASSWORD, token("publisher").substring(0, 30));
    }

    @Test
    void whatIsWrongOnTheWayIsSaidWithoutSecrets() throws Exception {
        Path folder = Files.createDirectory(buckets.resolve("south"));
        try (LiveServer server = LiveServer.start(folder, TODAY, settings("south")).ingest(delivery(folder).write())) {
            assertThat(server.data(REQUEST, "admin")).isNotEmpty();
        }
        Path foreign = own.resolve("foreign.pem");
        TestCertificate.make(own, "RSA", "foreign").writeCertificate(foreign);
        Map<String, String> right = settings("south");
        Map<String, Map<String, String>> wrong = Map.of(
                "JWT signature does not match", with(right, "trino.publisher.token", token("publisher") + "x"),
                "certification path", with(right, "trino.certificate", foreign.toString()),
                "south-less", with(right, "trino.location", "s3://south-less/lake"));
        for (Map.Entry<String, Map<String, String>> each : wrong.entrySet()) {
            CommandRun run = publish(folder, each.getValue());
            assertThat(run.code()).as(each.getKey()).isEqualTo(5);
            assertThat(run.err()).as(each.getKey()).contains("Trino", each.getKey())
                    .doesNotContain(PASSWORD, token("publisher").substring(0, 30), "\tat ");
        }
    }

    @Test
    void aPasswordThatIsWrongLeavesTheServerNotReady() throws Exception {
        Path folder = Files.createDirectory(buckets.resolve("west"));
        Ingest.run(new IngestOptions(delivery(folder).write(), Lake.at(folder.resolve("lake")), TODAY, false, 0.01),
                event -> { });
        Queue<String> said = new ConcurrentLinkedQueue<>();
        Map<String, String> wrong = with(settings("west"), "trino.password", "another password");
        try (LiveServer server = LiveServer.start(folder, TODAY, wrong, event -> said.add(event.toString()))) {
            assertThat(server.awaitReady(503)).doesNotContain("password");
            assertThat(String.join("\n", said)).contains("Authentication failed", "Invalid credentials")
                    .doesNotContain("another password");
        }
    }

    @Test
    void aServerThatMayNotPublishServesWhatAnotherAccountPublished() throws Exception {
        Path folder = Files.createDirectory(buckets.resolve("east"));
        Map<String, String> reads = new HashMap<>(settings("east"));
        reads.keySet().removeIf(key -> key.startsWith("trino.publisher"));
        Queue<String> said = new ConcurrentLinkedQueue<>();
        try (LiveServer server = LiveServer.start(folder, TODAY, reads, event -> said.add(event.toString()))) {
            Ingest.run(new IngestOptions(delivery(folder).write(), Lake.at(folder.resolve("lake")), TODAY, false,
                    0.01), event -> { });
            eventually().until(() -> said.stream().anyMatch(event -> event.contains("SnapshotRefused")));
            assertThat(server.awaitReady(503)).doesNotContain("publisher");
            CommandRun run = publish(folder, settings("east"));
            assertThat(run.code()).as(run.err()).isZero();
            server.awaitReady(200);
            assertThat(server.data(REQUEST, "admin")).isNotEmpty();
        }
    }

    private static CommandRun publish(Path folder, Map<String, String> settings) throws IOException {
        return CommandRun.of("snapshot", "publish", "--engine", "trino", "--config",
                TrinoCluster.config(folder, settings).toString());
    }

    private static String ask(String sql) throws SQLException, JOSEException {
        return cluster.ask(Map.of("user", "publisher", "accessToken", token("publisher"), "SSL", "true",
                "SSLTrustStorePath", certificate.toString()), sql).getFirst();
    }
}
