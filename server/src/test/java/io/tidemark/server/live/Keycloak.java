package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A real Keycloak as a process of its own, with the realms of {@code keycloak/}, in memory, on a free port. */
final class Keycloak implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(8);
    private static final String MADE_UP = "made-up-for-the-test";
    private static final Pattern ACTION = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");

    private final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final Process process;
    private final Path log;
    private final String base;

    private Keycloak(Process process, Path log, String base) {
        this.process = process;
        this.log = log;
        this.base = base;
    }

    /** Starts the distribution in a folder, and waits until its realms answer. */
    static Keycloak start(Path distribution) throws IOException, InterruptedException {
        Path imports = Files.createDirectories(distribution.resolve("data/import"));
        for (String realm : new String[] {"realm.json", "realm-fjord.json"}) {
            Files.copy(Path.of("src/test/resources/keycloak").resolve(realm), imports.resolve(realm),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        int port = freePort();
        Path log = distribution.resolve("test.log");
        ProcessBuilder command = new ProcessBuilder("sh", distribution.resolve("bin/kc.sh").toString(), "start-dev",
                "--db=dev-mem", "--import-realm", "--http-host=127.0.0.1", "--http-port=" + port);
        command.environment().putAll(Map.of("JAVA_HOME", System.getProperty("java.home"),
                // its Byte Buddy knows no Java as new as ours
                "JAVA_OPTS_APPEND", "-Dnet.bytebuddy.experimental=true",
                "KC_BOOTSTRAP_ADMIN_USERNAME", "admin", "KC_BOOTSTRAP_ADMIN_PASSWORD", MADE_UP));
        Process process = command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        Keycloak keycloak = new Keycloak(process, log, "http://127.0.0.1:" + port);
        keycloak.awaitRealm(keycloak.issuer());
        keycloak.awaitRealm(keycloak.fjord());
        return keycloak;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void awaitRealm(String issuer) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end && process.isAlive()) {
            try {
                HttpRequest request = HttpRequest.newBuilder(URI.create(issuer + "/.well-known/openid-configuration"))
                        .timeout(Duration.ofSeconds(10)).build();
                if (client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() == 200) {
                    return;
                }
            } catch (IOException e) {
                // not listening yet
            }
            Thread.sleep(500);
        }
        close();
        throw new AssertionError("Keycloak did not start:\n" + Files.readString(log));
    }

    String issuer() {
        return base + "/realms/aquaculture";
    }

    /** The issuer of the second realm, that of a company. */
    String fjord() {
        return base + "/realms/fjord";
    }

    /** An access token of a user of the second realm. */
    String fjordToken(String user) {
        return signIn(fjord(), user, "dashboard").get("access_token").asText();
    }

    /** The secret of a client of the realms. */
    static String secret(String clientId) {
        return MADE_UP + "-" + clientId;
    }

    /** Signs in as a browser does, by the form at an address, and gives the address to which that leads back. */
    URI byForm(URI authorization, String user) {
        try {
            HttpResponse<String> page = client.send(HttpRequest.newBuilder(authorization).build(),
                    HttpResponse.BodyHandlers.ofString());
            Matcher action = ACTION.matcher(page.body());
            assertThat(action.find()).as(page.body()).isTrue();
            // they are for https alone, or for this machine, which Java's own store of cookies does not know
            String cookies = page.headers().allValues("Set-Cookie").stream().map(each -> each.replaceFirst(";.*", ""))
                    .collect(Collectors.joining("; "));
            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(action.group(1)
                    .replace("&amp;", "&")))
                    .header("Cookie", cookies).header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString("username=" + user + "&password=" + MADE_UP)).build(),
                    HttpResponse.BodyHandlers.ofString());
            return URI.create(answer.headers().firstValue("Location")
                    .orElseThrow(() -> new AssertionError(answer.body())));
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The answer to a sign-in of a user of the first realm through a client of it. */
    JsonNode signIn(String user, String clientId) {
        return signIn(issuer(), user, clientId);
    }

    private JsonNode signIn(String issuer, String user, String clientId) {
        return post(issuer + "/protocol/openid-connect/token", Map.of("grant_type", "password", "scope", "openid",
                "client_id", clientId, "client_secret", secret(clientId), "username", user, "password", MADE_UP));
    }

    /** An access token of a user, through the client that is set up for Tidemark. */
    String token(String user) {
        return signIn(user, "dashboard").get("access_token").asText();
    }

    /** Adds a signing key that goes before those there are. */
    void rotateKeys() {
        String admin = post(base + "/realms/master/protocol/openid-connect/token", Map.of("grant_type", "password",
                "client_id", "admin-cli", "username", "admin", "password", MADE_UP)).get("access_token").asText();
        HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(base
                + "/admin/realms/aquaculture/components"))
                .header("Authorization", "Bearer " + admin).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"name": "next", "providerId": "rsa-generated", "providerType": "org.keycloak.keys.KeyProvider",
                         "config": {"priority": ["1000"], "algorithm": ["RS256"], "keySize": ["2048"]}}""")));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    private JsonNode post(String address, Map<String, String> form) {
        String body = form.entrySet().stream().map(field -> field.getKey() + "="
                + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8)).collect(Collectors.joining("&"));
        HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/x-www-form-urlencoded").POST(HttpRequest.BodyPublishers.ofString(
                body)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return LiveServer.json(answer);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.timeout(Duration.ofMinutes(2)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The shell that it was started with hands over to Java, so this ends Java. */
    @Override
    public void close() {
        client.close();
        process.destroy();
        try {
            process.onExit().get(5, TimeUnit.MINUTES);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            process.destroyForcibly();
        }
    }
}
