package io.tidemark.server.http.listen;

import io.helidon.common.uri.UriValidator;
import io.helidon.http.DirectHandler;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.http.WritableHeaders;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.http.RefusedRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Refuses request heads that Helidon 4.3.0 would misread, so that a proxy and this server always agree on the end of a
 * body and on the requested path.
 *
 * <p>A newer Helidon can replace {@link #encoding} from 4.4.1 and {@link #length} from 4.5.0, since it reads these
 * headers as strictly. {@link #path} and {@link #query} stay: Helidon still resolves {@code ..}, {@code //}, {@code ;}
 * and escapes before it matches a path, and does not say which parameter is malformed.
 */
final class RequestHead {

    private static final String LENGTH = "Content-Length";
    private static final String ENCODING = "Transfer-Encoding";
    private static final HeaderName NO_NAME = HeaderNames.create("");
    private static final String ESCAPES = "write every other character of it percent-encoded, as UTF-8: % as %25, ø "
            + "as %C3%B8";
    /** A length with more digits does not fit a long, and is too large anyway. */
    private static final Pattern SMALL = Pattern.compile("0*[0-9]{1,18}");
    private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    /** Escapes that could be read as another path: an escaped slash, dot, semicolon, backslash or control character. */
    private static final Pattern HIDDEN = Pattern.compile("(?i)%(?:2[ef]|3b|5c|[01].|7f)");
    /** Matches {@code .} and {@code ..}, which clients resolve before sending. */
    private static final Pattern STEP = Pattern.compile("/\\.{1,2}(?:/|$)");

    private RequestHead() {}

    /**
     * Checks a head, and rewrites headers of which Helidon recognises only one spelling.
     *
     * @param target the target as sent, if it names the server
     * @param older the server's name for a request of HTTP/1.0 that does not have one; null for a request of HTTP/1.1
     * @throws RequestException if the head is refused; the connection must be closed
     */
    static void check(HttpPrologue prologue, @Nullable AbsoluteTarget target, @Nullable String older,
            WritableHeaders<?> headers, int largestBody) {
        try {
            path(prologue.uriPath().rawPath());
            query(prologue.query().rawValue());
            if (prologue.fragment().hasValue()) {
                throw bad("path", "has a #, which is for browsers and is not sent; write # itself as %23");
            }
            if (older != null) {
                OlderVersion.adjust(headers, older);
            }
            String host = host(headers);
            // with two names, a proxy and this server could each use a different one
            if (target != null && !target.isOf(host)) {
                throw bad("Host", "must name the same server as the request's first line");
            }
            encoding(headers);
            length(headers, largestBody);
            connection(headers);
            if (headers.contains(NO_NAME)) {
                throw bad("headers", "have one without a name");
            }
        } catch (ApiException e) {
            throw RefusedRequest.exception(prologue, headers, e);
        }
    }

    /** Checks the method in a first line; Helidon answers 500 to a method that is not a token. */
    static void method(byte[] line) {
        int end = 0;
        while (end < line.length && ((line[end] >= 'A' && line[end] <= 'Z') || line[end] == '-')) {
            end++;
        }
        if (end == 0 || end == line.length || line[end] != ' ') {
            throw RequestException.builder()
                    .type(DirectHandler.EventType.BAD_REQUEST).message("the method is no word in capital letters")
                    .build();
        }
    }

    private static void path(String path) {
        if (!path.startsWith("/")) {
            throw bad("path", "must begin with /; the name of the server belongs in the header Host");
        }
        if (path.indexOf(';') >= 0 || !isValid(path)) {
            throw bad("path", "has a character that is not allowed; " + ESCAPES);
        }
        if (path.contains("//") || (path.contains("/.") && STEP.matcher(path).find())) {
            throw bad("path", "has //, /./ or /../; paths are matched as they are sent");
        }
        if (path.indexOf('%') >= 0 && HIDDEN.matcher(path).find()) {
            throw bad("path", "has an escape that is not allowed in a path (%00 to %1F, %2E, %2F, %3B, %5C or %7F)");
        }
    }

    private static void query(String query) {
        if (isValid(query)) {
            return;
        }
        String fault = Arrays.stream(query.split("&", -1)).filter(pair -> !isValid(pair)).findFirst().orElse("");
        String name = fault.substring(0, fault.indexOf('=') < 0 ? fault.length() : fault.indexOf('='));
        throw bad(isValid(name) && !name.isEmpty() ? name : "query",
                "has a character that is not allowed in an address, or an invalid escape; " + ESCAPES);
    }

    /** Whether a text has only characters of a query or path, and its escapes are valid UTF-8. */
    private static boolean isValid(String text) {
        try {
            UriValidator.validateQuery(text);
            if (text.indexOf('%') >= 0) {
                StandardCharsets.UTF_8.newDecoder().decode(unescaped(text));
            }
            return true;
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return false;
        }
    }

    private static ByteBuffer unescaped(String valid) {
        ByteBuffer bytes = ByteBuffer.allocate(valid.length());
        for (int i = 0; i < valid.length(); i++) {
            if (valid.charAt(i) == '%') {
                bytes.put((byte) Integer.parseInt(valid, i + 1, i + 3, 16));
                i += 2;
            } else {
                bytes.put((byte) valid.charAt(i));
            }
        }
        return bytes.flip();
    }

    /** The server's name in a request. */
    private static String host(Headers headers) {
        List<String> hosts = headers.all(HeaderNames.HOST, List::of);
        if (hosts.size() != 1 || !isHost(hosts.getFirst())) {
            throw bad("Host", hosts.isEmpty() ? "must be there"
                    : "must name one server, such as tidemark.example.org or localhost:8080");
        }
        return hosts.getFirst();
    }

    private static boolean isHost(String host) {
        int end = host.startsWith("[") ? host.indexOf(']') + 1 : Math.max(0, host.indexOf(':'));
        String name = end == 0 ? host : host.substring(0, end);
        String port = end == 0 ? "" : host.substring(end);
        try {
            if (name.startsWith("[")) {
                UriValidator.validateIpLiteral(name);
            } else {
                UriValidator.validateNonIpLiteral(name);
            }
            return !name.isEmpty() && (port.isEmpty() || PORT.matcher(port).matches());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static void encoding(WritableHeaders<?> headers) {
        if (!headers.contains(HeaderNames.TRANSFER_ENCODING)) {
            return;
        }
        if (headers.contains(HeaderNames.CONTENT_LENGTH)) {
            throw bad(LENGTH, "must not be sent together with Transfer-Encoding");
        }
        Header sent = headers.get(HeaderNames.TRANSFER_ENCODING);
        if (sent.valueCount() != 1 || !sent.get().equalsIgnoreCase("chunked")) {
            throw bad(ENCODING, "must be chunked, once");
        }
        headers.set(HeaderValues.TRANSFER_ENCODING_CHUNKED);
    }

    private static void length(Headers headers, int largestBody) {
        if (!headers.contains(HeaderNames.CONTENT_LENGTH)) {
            return;
        }
        Header sent = headers.get(HeaderNames.CONTENT_LENGTH);
        if (sent.valueCount() != 1) {
            throw bad(LENGTH, "may be sent once");
        }
        if (!DIGITS.matcher(sent.get()).matches()) {
            throw bad(LENGTH, "must be one number of bytes, digits only");
        }
        if (!SMALL.matcher(sent.get()).matches()) {
            throw new ApiException.PayloadTooLarge(largestBody);
        }
    }

    /** Finds the {@code close} option in any case and among other options. */
    private static void connection(WritableHeaders<?> headers) {
        if (headers.contains(HeaderNames.CONNECTION) && !headers.contains(HeaderValues.CONNECTION_KEEP_ALIVE)
                && !headers.contains(HeaderValues.CONNECTION_CLOSE)
                && Arrays.stream(String.join(",", headers.get(HeaderNames.CONNECTION).allValues()).split(",", -1))
                        .anyMatch(word -> word.strip().toLowerCase(Locale.ROOT).equals("close"))) {
            headers.set(HeaderValues.CONNECTION_CLOSE);
        }
    }

    /** A refusal without any part of the request. */
    static ApiException.BadRequest bad(String part, String message) {
        return new ApiException.BadRequest(List.of(new Detail(part, null, message)));
    }
}
