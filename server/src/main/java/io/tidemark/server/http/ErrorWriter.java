package io.tidemark.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.RequestException;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.ErrorHandler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes all errors: typed ones as declared, Helidon's own by their status, and anything else as 500 {@code
 * internal_error}, whose cause is logged with the request id and never sent. Thread-safe.
 */
public final class ErrorWriter implements ErrorHandler<Throwable>, DirectHandler {
    private static final System.Logger LOG = System.getLogger(ErrorWriter.class.getName());
    private static final String JSON = "application/json";
    private static final String HEADERS_TOO_LARGE = "Header size exceeded";
    private static final Status TOO_LARGE = Status.create(431, "Request Header Fields Too Large");
    /** The paths on which OAuth clients expect {@code error_description} (RFC 6749, section 5.2). */
    private static final String OAUTH = "/v3/auth/";
    private static final String CHALLENGE = "Bearer realm=\"tidemark\"";

    /**
     * The JSON body of every error; {@code error_description}, which repeats the message, on auth routes, {@code
     * details} with 400, {@code retry_after} (seconds) with 429 and 503.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record ErrorBody(String error, String message, @Nullable String errorDescription, int code, String requestId,
            @Nullable List<ApiException.Detail> details, @Nullable Integer retryAfter) {}

    /** Handles every error of a routing. */
    public void register(HttpRouting.Builder routing) {
        routing.error(Throwable.class, this);
    }

    /** Handles a listener's errors before the routing, such as a broken request line. */
    public void register(ListenerConfig.BuilderBase<?, ?> listener) {
        DirectHandlers.Builder handlers = DirectHandlers.builder();
        for (EventType type : EventType.values()) {
            handlers.addHandler(type, this);
        }
        listener.directHandlers(handlers.build());
        // passes Helidon's messages to this class, which never sends them to the client
        listener.errorHandling(errors -> errors.includeEntity(true));
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response, Throwable problem) {
        String requestId = RequestId.of(request);
        ServerResponseHeaders headers = response.headers();
        Status status = statusOf(problem);
        log(problem, status, requestId);
        request.context().register(ErrorWriter.class, message(problem, status));
        // headers set for the handler's own response do not describe the error's body
        headers.remove(HeaderNames.CONTENT_ENCODING);
        headers.remove(HeaderNames.CONTENT_DISPOSITION);
        headers.remove(HeaderNames.ETAG);
        headers.set(HeaderNames.CACHE_CONTROL, "no-store");
        if (status.code() == 413 || status.code() == 408) {
            // the rest of the request's body is not read
            headers.set(HeaderNames.CONNECTION, "close");
        }
        byte[] body = describe(problem, status, requestId, headers,
                request.prologue().uriPath().path().startsWith(OAUTH));
        response.status(status);
        headers.contentLength(body.length);
        try {
            response.send(body);
        } catch (CloseConnectionException e) {
            // the client has disconnected; rethrowing would log a failure to write an error
            return;
        }
    }

    /** The message of a request refused by this writer; empty otherwise. */
    public static String messageOf(ServerRequest request) {
        return request.context().get(ErrorWriter.class, String.class).orElse("");
    }

    @Override
    public TransportResponse handle(TransportRequest request, EventType type, Status status,
            ServerResponseHeaders headers, String message) {
        return direct(request, type, status, headers, new HttpException(message, status));
    }

    @Override
    public TransportResponse handle(TransportRequest request, EventType type, Status status,
            ServerResponseHeaders headers, Throwable problem) {
        return direct(request, type, status, headers, problem);
    }

    @Override
    public TransportResponse handle(TransportRequest request, EventType type, Status status,
            ServerResponseHeaders headers, Throwable problem, System.Logger log) {
        return direct(request, type, status, headers, problem);
    }

    private static TransportResponse direct(TransportRequest request, EventType type, Status asked,
            ServerResponseHeaders headers, Throwable problem) {
        Status status = asked;
        Throwable reason = null;
        if (request instanceof RefusedRequest refused) {
            reason = refused.problem();
        } else if (HEADERS_TOO_LARGE.equals(problem.getMessage())) {
            // Helidon uses 400; 431 (RFC 6585) tells the client what to change
            status = TOO_LARGE;
        }
        String requestId = RequestId.from(request.headers());
        log(problem, status, requestId);
        byte[] body = describe(reason == null ? new HttpException("", status) : reason, status, requestId, headers,
                request.path().startsWith(OAUTH));
        return TransportResponse.builder()
                .status(status)
                .headers(headers)
                .keepAlive(type.keepAlive())
                .entity(body)
                .build();
    }

    /** Sets the error's headers and returns its body. */
    private static byte[] describe(Throwable problem, Status status, String requestId, ServerResponseHeaders headers,
            boolean oauth) {
        headers.set(RequestId.HEADER, requestId);
        headers.set(HeaderNames.CONTENT_TYPE, JSON);
        SecurityHeaders.set(headers);
        List<ApiException.Detail> details = null;
        Integer retryAfter = status.code() == 503 ? 1 : null;
        if (problem instanceof ApiException error) {
            switch (error) {
                case ApiException.BadRequest bad -> details = bad.details();
                case ApiException.Unauthorized refused -> headers.set(HeaderNames.WWW_AUTHENTICATE, challenge(refused));
                case ApiException.MethodNotAllowed other -> headers.set(HeaderNames.ALLOW, other.allowed());
                case ApiException.RetryLater later -> retryAfter = later.retryAfter();
                case ApiException.Forbidden _, ApiException.NotFound _, ApiException.NotAcceptable _,
                        ApiException.PayloadTooLarge _, ApiException.QueryTimeout _, ApiException.ClientGone _,
                        ApiException.Gone _, ApiException.Conflict _ -> { }
            }
        } else if (status.code() == 401) {
            headers.set(HeaderNames.WWW_AUTHENTICATE, CHALLENGE);
        }
        if (retryAfter != null) {
            headers.set(HeaderNames.RETRY_AFTER, Integer.toString(retryAfter));
        }
        String message = message(problem, status);
        return Json.bytes(new ErrorBody(name(problem, status), message, oauth ? message : null, status.code(),
                requestId, details, retryAfter));
    }

    private static String challenge(ApiException.Unauthorized refused) {
        String metadata = refused.metadata() == null ? "" : ", resource_metadata=\"" + refused.metadata() + "\"";
        return switch (refused.challenge()) {
            case BEARER -> CHALLENGE + metadata;
            case INVALID_TOKEN -> CHALLENGE + ", error=\"invalid_token\", error_description=\""
                    + refused.publicMessage() + "\"" + metadata;
            case BASIC -> "Basic realm=\"tidemark\", charset=\"UTF-8\"";
        };
    }

    private static Status statusOf(Throwable problem) {
        return switch (problem) {
            case ApiException error -> Status.create(error.status());
            case HttpException error -> error.status();
            case RequestException error -> error.status();
            default -> Status.INTERNAL_SERVER_ERROR_500;
        };
    }

    private static String name(Throwable problem, Status status) {
        if (problem instanceof ApiException error) {
            return error.code();
        }
        return switch (status.code()) {
            case 400 -> "bad_request";
            case 401 -> "unauthorized";
            case 403 -> "forbidden";
            case 404 -> "not_found";
            case 405 -> "method_not_allowed";
            case 406 -> "not_acceptable";
            case 413 -> "payload_too_large";
            case 429 -> "rate_limit_exceeded";
            case 503 -> "unavailable";
            case 500 -> "internal_error";
            // statuses of the protocol itself, such as 431 request_header_fields_too_large
            default -> status.reasonPhrase().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        };
    }

    /** The fixed message for a status. Helidon's own messages repeat the request's content. */
    private static String message(Throwable problem, Status status) {
        if (problem instanceof ApiException error) {
            return error.publicMessage();
        }
        return switch (status.code()) {
            case 400 -> "The request is malformed";
            case 404 -> "No such path";
            case 408 -> "The request took too long to arrive";
            case 413 -> "The body is too large";
            case 503 -> "The server cannot answer now";
            case 500 -> "Internal error";
            default -> status.reasonPhrase();
        };
    }

    private static void log(Throwable problem, Status status, String requestId) {
        Throwable cause = problem instanceof ApiException error ? error.getCause() : problem;
        if (status.code() >= 500 && cause != null) {
            LOG.log(System.Logger.Level.ERROR, "request " + requestId + " failed with " + status.code(), cause);
        }
    }
}
