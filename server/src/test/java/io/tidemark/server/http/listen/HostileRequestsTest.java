package io.tidemark.server.http.listen;

import static io.tidemark.server.http.listen.Exchange.EOL;
import static io.tidemark.server.http.listen.Exchange.HOST;
import static io.tidemark.server.http.listen.Exchange.PROBE;
import static io.tidemark.server.http.listen.Exchange.chunk;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.event.Event;
import io.tidemark.server.http.limit.GuardedServer;
import io.tidemark.server.http.listen.Exchange.End;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that no well-behaved client sends, byte by byte over a bare socket: the statuses that are answered, whether
 * the connection can be used afterwards, and that what stands in a body is never answered as a request. Nothing but the
 * access log has a line of any of them.
 */
@ExtendWith(PlainServer.class)
final class HostileRequestsTest {

    /** This request is never answered: it is in a body, or after a request that closes the connection. */
    private static final String SMUGGLED = "GET /smuggled HTTP/1.1" + EOL + HOST + EOL;

    static Stream<Exchange> lengths() {
        String body = SMUGGLED;
        String length = "Content-Length: " + body.length() + EOL;
        return Stream.of(
                post("two lengths that differ", "Content-Length: 0" + EOL + length, body, "400", End.CLOSED),
                post("two lengths that agree", length + length, body, "400", End.CLOSED),
                post("two lengths in one header", "Content-Length: 0, " + body.length() + EOL, body, "400", End.CLOSED),
                post("a length with a plus", "Content-Length: +2" + EOL, "{}", "400", End.CLOSED),
                post("a length with a plus, and a request", "Content-Length: +" + body.length() + EOL, body, "400",
                End.CLOSED),
                post("a negative length", "Content-Length: -1" + EOL, body, "400", End.CLOSED),
                post("a length in hex", "Content-Length: 0x2" + EOL, "{}" + body, "400", End.CLOSED),
                post("a length with an underscore", "Content-Length: 1_0" + EOL, body, "400", End.CLOSED),
                post("a length in other digits", "Content-Length: \u00b2" + EOL, "{}" + body, "400", End.CLOSED),
                post("a length with a space inside", "Content-Length: 1 0" + EOL, body, "400", End.CLOSED),
                post("a length with a form feed", "Content-Length: \f0" + EOL, body, "400", End.CLOSED),
                post("no length", "Content-Length:" + EOL, body, "400", End.CLOSED),
                post("a length of words", "Content-Length: two" + EOL, body, "400", End.CLOSED),
                post("a length that no long holds", "Content-Length: 99999999999999999999" + EOL, body, "413",
                End.CLOSED),
                post("a length of 2^64", "Content-Length: 18446744073709551616" + EOL, body, "413", End.CLOSED),
                post("a space before the colon", "Content-Length : 0" + EOL, body, "400", End.CLOSED),
                post("a folded length", "Content-Length:" + EOL + " 0" + EOL, body, "400", End.CLOSED),
                post("a length twice, in another case", "content-length: 0" + EOL + "CONTENT-LENGTH: 5" + EOL, body,
                        "400", End.CLOSED),
                post("a length and chunks", "Content-Length: 0" + EOL + "Transfer-Encoding: chunked" + EOL, chunk(body)
                        + "0\r\n\r\n", "400", End.CLOSED),
                post("chunks and a length", "Transfer-Encoding: chunked" + EOL + "Content-Length: 3" + EOL, "0\r\n\r\n"
                        + body, "400", End.CLOSED));
    }

    static Stream<Exchange> encodings() {
        String chunked = chunk("{}") + "0\r\n\r\n";
        return Stream.of(
                encoded("chunked", chunked, "400", End.KEPT),
                encoded("Chunked", chunked, "400", End.KEPT),
                encoded("CHUNKED", chunked, "400", End.KEPT),
                encoded("xchunked", SMUGGLED, "400", End.CLOSED),
                encoded("chunkedx", SMUGGLED, "400", End.CLOSED),
                encoded("identity", SMUGGLED, "400", End.CLOSED),
                encoded("gzip, chunked", chunk(SMUGGLED) + "0\r\n\r\n", "400", End.CLOSED),
                encoded("chunked, chunked", chunk(SMUGGLED) + "0\r\n\r\n", "400", End.CLOSED),
                encoded("chunked, identity", SMUGGLED, "400", End.CLOSED),
                encoded("\"chunked\"", SMUGGLED, "400", End.CLOSED),
                encoded("chunked;q=1", SMUGGLED, "400", End.CLOSED),
                encoded("", SMUGGLED, "400", End.CLOSED),
                encoded(",chunked", SMUGGLED, "400", End.CLOSED),
                encoded("\u000bchunked", SMUGGLED, "400", End.CLOSED),
                encoded("chunked\u0000", SMUGGLED, "400", End.CLOSED),
                encoded("chunked" + EOL + "Transfer-Encoding: identity", SMUGGLED, "400", End.CLOSED),
                encoded("identity" + EOL + "Transfer-Encoding: chunked", chunk(SMUGGLED) + "0\r\n\r\n", "400",
                End.CLOSED),
                encoded("x" + EOL + " chunked", chunk(SMUGGLED) + "0\r\n\r\n", "400", End.CLOSED));
    }

    static Stream<Exchange> chunks() {
        // {} is a body that is read whole and then refused, since it has no user and no password
        return Stream.of(
                chunked("an extension", "2;name=value\r\n{}\r\n0\r\n\r\n", "400", End.KEPT),
                chunked("extensions, quoted and spaced", "2 ; a=\"b;c\" ; d\r\n{}\r\n0;last\r\n\r\n", "400", End.KEPT),
                chunked("leading zeros", "0002\r\n{}\r\n000\r\n\r\n", "400", End.KEPT),
                chunked("trailers", "2\r\n{}\r\n0\r\nX-Sum: 1\r\nX-Other: 2\r\n\r\n", "400", End.KEPT),
                chunked("two chunks", "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n", "400", End.KEPT),
                chunked("no digits", "x\r\n{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("an empty size", "\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("only an extension", ";a=b\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("a negative size", "-2\r\n{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("a size with a plus", "+2\r\n{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("a size with 0x", "0x2\r\n{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("a size with a space in front", " 2\r\n{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("a size beyond an int", "100000002\r\n{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("a size beyond a long", "10000000000000002\r\n{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("a size beyond a long with an extension", "10000000000000002;a=b\r\n{}\r\n0\r\n\r\n"
                + SMUGGLED, "400", End.CLOSED),
                chunked("a size of many digits", "f".repeat(100) + "\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("a size of more digits than a line has", "f".repeat(5_000) + "\r\n" + SMUGGLED, "400",
                End.CLOSED),
                chunked("many leading zeros", "0".repeat(1_000) + "2\r\n{}\r\n0\r\n\r\n", "400", End.KEPT),
                chunked("a second size beyond a long", "2\r\n{}\r\n10000000000000002\r\n" + SMUGGLED, "400",
                End.CLOSED),
                chunked("a size beyond what is read", "20000\r\n" + SMUGGLED, "413", End.CLOSED),
                chunked("data longer than its size", "1\r\n{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("data that ends with LF alone", "2\r\n{}\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("two other bytes after the data", "2\r\n{}xx0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("a size that ends with LF alone", "2\n{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("a size that ends with CR alone", "2\r{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("LF alone in an extension", "2;a\n=b\r\n{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("NUL in a size", "2\u0000\r\n{}\r\n0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("an extension without end", "2;" + "a".repeat(100_000), "400", End.CLOSED),
                chunked("trailers without end", "2\r\n{}\r\n0\r\n" + "X-Trailer: y\r\n".repeat(10_000), "400",
                End.CLOSED),
                chunked("a trailer that is no header", "2\r\n{}\r\n0\r\n" + SMUGGLED, "400", End.CLOSED),
                chunked("a trailer that sets a length", "2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n", "400", End.KEPT),
                // nobody reads the body of these
                new Exchange("a broken chunk that no route reads", "POST /nowhere HTTP/1.1" + EOL + HOST
                        + "Transfer-Encoding: chunked" + EOL + EOL + "x" + EOL + SMUGGLED, "404", End.CLOSED),
                new Exchange("a size beyond a long that no route reads", "POST /nowhere HTTP/1.1" + EOL + HOST
                        + "Transfer-Encoding: chunked" + EOL + EOL + "10000000000000002" + EOL + SMUGGLED, "404",
                        End.CLOSED),
                new Exchange("an extension that no route reads", "POST /nowhere HTTP/1.1" + EOL + HOST
                        + "Transfer-Encoding: chunked" + EOL + EOL + "2;a=b\r\n{}\r\n0\r\n\r\n", "404", End.KEPT),
                new Exchange("a body with a GET", "GET /health/live HTTP/1.1" + EOL + HOST + "Content-Length: "
                        + SMUGGLED.length() + EOL + EOL + SMUGGLED, "200", End.KEPT),
                new Exchange("a body behind the last request", "POST /nowhere HTTP/1.1" + EOL + HOST
                        + "Connection: close" + EOL + EOL + SMUGGLED, "404", End.CLOSED),
                new Exchange("a body that is too large, with a request in it", "POST /v3/auth/token HTTP/1.1" + EOL
                        + HOST + "Content-Type: application/json" + EOL + "Content-Length: 20000" + EOL + EOL
                        + SMUGGLED.repeat(20_000 / SMUGGLED.length() + 1).substring(0, 20_000), "413", End.CLOSED),
                new Exchange("a request behind a body that is too large", "POST /v3/auth/token HTTP/1.1" + EOL + HOST
                        + "Connection: keep-alive" + EOL + "Content-Type: application/json" + EOL
                        + "Content-Length: 20000" + EOL + EOL + "x".repeat(20_000) + SMUGGLED, "413", End.CLOSED),
                new Exchange("a request behind a body that is too large for any route", "GET /health/live HTTP/1.1"
                        + EOL + HOST
                        + "Connection: keep-alive" + EOL + "Content-Length: 70000" + EOL + EOL + "x".repeat(70_000)
                        + SMUGGLED, "413", End.CLOSED),
                new Exchange("a request in place of a body that is too large", "POST /v3/auth/token HTTP/1.1" + EOL
                        + HOST
                        + "Connection: keep-alive" + EOL + "Content-Type: application/json" + EOL
                        + "Content-Length: 20000" + EOL + EOL + SMUGGLED, "413", End.CLOSED),
                new Exchange("a body that is too large for any route", "POST /nowhere HTTP/1.1" + EOL + HOST
                        + "Content-Length: 70000" + EOL + EOL + SMUGGLED.repeat(70_000 / SMUGGLED.length() + 1)
                        .substring(0, 70_000), "413", End.CLOSED),
                new Exchange("the announcement of a body that is too large", "POST /nowhere HTTP/1.1" + EOL + HOST
                        + "Content-Length: 70000" + EOL + EOL + SMUGGLED, "413", End.CLOSED),
                new Exchange("a body that is too large with a GET", "GET /health/live HTTP/1.1" + EOL + HOST
                        + "Content-Length: 70000" + EOL + EOL + SMUGGLED, "413", End.CLOSED),
                chunked("chunks that are too large together", chunk(" ".repeat(7_000)).repeat(10) + "0\r\n\r\n"
                + SMUGGLED, "413", End.CLOSED),
                chunked("chunks that are too large together, with requests in them",
                        chunk(SMUGGLED.repeat(100)).repeat(20) + "0\r\n\r\n" + SMUGGLED, "413", End.CLOSED),
                new Exchange("chunks that no route reads, too large together", "POST /nowhere HTTP/1.1" + EOL + HOST
                        + "Transfer-Encoding: chunked" + EOL + EOL + chunk(SMUGGLED.repeat(100)).repeat(20)
                        + "0\r\n\r\n" + SMUGGLED, "404", End.CLOSED));
    }

    static Stream<Exchange> pipelines() {
        String get = "GET /health/live HTTP/1.1" + EOL + HOST + EOL;
        String json = "POST /v3/auth/token HTTP/1.1" + EOL + HOST + "Content-Type: application/json" + EOL;
        return Stream.of(
                new Exchange("three requests at once", get + get + get, "200 200 200", End.KEPT),
                new Exchange("a request behind a body", json + "Content-Length: 2" + EOL + EOL + "{}" + get, "400 200",
                End.KEPT),
                new Exchange("a request behind chunks", json + "Transfer-Encoding: chunked" + EOL + EOL + chunk("{}")
                        + "0\r\n\r\n" + get, "400 200", End.KEPT),
                new Exchange("one that is refused behind one that is not", get + json + "Content-Length: +0" + EOL
                        + EOL + SMUGGLED, "200 400", End.CLOSED),
                new Exchange("one behind the last", PROBE + SMUGGLED, "200", End.CLOSED),
                new Exchange("one behind the last, in another case", PROBE.replace("close", "Close") + SMUGGLED, "200",
                End.CLOSED),
                new Exchange("one behind the last, in a list", PROBE.replace("close", "TE, close") + SMUGGLED, "200",
                End.CLOSED),
                new Exchange("nonsense behind the last", PROBE + "\n\n\u0000nonsense", "200", End.CLOSED),
                new Exchange("bare line ends between requests", get + "\r\n\r\n" + SMUGGLED, "200 400", End.CLOSED),
                new Exchange("continue is asked for and the body sent", json + "Expect: 100-continue" + EOL
                        + "Content-Length: 2" + EOL + EOL + "{}", "100 400", End.KEPT),
                new Exchange("continue is asked for where no body is read", "POST /nowhere HTTP/1.1" + EOL + HOST
                        + "Expect: 100-continue" + EOL + "Content-Length: " + SMUGGLED.length() + EOL + EOL + SMUGGLED,
                        "100 404", End.KEPT),
                new Exchange("continue, too large", json + "Expect: 100-continue" + EOL + "Content-Length: 1000000"
                        + EOL + EOL, "413", End.CLOSED),
                new Exchange("h2c", "GET /health/live HTTP/1.1" + EOL + HOST + "Connection: Upgrade, HTTP2-Settings"
                        + EOL
                        + "Upgrade: h2c" + EOL + "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA" + EOL + EOL, "200",
                        End.KEPT),
                new Exchange("a websocket", "GET /health/live HTTP/1.1" + EOL + HOST + "Connection: Upgrade" + EOL
                        + "Upgrade: websocket" + EOL + "Sec-WebSocket-Version: 13" + EOL + EOL, "200", End.KEPT),
                new Exchange("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004",
                "400", End.CLOSED));
    }

    static Stream<Exchange> heads() {
        String rest = HOST + EOL;
        return Stream.of(
                line("GET /health/live HTTP/1.0", "200"),
                line("GET /nowhere HTTP/1.0", "404"),
                line("GET /health/live HTTP/0.9", "400"),
                line("GET /health/live HTTP/1.00", "400"),
                line("GET  HTTP/1.0", "400"),
                line("HTTP/1.0", "400"),
                line("GET /health/live HTTP/1.2", "400"),
                line("GET /health/live HTTP/9.9", "400"),
                line("GET /health/live http/1.1", "400"),
                line("GET /health/live", "400"),
                line("GET", "400"),
                line("GET  /health/live HTTP/1.1", "400"),
                line("GET /health/live  HTTP/1.1", "400"),
                line("GET\t/health/live HTTP/1.1", "400"),
                line(" GET /health/live HTTP/1.1", "400"),
                line("GET /health/live HTTP/1.1 ", "400"),
                line("G\u0000T /health/live HTTP/1.1", "400"),
                line("G(T /health/live HTTP/1.1", "400"),
                line("GET /health/\u0000live HTTP/1.1", "400"),
                line("GET /health/l\u00f8ve HTTP/1.1", "400"),
                line("GET localhost/health/live HTTP/1.1", "400"),
                line("CONNECT localhost:80 HTTP/1.1", "400"),
                line("OPTIONS * HTTP/1.1", "400"),
                line("GET /health/live#part HTTP/1.1", "400"),
                line("GET /" + "x".repeat(100_000) + " HTTP/1.1", "414"),
                line("x".repeat(100_000), "414"),
                new Exchange("an unknown method", "BREW /health/live HTTP/1.1" + EOL + rest, "405", End.KEPT),
                new Exchange("bare LF after the request line", "GET /health/live HTTP/1.1\n" + rest, "400", End.CLOSED),
                new Exchange("bare LF in the headers", "GET /health/live HTTP/1.1\r\nHost: localhost\n\r\n", "400",
                End.CLOSED),
                new Exchange("bare LF at the end", "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\n", "400",
                End.CLOSED),
                new Exchange("bare CR in a header", "GET /health/live HTTP/1.1\r\nX: a\rb\r\n" + rest, "400",
                End.CLOSED),
                header("a folded header", "X-Long: a" + EOL + " b"),
                header("a folded header with a colon", "X-Long: a" + EOL + "\tb: c"),
                header("NUL in a value", "X-Odd: a\u0000b"),
                header("NUL in a name", "X-\u0000: b"),
                header("a control character in a value", "X-Odd: a\u0001b"),
                header("no colon", "nonsense"),
                header("no name", ": value"),
                header("a name with a space", "X Y: value"),
                header("letters beyond ASCII in a name", "X-\u00f8: value"),
                header("a second host", "Host: elsewhere"),
                new Exchange("a host with a port that is none", "GET /health/live HTTP/1.1" + EOL + "Host: a:b" + EOL
                + EOL, "400", End.CLOSED),
                new Exchange("a host with two ports", "GET /health/live HTTP/1.1" + EOL + "Host: a:1:2" + EOL + EOL,
                "400", End.CLOSED),
                new Exchange("a host with half an address", "GET /health/live HTTP/1.1" + EOL + "Host: [::1" + EOL
                + EOL, "400", End.CLOSED),
                new Exchange("a host with a space", "GET /health/live HTTP/1.1" + EOL + "Host: a b" + EOL + EOL, "400",
                End.CLOSED),
                new Exchange("a host of the sixth version", "GET /health/live HTTP/1.1" + EOL + "Host: [::1]:8080"
                + EOL + EOL, "200", End.KEPT),
                new Exchange("a host with a port", "GET /health/live HTTP/1.1" + EOL + "Host: localhost:8080" + EOL
                + EOL, "200", End.KEPT),
                new Exchange("no host", "GET /health/live HTTP/1.1" + EOL + EOL, "400", End.CLOSED),
                new Exchange("an empty host", "GET /health/live HTTP/1.1" + EOL + "Host:" + EOL + EOL, "400",
                End.CLOSED),
                new Exchange("a host with a path", "GET /health/live HTTP/1.1" + EOL + "Host: a/b" + EOL + EOL, "400",
                End.CLOSED),
                new Exchange("a host with an account", "GET /health/live HTTP/1.1" + EOL + "Host: a@b" + EOL + EOL,
                "400", End.CLOSED),
                new Exchange("a large header", "GET /health/live HTTP/1.1" + EOL + "X: " + "x".repeat(100_000) + EOL
                        + rest, "431", End.CLOSED),
                new Exchange("many headers", "GET /health/live HTTP/1.1" + EOL + "X: y\r\n".repeat(10_000) + rest,
                "431", End.CLOSED),
                new Exchange("a long name", "GET /health/live HTTP/1.1" + EOL + "x".repeat(100_000), "431", End.CLOSED),
                new Exchange("letters beyond ASCII in a value", "GET /health/live HTTP/1.1" + EOL + "X-Name: M\u00f8re"
                        + EOL + rest, "200", End.KEPT),
                new Exchange("an odd content type", "POST /v3/auth/token HTTP/1.1" + EOL + "Content-Type: ;;;" + EOL
                        + "Content-Length: 2" + EOL + rest + "{}", "400", End.KEPT),
                new Exchange("an odd accept", "GET /health/live HTTP/1.1" + EOL + "Accept: ;q=" + EOL + rest, "400",
                End.KEPT),
                new Exchange("a coded body", "POST /v3/auth/token HTTP/1.1" + EOL + "Content-Encoding: gzip" + EOL
                        + "Content-Type: application/json" + EOL + "Content-Length: " + SMUGGLED.length() + EOL + rest
                        + SMUGGLED, "400", End.CLOSED));
    }

    /** What health checks and old proxies send; no request may follow on such a connection. */
    static Stream<Exchange> olderVersion() {
        String get = "GET /health/live HTTP/1.0" + EOL;
        String json = "POST /v3/auth/token HTTP/1.0" + EOL + "Content-Type: application/json" + EOL;
        return Stream.of(
                new Exchange("1.0 without a host", get + EOL + SMUGGLED, "200", End.CLOSED),
                new Exchange("1.0 that would be kept", get + HOST + "Connection: keep-alive" + EOL + EOL + SMUGGLED,
                "200", End.CLOSED),
                new Exchange("1.0 with HEAD", get.replace("GET", "HEAD") + EOL + SMUGGLED, "200", End.CLOSED),
                new Exchange("1.0 behind 1.1", "GET /health/live HTTP/1.1" + EOL + HOST + EOL + get + EOL + SMUGGLED,
                "200 200", End.CLOSED),
                new Exchange("1.0 with a body", json + "Content-Length: 2" + EOL + EOL + "{}" + SMUGGLED, "400",
                End.CLOSED),
                new Exchange("1.0 with a body that nobody reads", get + "Content-Length: " + SMUGGLED.length() + EOL
                        + EOL + SMUGGLED, "200", End.CLOSED),
                new Exchange("1.0 with chunks", json + "Transfer-Encoding: chunked" + EOL + EOL + chunk("{}")
                        + "0\r\n\r\n" + SMUGGLED, "400", End.CLOSED),
                new Exchange("1.0 with chunks and a length", json + "Transfer-Encoding: chunked" + EOL
                        + "Content-Length: 2" + EOL + EOL + "{}" + SMUGGLED, "400", End.CLOSED),
                new Exchange("1.0 with two lengths", json + "Content-Length: 2" + EOL + "Content-Length: 3" + EOL + EOL
                        + "{}" + SMUGGLED, "400", End.CLOSED),
                new Exchange("1.0 with two hosts", get + HOST + "Host: elsewhere" + EOL + EOL + SMUGGLED, "400",
                End.CLOSED),
                new Exchange("1.0 with an empty host", get + "Host:" + EOL + EOL + SMUGGLED, "400", End.CLOSED),
                new Exchange("1.0 with a host that is none", get + "Host: a b" + EOL + EOL + SMUGGLED, "400",
                End.CLOSED),
                new Exchange("1.0 with a target", "GET http://elsewhere/health/live HTTP/1.0" + EOL + EOL + SMUGGLED,
                "200", End.CLOSED),
                new Exchange("1.0 with a target and another host", "GET http://elsewhere/health/live HTTP/1.0" + EOL
                        + HOST + EOL + SMUGGLED, "400", End.CLOSED),
                new Exchange("1.0 that would continue", json + "Expect: 100-continue" + EOL + "Content-Length: 2" + EOL
                        + EOL + "{}" + SMUGGLED, "400", End.CLOSED),
                new Exchange("1.0 that would upgrade", get + "Connection: Upgrade" + EOL + "Upgrade: h2c" + EOL + EOL
                        + SMUGGLED, "200", End.CLOSED));
    }

    /** The server's name in the first line, as a client writes it that takes the server for a proxy. */
    static Stream<Exchange> targets() {
        return Stream.of(
                target("http://localhost/health/live", "200", End.KEPT),
                target("http://localhost:80/health/live", "200", End.KEPT),
                target("HTTPS://LocalHost:443/health/live?a=b", "200", End.KEPT),
                target("http://localhost/health/live/../../v3/auth/userinfo", "400", End.CLOSED),
                target("http://localhost//v3/auth/userinfo", "400", End.CLOSED),
                target("http://localhost/health/live?areas=%", "400", End.CLOSED),
                target("http://localhost/health/live#part", "400", End.CLOSED),
                target("http://localhost/v3/auth%2fuserinfo", "400", End.CLOSED),
                target("http://elsewhere/health/live", "400", End.CLOSED),
                target("http://localhost:8080/health/live", "400", End.CLOSED),
                target("http://localhost:443/health/live", "400", End.CLOSED),
                target("http://localhost:/health/live", "400", End.CLOSED),
                target("http://kari@localhost/health/live", "400", End.CLOSED),
                target("http://kari:secret@localhost/health/live", "400", End.CLOSED),
                target("http://elsewhere@localhost/health/live", "400", End.CLOSED),
                target("http://localhost\\@elsewhere/health/live", "400", End.CLOSED),
                target("http://local\u00f8host/health/live", "400", End.CLOSED),
                target("http:///health/live", "400", End.CLOSED),
                target("http:/health/live", "400", End.CLOSED),
                target("http:health/live", "400", End.CLOSED),
                target("//localhost/health/live", "400", End.CLOSED),
                target("ftp://localhost/health/live", "400", End.CLOSED),
                target("file:///health/live", "400", End.CLOSED),
                target("ws://localhost/health/live", "400", End.CLOSED),
                target("httpx://localhost/health/live", "400", End.CLOSED),
                target("http://localhost/http://localhost/health/live", "400", End.CLOSED),
                new Exchange("a target without a host", "GET http://localhost/health/live HTTP/1.1" + EOL + EOL, "400",
                End.CLOSED),
                new Exchange("a target and two hosts", "GET http://localhost/health/live HTTP/1.1" + EOL + HOST
                        + "Host: elsewhere" + EOL + EOL, "400", End.CLOSED),
                new Exchange("a target, then a path", "GET http://localhost/health/live HTTP/1.1" + EOL + HOST + EOL
                        + "GET /health/live HTTP/1.1" + EOL + "Host: elsewhere" + EOL + EOL, "200 200", End.KEPT));
    }

    static Stream<Exchange> paths() {
        return Stream.of("//v3/auth/userinfo", "/v3//auth/userinfo", "/v3/auth//userinfo",
                "/health/live/../../v3/auth/userinfo",
                "/v3/./auth/userinfo", "/v3/auth/../auth/userinfo", "/..", "/.", "/v3/auth/userinfo/..",
                "/v3/auth/userinfo;x",
                "/v3;x=1/auth/userinfo", "/v3/auth/userinfo;", "/v3%2fauth/userinfo", "/v3%2Fauth/userinfo",
                "/v3/%2e/auth/userinfo",
                "/v3/auth/%2E%2e/auth/userinfo", "/v3/auth%2fuserinfo", "/v3/auth/userinf%6", "/v3/auth/%zz",
                "/v3/auth/%",
                "/v3/auth/userinfo%00", "/v3/auth/userinfo%0d%0aX:%20y", "/v3/auth/userinfo%3bx",
                "/v3/auth/userinfo%5c..",
                "/v3\\auth\\userinfo", "/v3/auth/userinfo%c0%ae", "/v3/auth/%f8", "/v3/auth/userinfo\"",
                "/v3/auth/{site}", "/v3/auth/<b>", "/v3/auth/a|b", "/v3/auth/a^b", "/v3/auth/`a`", "/v3/auth/[a]")
                .map(path -> new Exchange(path, "GET " + path + " HTTP/1.1" + EOL + HOST + EOL, "400", End.CLOSED));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"lengths", "encodings", "chunks", "pipelines", "heads", "olderVersion", "targets", "paths"})
    void atOnce(Exchange exchange, GuardedServer server) throws IOException {
        exchange(server, exchange, Integer.MAX_VALUE);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"lengths", "encodings", "chunks", "pipelines", "olderVersion", "targets"})
    void inSmallPieces(Exchange exchange, GuardedServer server) throws IOException {
        exchange(server, exchange, Math.max(1, exchange.bytes().length() / 200));
    }

    /**
     * The issuer's name is no address here. Its endpoints are then where the connection arrived, whatever server the
     * client names.
     */
    @ParameterizedTest
    @ValueSource(strings = {
        "GET /.well-known/openid-configuration HTTP/1.1\r\nHost: evil.example.org\r\nConnection: close\r\n",
        "GET /.well-known/oauth-authorization-server HTTP/1.1\r\nHost: evil.example.org:81\r\nX-Forwarded-Host: "
            + "evil.example.org\r\n"
            + "X-Forwarded-Proto: https\r\nForwarded: host=evil.example.org;proto=https\r\nConnection: close\r\n",
        "GET http://evil.example.org/.well-known/openid-configuration HTTP/1.1\r\nHost: "
        + "evil.example.org\r\nConnection: close\r\n",
        "GET http://evil.example.org:81/.well-known/openid-configuration HTTP/1.0\r\n",
        "GET /.well-known/openid-configuration HTTP/1.0\r\nHost: evil.example.org\r\n",
        "GET /.well-known/openid-configuration HTTP/1.0\r\n"})
    void addressesInAnswersAreNotTheClientsWord(String head, GuardedServer server) throws IOException {
        assertThat(server.raw(head + EOL)).doesNotContain("evil")
                .contains("\"http://127.0.0.1:" + server.server.port() + "/v3/auth/token\"");
    }

    private static void exchange(GuardedServer server, Exchange exchange, int piece) throws IOException {
        server.events.clear();
        String answer;
        try (LoggedLines logged = new LoggedLines(); Socket socket = server.connect()) {
            Exchange.write(socket, exchange.bytes() + (exchange.end() == End.KEPT ? PROBE : ""), piece);
            answer = Exchange.readAll(socket);
            assertThat(logged.lines()).isEmpty();
        }
        List<String> statuses = Exchange.statuses(answer);
        String expected = exchange.statuses() + (exchange.end() == End.KEPT ? " 200" : "");
        assertThat(String.join(" ", statuses)).as(answer).isEqualTo(expected);
        assertThat(server.events).noneMatch(event -> event instanceof Event.RequestAnswered answered
                && answered.path().contains("smuggled"));
        List<String> lines = answer.lines().map(line -> line.toLowerCase(Locale.ROOT)).toList();
        assertThat(lines.stream().filter("connection: close"::equals).count()).as(answer)
                .isGreaterThanOrEqualTo(statuses.stream().filter("413"::equals).count());
        long whole = statuses.stream().filter(status -> !status.equals("100")).count();
        assertThat(lines.stream().filter("x-content-type-options: nosniff"::equals)).as(answer).hasSize((int) whole);
    }

    private static Exchange post(String name, String framing, String body, String statuses, End end) {
        return new Exchange(name, "POST /v3/auth/token HTTP/1.1" + EOL + HOST + "Content-Type: application/json" + EOL
                + framing + EOL + body, statuses, end);
    }

    private static Exchange encoded(String encoding, String body, String statuses, End end) {
        return post("encoding " + encoding.replaceAll("\\p{Cntrl}", "."), "Transfer-Encoding: " + encoding + EOL, body,
                statuses, end);
    }

    private static Exchange chunked(String name, String body, String statuses, End end) {
        return post("chunks: " + name, "Transfer-Encoding: chunked" + EOL, body, statuses, end);
    }

    private static Exchange target(String target, String statuses, End end) {
        return new Exchange(target, "GET " + target + " HTTP/1.1" + EOL + HOST + EOL
                + (end == End.CLOSED ? SMUGGLED : ""), statuses, end);
    }

    private static Exchange line(String line, String statuses) {
        return new Exchange(line.length() > 60 ? "a line of " + line.length() : line.replaceAll("\\p{Cntrl}", "."),
                line + EOL + HOST + EOL + SMUGGLED, statuses, End.CLOSED);
    }

    private static Exchange header(String name, String header) {
        return new Exchange(name, "GET /health/live HTTP/1.1" + EOL + HOST + header + EOL + EOL + SMUGGLED, "400",
                End.CLOSED);
    }
}
