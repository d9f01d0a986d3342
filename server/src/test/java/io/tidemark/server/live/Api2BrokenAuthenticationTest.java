package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * OWASP API2:2023. Forged tokens, guessing and refresh tokens have their own tests; here: no data route accepts a
 * damaged credential, or one in a place where others could read it.
 */
@ExtendWith(CoastServer.class)
class Api2BrokenAuthenticationTest {

    static Stream<String> routes() {
        return RouteCatalog.load(null).routes().stream().map(RouteContract::path)
                .map(path -> path.replace("{site_id}", "10001"));
    }

    @ParameterizedTest
    @MethodSource("routes")
    void onlyAWholeCredentialInItsHeader(String path, LiveServer server) {
        String token = server.token("admin");
        String key = server.identity().apiKeys().add("key", EnumSet.allOf(Permission.class), null).text();
        for (HttpRequest.Builder request : List.of(
                HttpRequest.newBuilder(server.uri(path)),
                HttpRequest.newBuilder(server.uri(path + "?access_token=" + token)),
                HttpRequest.newBuilder(server.uri(path)).header("Cookie", "access_token=" + token),
                HttpRequest.newBuilder(server.uri(path)).header("Authorization", token),
                HttpRequest.newBuilder(server.uri(path)).header("Authorization", "Basic " + token),
                HttpRequest.newBuilder(server.uri(path))
                        .header("Authorization", "Bearer " + token.substring(0, token.length() - 4)),
                HttpRequest.newBuilder(server.uri(path)).header("Authorization", "Bearer " + key),
                HttpRequest.newBuilder(server.uri(path)).header("X-API-Key", token),
                HttpRequest.newBuilder(server.uri(path)).header("X-API-Key", key.substring(0, key.length() - 1)))) {
            HttpResponse<String> answer = server.send(request);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
            assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
        }
    }
}
