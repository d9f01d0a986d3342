package io.tidemark.server.http.listen;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.limit.GuardedServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages for requests that are almost right, and that a response to HEAD never has a body. */
@ExtendWith(PlainServer.class)
final class RefusalWordsTest {

    @ParameterizedTest
    @CsvSource(delimiter = ' ', value = {
        "areas=Møre areas",
        "areas=% areas",
        "areas=100% areas",
        "areas=%zz areas",
        "areas=%C3 areas",
        "areas=M%F8re areas",
        "limit=1&areas=a|b&from_date=% areas",
        "areas=\"Nordland\" areas",
        "areas=[1] areas",
        "Møre=1 query",
        "% query"})
    void aQueryThatIsNotEscapedIsToldByItsParameter(String query, String parameter, GuardedServer server)
    throws IOException {
        JsonNode body = json(raw(server, "GET /v3/common/site?" + query
                + " HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\n\r\n"), 400);
        assertThat(body.at("/details/0/parameter").textValue()).isEqualTo(parameter);
        assertThat(body.get("message").textValue()).startsWith(parameter + ": ")
                .contains("% as %25", "ø as %C3%B8", "UTF-8");
        assertThat(body.get("request_id").textValue()).isEqualTo("mine");
    }

    @ParameterizedTest
    @CsvSource({"areas=M%C3%B8re", "areas=%25", "a=b+c", "a=%00", "a", "a=&b==", "''"})
    void aQueryThatIsEscapedIsRead(String query, GuardedServer server) throws IOException {
        json(raw(server, "GET /v3/common/site?" + query + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), 401);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "GET /v3//common/site HTTP/1.1 | path: has //, /./ or /../; paths are matched as they are sent",
        "GET /v3/common/site;a HTTP/1.1 | path: has a character that is not allowed",
        "GET /v3%2Fcommon/site HTTP/1.1 | path: has an escape that is not allowed in a path",
        "GET ftp://a/health/live HTTP/1.1 | path: must begin with /",
        "GET http://kari@a/health/live HTTP/1.1 | path: must begin with /",
        "GET http://b/health/live HTTP/1.1 | Host: must name the same server as the request's first line",
        "POST /v3/auth/token HTTP/1.0~Transfer-Encoding: chunked | Transfer-Encoding: must not be sent with HTTP/1.0",
        "POST /v3/auth/token HTTP/1.1~Content-Length: +2 | Content-Length: must be one number of bytes, digits "
        + "only",
        "POST /v3/auth/token HTTP/1.1~Content-Length: 2~Content-Length: 2 | Content-Length: may be sent once",
        "POST /v3/auth/token HTTP/1.1~Transfer-Encoding: gzip | Transfer-Encoding: must be chunked, once"})
    void aHeadThatIsRefusedIsToldWhy(String head, String message, GuardedServer server) throws IOException {
        JsonNode body = json(raw(server, head.replace("~", "\r\n") + "\r\nHost: a\r\n\r\n"), 400);
        assertThat(body.get("message").textValue()).startsWith(message);
        // RFC 6749, section 5.2: where OAuth clients look
        assertThat(body.path("error_description").asText()).isEqualTo(head.contains("/v3/auth/")
                ? body.get("message").textValue() : "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", value = {
        "GET /v3/common/sites | There is no route /v3/common/sites; did you mean /v3/common/site?",
        "GET /v3/common/site/ | There is no route /v3/common/site/; did you mean /v3/common/site?",
        "GET /v3/comon/site/12345678 | There is no route /v3/comon/site/12345678; did you mean "
        + "/v3/common/site/{site_id}?",
        "GET /V3/Common/Site | There is no route /V3/Common/Site; did you mean /v3/common/site?",
        "GET /common/site | There is no route /common/site; did you mean /v3/common/site?",
        "GET /v3/mortality/area/weeks | There is no route /v3/mortality/area/weeks; did you mean "
        + "/v3/mortality/areas/week?",
        "POST /v3/auth/tokens | There is no route /v3/auth/tokens; did you mean /v3/auth/token?",
        "POST /v3/auth/login | There is no route /v3/auth/login; did you mean /v3/auth/token?",
        "GET /helth/ready | There is no route /helth/ready; did you mean /health/ready?",
        "GET /open-api | There is no route /open-api; did you mean /openapi?",
        "GET /v3/admin/user | There is no route /v3/admin/user; did you mean /v3/admin/users?",
        "POST /v3/admin/roll-back | There is no route /v3/admin/roll-back; did you mean /v3/admin/rollback?",
        "PATCH /v3/admin/key/abc | There is no route /v3/admin/key/abc; did you mean /v3/admin/keys/{id}?",
        "GET /v3/delivery/own | There is no route /v3/delivery/own; did you mean /v3/deliveries/own?",
        "GET /.well-known/oauth-authorisation-server | There is no route /.well-known/oauth-authorisation-server; did "
            + "you mean /.well-known/oauth-authorization-server?",
        // internal routes are not in the public description
        "GET /v3/mortality/region/rolling-12-months | There is no route /v3/mortality/region/rolling-12-months",
        "GET /favicon.ico | There is no route /favicon.ico",
        "GET /v3/no/such/route/at/all/anywhere | There is no route /v3/no/such/route/at/all/anywhere"})
    void aPathThatIsNoRouteIsToldTheNearest(String request, String message, GuardedServer server) throws IOException {
        String token = server.token("kari");
        JsonNode body = json(raw(server, request + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: "
                + "Bearer " + token + "\r\n\r\n"), 404);
        assertThat(body.get("message").textValue()).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource({"/health, 503", "/health/live, 200", "/openapi, 200", "/docs/, 200", "/, 200", "/v3/common/site, 401",
            "/nowhere, 404",
        "/.well-known/jwks.json, 200", "/.well-known/openid-configuration, 200", "/v3/auth/userinfo, 401",
        "/v3/admin/users, 401", "/v3/deliveries/own, 401"})
    void everyRouteAnswersTheOlderVersionWithoutAHost(String path, int status, GuardedServer server)
    throws IOException {
        String answer = raw(server, "GET " + path + " HTTP/1.0\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").doesNotContainIgnoringCase("Transfer-Encoding")
                .contains("Connection: close\r\n");
        assertThat(raw(server, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void aLongPathIsNotRepeated(GuardedServer server) throws IOException {
        String answer = raw(server, "GET /" + "x".repeat(4000) + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        assertThat(json(answer, 404).get("message").textValue()).isEqualTo("There is no such route");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health", "/health/live", "/health/ready", "/health/started", "/health/details",
            "/health/live/process",
        "/health/check/snapshot", "/openapi", "/docs", "/docs/", "/docs/openapi.json", "/", "/mortality",
        "/sites/10001", "/web/settings.json",
        "/.well-known/jwks.json", "/.well-known/openid-configuration", "/v3/auth/userinfo"})
    void anotherMethodIsToldTheOneThatThereIs(String path, GuardedServer server) throws IOException {
        for (String method : List.of("POST", "PUT", "DELETE")) {
            String answer = raw(server, method + " " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(json(answer, 405).get("message").textValue()).isEqualTo("Allowed here: GET, HEAD");
            assertThat(answer).contains("\r\nAllow: GET, HEAD\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health/nothing", "/openapi.json", "/nowhere"})
    void aPathThatIsNotThereIsNotFoundByAnyMethod(String path, GuardedServer server) throws IOException {
        for (String method : List.of("GET", "POST", "DELETE")) {
            json(raw(server, method + " " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), 404);
        }
    }

    @ParameterizedTest
    @CsvSource({"token", "refresh", "revoke"})
    void jsonThatIsSaidToBeAFormIsRecognised(String route, GuardedServer server) throws IOException {
        String sent = "{\"username\": \"kari\", \"password\": \"secret\"}";
        JsonNode body = json(raw(server, "POST /v3/auth/" + route
                + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type:"
                + " application/x-www-form-urlencoded\r\nContent-Length: " + sent.length() + "\r\n\r\n" + sent), 400);
        assertThat(body.get("message").textValue()).startsWith("Content-Type: ").contains("looks like JSON",
                "-H 'Content-Type: application/json'").doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "/health/live | 200",
        "/v3/auth/token | 405",
        "/.well-known/jwks.json | 200",
        "/v3/common/site | 401",
        "/nowhere | 404",
        "//v3 | 400",
        "/v3/common/site?areas=% | 400",
        "/health/live HTTP/1.0 | 200",
        "/health/live HTTP/1.1~Content-Length: -1 | 400",
        "/health/live HTTP/1.1~Transfer-Encoding: x | 400"})
    void headIsAnsweredWithoutABody(String request, int status, GuardedServer server) throws IOException {
        String answer = raw(server, "HEAD " + (request.contains(" HTTP/") ? request.replace("~", "\r\n") : request
                + " HTTP/1.1")
                + "\r\nHost: a\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").endsWith("\r\n\r\n");
        assertThat(answer.indexOf("\r\n\r\n")).isEqualTo(answer.length() - 4);
        assertThat(answer.toLowerCase(Locale.ROOT)).contains("x-content-type-options: nosniff");
    }

    private static String raw(GuardedServer server, String bytes) throws IOException {
        try (Socket socket = server.connect()) {
            socket.setSoTimeout(120_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static JsonNode json(String answer, int status) throws IOException {
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        return Json.MAPPER.readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
    }
}
