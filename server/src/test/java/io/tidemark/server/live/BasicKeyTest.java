package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.server.identity.account.Permission;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An API key in another header than its own: Excel and Power BI have fields for a name and a password only. */
class BasicKeyTest {

    private static final String SITES = "/v3/common/site?limit=1";

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static String key;

    @BeforeAll
    static void start() throws InterruptedException {
        // every address, so that the machine's own is not loopback; TLS is a proxy's
        server = LiveServer.start(folder, FjordDelivery.TODAY, Map.of("server.host", "0.0.0.0", "server.behind-proxy",
                "true")).ingest(FjordDelivery.write(folder.resolve("delivery")));
        key = server.identity().apiKeys().add("key", EnumSet.allOf(Permission.class), null).text();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Basic  | anyone:KEY   | 200 |
            basic  | kari:KEY     | 200 |
            Basic  | KEY:anything | 401 | The access token is missing, invalid or expired
            Basic  | kari:wrong   | 401 | The access token is missing, invalid or expired
            Basic  | nothing      | 401 | The access token is missing, invalid or expired
            Bearer | KEY          | 401 | send it in the header X-API-Key
            bearer | KEY          | 401 | send it in the header X-API-Key
            Bearer | tm_1_2       | 401 | The access token is missing, invalid or expired
            """)
    void fromThisMachine(String scheme, String credentials, int status, String words) {
        HttpResponse<String> answer = ask("127.0.0.1", scheme + " " + coded(scheme, credentials.replace("KEY", key)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(words == null ? "\"data\"" : words);
        // a browser must never ask for a name and a password, and send them from then on
        assertThat(answer.headers().firstValue("WWW-Authenticate").orElse("")).doesNotContainIgnoringCase("basic");
    }

    @Test
    void notOverAnOpenNetwork() throws SocketException {
        Optional<String> own = NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .map(address -> address.getHostAddress()).findFirst();
        assumeThat(own).as("an address beyond loopback").isPresent();
        HttpResponse<String> answer = ask(own.orElseThrow(), "Basic " + coded("Basic", "kari:" + key));
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("X-API-Key").doesNotContain(key);
    }

    private static String coded(String scheme, String credentials) {
        return scheme.equalsIgnoreCase("basic")
                ? Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)) : credentials;
    }

    private static HttpResponse<String> ask(String host, String authorization) {
        URI address = URI.create("http://" + host + ":" + server.uri("/").getPort() + SITES);
        return server.send(HttpRequest.newBuilder(address).header("Authorization", authorization).GET());
    }
}
