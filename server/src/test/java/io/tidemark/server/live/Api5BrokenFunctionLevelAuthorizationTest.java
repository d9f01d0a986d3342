package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * OWASP API5:2023. Roles and permissions on every route are proven by {@link AccessMatrixTest}; here: data can only be
 * read, by admins too, and a header cannot make another method of a request.
 */
@ExtendWith(CoastServer.class)
class Api5BrokenFunctionLevelAuthorizationTest {

    static Stream<String> routes() {
        return RouteCatalog.load(null).routes().stream().map(RouteContract::path)
                .map(path -> path.replace("{site_id}", "10001"));
    }

    @ParameterizedTest
    @MethodSource("routes")
    void nothingCanBeChanged(String path, LiveServer server) {
        for (String method : List.of("POST", "PUT", "PATCH", "DELETE", "TRACE", "FISH")) {
            assertThat(server.send(server.request(path, "admin")
                    .method(method, HttpRequest.BodyPublishers.noBody())).statusCode()).as(method).isIn(405, 501);
        }
        assertThat(server.send(server.request(path, "admin").header("X-HTTP-Method-Override", "GET")
                .POST(HttpRequest.BodyPublishers.noBody())).statusCode()).isEqualTo(405);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void headIsAnsweredAsGetIs(String path, LiveServer server) {
        for (String caller : List.of("admin", "analyst", "common-only")) {
            HttpResponse<String> get = server.get(path, caller);
            HttpResponse<String> head = server.send(server.request(path, caller)
                    .method("HEAD", HttpRequest.BodyPublishers.noBody()));
            assertThat(head.statusCode()).as(caller).isEqualTo(get.statusCode());
            for (String header : List.of("Content-Type", "Content-Length", "ETag", "Cache-Control", "Vary",
                    "X-Snapshot-Id", "Link")) {
                assertThat(head.headers().allValues(header)).as(header).isEqualTo(get.headers().allValues(header));
            }
            assertThat(head.body()).isEmpty();
        }
        assertThat(server.send(HttpRequest.newBuilder(server.uri(path))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())).statusCode())
                .isEqualTo(401);
    }

    /**
     * Neither a fault of the request, nor whether a snapshot is open, nor the tag of an answer shows to somebody
     * without the permission.
     */
    @ParameterizedTest
    @ValueSource(strings = {"", "?from_date=never", "?nonsense=1", "?area=atlantis", "?snapshot=20200101T000000.000Z",
            "?snapshot=a&snapshot=b",
        "?format=xml", "?limit=-1", "?exclude_self=true", "?owner_id=F1"})
    void whoMayNotUseARouteLearnsNothingElse(String query, LiveServer server) {
        String tag = server.get("/v3/mortality/areas/week", "admin").headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> answer = server.send(server.request("/v3/mortality/areas/week" + query, "common-only")
                .header("If-None-Match", tag));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(LiveServer.json(answer).get("message").asText())
                .isEqualTo("This route needs the permission mortality:read");
        assertThat(answer.headers().map()).doesNotContainKeys("etag", "x-snapshot-id", "x-complete-through",
                "server-timing", "link");
    }

    // the web server's own routing would take all of these for the same path; only an escaped letter is one
    @ParameterizedTest
    @CsvSource({"/v3/treatment/by-site, 403, 401", "/v3/treatment/%62y-site, 403, 401",
            "/v3//treatment/by-site, 400, 400",
        "//v3/treatment/by-site, 400, 400", "/v3/treatment/by-site;x=1, 400, 400", "/v3/./treatment/by-site, 400, 400",
        "/v3/common/../treatment/by-site, 400, 400"})
    void anotherSpellingIsNoWayAround(String path, int withToken, int without, LiveServer server) {
        assertThat(server.get(path, "analyst").statusCode()).isEqualTo(withToken);
        assertThat(server.send(HttpRequest.newBuilder(server.uri(path))).statusCode()).isEqualTo(without);
    }
}
