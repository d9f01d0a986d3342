package io.tidemark.server.request;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.answer.RouteAnswer;
import io.tidemark.server.event.DataAccess;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.http.ConditionalGet;
import io.tidemark.server.http.QueryString;
import io.tidemark.server.http.RequestId;
import io.tidemark.server.http.coding.CodedBody;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.http.listen.TimeLimit;
import io.tidemark.server.route.contract.CommonParameters;
import io.tidemark.server.route.contract.Paging;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Sends the answer of one request. For one use.
 *
 * @param access receives what the log of data accesses says of the request
 * @param times  whether the client gets the times of the steps. Only an admin does: whoever sees that an answer came
 *               from the cache learns that another caller has just made the same request
 * @param limit  how long a client may take to read a large answer
 */
record AnswerSender(ServerRequest request, ServerResponse response, StepTimer timer, DataAccess access,
        boolean times, Duration limit) {

    /** The request headers that a response depends on. */
    static final Header VARY = HeaderValues.createCached(HeaderNames.VARY,
            "Accept, Accept-Encoding, Authorization, X-API-Key");

    /** Bytes that the system buffers even if the client does not read. */
    private static final int SENT_AT_ONCE = 1 << 16;
    private static final HeaderName SERVER_TIMING = HeaderNames.create("Server-Timing");
    private static final HeaderName HIDDEN_REASON = HeaderNames.create("X-Hidden-Reason");
    private static final HeaderName LINK = HeaderNames.create("Link");

    /** The request's id. */
    String requestId() {
        return RequestId.of(request);
    }

    /** Sends 204 or 304. */
    void withoutBody(Status status) {
        begin(status);
        response.send();
    }

    /** Says in a header why every benchmark value is hidden, where the answer has no metadata. */
    void hidden(HiddenBenchmark hidden) {
        response.headers().set(HIDDEN_REASON, hidden.reason());
    }

    /**
     * Responds with 204 if no row passes the filters, on any page, and the route's family says so; a page past the end
     * is an empty list.
     *
     * @return whether it has responded
     */
    boolean empty(RouteContract route, RouteAnswer answer) {
        boolean none = !answer.read().any() && route.family().empty() == Status.NO_CONTENT_204.code();
        if (none) {
            withoutBody(Status.NO_CONTENT_204);
        }
        return none;
    }

    /** Notes the number of rows in the log of data accesses. */
    void found(RouteAnswer answer) {
        if (answer.read().any()) {
            access.found(answer.rows());
        }
    }

    /**
     * Responds with 304 if the client has an answer, whichever (If-None-Match: *), and there is one.
     *
     * @return whether it has responded
     */
    boolean known() {
        boolean any = ConditionalGet.isAny(request.headers());
        if (any) {
            withoutBody(Status.NOT_MODIFIED_304);
        }
        return any;
    }

    /** Adds the link to the next page, in the same snapshot. */
    void next(DataRequest read, RouteAnswer answer, String snapshotId) {
        if (!answer.read().hasMore() || read.route().paging() != Paging.PAGES || read.asked().limit() < 1) {
            return;
        }
        Map<String, List<String>> query = new TreeMap<>(QueryString.parse(request.prologue().query().rawValue()));
        query.put("offset", List.of(Long.toString((long) read.asked().offset() + read.asked().limit())));
        query.put(CommonParameters.SNAPSHOT, List.of(snapshotId));
        StringJoiner pairs = new StringJoiner("&", BasePath.address(request, request.prologue().uriPath().rawPath())
                + "?", "");
        query.forEach((name, values) -> values.forEach(value -> pairs.add(encoded(name) + "=" + encoded(value))));
        response.headers().set(LINK, "<" + pairs + ">; rel=\"next\"");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Sends JSON, with the part of this request at its end. */
    void json(CodedBody body, byte[] tail) {
        response.headers().set(HeaderValues.CONTENT_TYPE_JSON);
        coded(body.coding());
        byte[] bytes = body.with(tail);
        timer.ended(StepTimer.Step.ANSWER);
        begin(Status.OK_200);
        send(bytes);
    }

    /** Sends another format. */
    void whole(RouteContract route, AnswerFormat format, RouteAnswer.Whole answer) {
        response.headers().set(HeaderNames.CONTENT_TYPE, format.mediaType());
        response.headers().set(HeaderNames.CONTENT_DISPOSITION, "attachment; filename=\"" + fileName(route) + "."
                + format.extension() + "\"");
        coded(answer.coding());
        timer.ended(StepTimer.Step.ANSWER);
        begin(Status.OK_200);
        byte[] content = answer.content();
        Path file = answer.file();
        if (content != null) {
            send(content);
        } else if (file != null) {
            response.headers().contentLength(answer.bytes());
            access.sends(answer.bytes());
            TimeLimit.run(limit, () -> copy(file));
        }
    }

    private void copy(Path file) {
        try (OutputStream out = response.outputStream()) {
            Files.copy(file, out);
        } catch (IOException e) {
            // the time is over, or the file cannot be read; if the client has gone, the connection says so
            throw new CloseConnectionException("the answer was not sent completely", e);
        }
    }

    private void send(byte[] bytes) {
        access.sends(bytes.length);
        if (bytes.length > SENT_AT_ONCE) {
            TimeLimit.run(limit, () -> response.send(bytes));
        } else {
            response.send(bytes);
        }
    }

    // mortality-areas-week: the path without its version and without client data
    private static String fileName(RouteContract route) {
        return route.path().replaceAll("^/v[0-9]+/", "").replaceAll("[{}]", "").replace('/', '-');
    }

    private void coded(ContentCoding coding) {
        if (coding != ContentCoding.IDENTITY) {
            response.headers().set(HeaderNames.CONTENT_ENCODING, coding.wireName());
        }
    }

    private void begin(Status status) {
        if (times) {
            response.headers().set(SERVER_TIMING, timer.header());
        }
        response.status(status);
    }
}
